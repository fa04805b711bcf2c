/** Raise it with each release: the tests run its code and its schema beside the current ones. */
export const lastRelease = {
  version: '0.3.0',
  commit: '6887f2ce5263b54b081d0be82a711c67a16a79ce',
  /** The number of its last migration. */
  migration: 77,
} as const
