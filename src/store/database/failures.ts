// Failures of statements that are not programming errors.
/** Another session holds a row for longer than this statement may wait. */
export class LockTimeout extends Error {
  override name = 'LockTimeout'
}

/** PostgreSQL aborted this transaction because of a deadlock. */
export class Deadlock extends Error {
  override name = 'Deadlock'
}

/** The server or the network went away silently, so the connection itself reports no error. */
export class ConnectionLost extends Error {
  override name = 'Unanswered'
  readonly code = 'ETIMEDOUT'
}

/** The connection leads to a standby, for example while a failover is under way. */
export class StandbyServer extends Error {
  override name = 'StandbyServer'
  /** What PostgreSQL reports for a write on a standby. */
  readonly code = '25006'

  constructor() {
    super('the server is a standby, which cannot be written to')
  }
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'
const noAnswer = 'Query read timeout'

export function explain(error: Error & { code?: string }): never {
  if (error.code === lockNotAvailable) throw new LockTimeout(error.message, { cause: error })
  if (error.code === deadlockDetected) throw new Deadlock(error.message, { cause: error })
  if (error.message === noAnswer) throw new ConnectionLost('the database did not answer', { cause: error })
  // The driver reports a closed connection without a code.
  if (error.code === undefined && error.constructor === Error) throw new ConnectionLost(error.message, { cause: error })
  throw error
}

// Cardinality violations, data exceptions, integrity constraints, check options, values beyond a limit, and what a
// trigger of the operator raises.
const unfitData = /^(21|22|23|44|54|P0)/

// Codes of PostgreSQL and of the network; those of Node itself begin with ERR_.
const ofServer = /^(?:[0-9A-Z]{5}|E(?!RR_)[A-Z_]+)$/

/** Whether the same work may succeed later. Otherwise its data cannot be stored, or our code cannot handle it. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost || error instanceof LockTimeout || error instanceof Deadlock) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && ofServer.test(code) && !isUnfit(error)
}

/** Whether the database refuses the data themselves. */
export const isUnfit = (error: unknown): boolean => unfitData.test(String((error as { code?: unknown }).code))

// Corrupted data, internal errors, missing or unreadable files.
const damaged = /^(XX|58P01|58030)/
const missingFolder = /database subdirectory .* is missing/

/** A message for operators if the files of the database are damaged; undefined for other errors. */
export function explainDamage(error: unknown): string | undefined {
  const { code = '', message = '', detail = '' } = error as { code?: string; message?: string; detail?: string }
  if (missingFolder.test(detail)) return damageSentence(detail.replace(/\.$/, ''))
  return damaged.test(code) ? damageSentence(message) : undefined
}

const damageSentence = (reason: string): string =>
  `The database is damaged (${reason}). Restore it from a backup: docs/running.md says how, under Backups.`
