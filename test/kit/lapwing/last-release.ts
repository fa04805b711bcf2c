/** Raise it with each release: the tests run its code and its schema beside the current ones. */
export const lastRelease = {
  version: '0.2.0',
  commit: '4fb92edb4d20984331a82f781d1ae5e1be3a1789',
  /** The number of its last migration. */
  migration: 46,
} as const
