import type { Log } from '../../src/domain/log.ts'

export const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Errors are for whoever reads the failing test. */
export const onlyErrors: Log = { ...quiet, error: (message, fields) => console.error(message, fields) }
