import { Fault } from '../../domain/fault.ts'

const broken = 'Something failed on our side and has been logged; it is safe to try again'
const unreachable = 'The service is temporarily unavailable; it is safe to try again'

// A restarting database is back within seconds.
const retryLater = { 'retry-after': '5' }

class Unavailable extends Fault {
  override get status(): number {
    return 503
  }
}

export const notReachable = (): Fault => new Unavailable('internal_error', unreachable, retryLater)

// Network errors, and PostgreSQL's codes for lost connections, shutdown, exhausted resources and standbys.
const passing = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|53|57P|25006)/

/** The fault that clients get for an internal error. */
export function ourFault(error: unknown): Fault {
  return isAway(error) ? notReachable() : new Fault('internal_error', broken)
}

/** Whether the error means that the database is unreachable, and not that a statement is wrong. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    passing.test(code) || /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  )
}
