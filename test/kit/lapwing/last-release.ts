import { lastRelease as released } from '../../../src/store/database/migrate.ts'

/** Raise it with each release: the tests run its code and its schema beside the current ones. */
export const lastRelease = {
  ...released,
  commit: '6887f2ce5263b54b081d0be82a711c67a16a79ce',
} as const
