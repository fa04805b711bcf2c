/** Raise it with each release: the tests run its code and its schema beside the current ones. */
export const lastRelease = {
  version: '0.2.0',
  commit: '98d440915ce5072b8c68c712daa660f6041a4d07',
  /** The number of its last migration. */
  migration: 40,
} as const
