import { Fault } from '../../domain/fault.ts'

const broken = 'Something failed on our side and has been logged; it is safe to try again'
const unreachable = 'The service is temporarily unavailable; it is safe to try again'

// A database that restarts is back within seconds.
const retryLater = { 'retry-after': '5' }

export const notReachable = (): Fault => new Fault('internal_error', unreachable, retryLater)

// Connection trouble, and PostgreSQL's classes for lost connections, shutdown and exhausted resources.
const passing = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|53|57P)/

/** What is told of an error that nobody outside has caused. */
export function ourFault(error: unknown): Fault {
  return isAway(error) ? notReachable() : new Fault('internal_error', broken)
}

/** Whether it says that the database is away, and not that it was asked for something wrong. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    passing.test(code) || /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  )
}
