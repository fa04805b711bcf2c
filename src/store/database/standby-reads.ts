// Reads from a streaming standby once it has replayed what was committed before, and otherwise from the primary.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type Database, type DatabaseConnection, type Store, openStore } from './database.ts'
import { sql } from './sql.ts'

interface StandbyOptions {
  readonly connection: DatabaseConnection
  readonly connections: number
  readonly log: Log
  readonly clock: Clock
}

const maxLagMs = 1000
const firstPauseMs = 5
// A standby that is away or behind costs one read in so many a moment.
const retryMs = 10_000

/** The same store, whose `read` uses the standby. */
export function withStandby(primary: Store, { connection, connections, log, clock }: StandbyOptions): Store {
  const standby = openStore(connection, { log, connections, isStandby: true })
  const readFromStandby = createStandbyRead({ primary, standby, clock })
  let isUsed: boolean | null = null
  let retryAtMs = Number.NEGATIVE_INFINITY
  return {
    ...primary,
    async read(work) {
      if (clock.monotonicMs() < retryAtMs) return work(primary)
      try {
        const result = await readFromStandby(work)
        if (!isUsed) log.info('reports and status pages are read from the standby')
        isUsed = true
        return result
      } catch (error) {
        // If the primary fails as well, the standby is not at fault.
        const result = await work(primary)
        retryAtMs = clock.monotonicMs() + retryMs
        const reason = error instanceof Error ? error.message : String(error)
        if (isUsed !== false)
          log.warn('the standby cannot be used, so reports and status pages are read from the primary', { reason })
        isUsed = false
        return result
      }
    },
    async close() {
      await standby.close()
      await primary.close()
    },
  }
}

interface StandbyReadParts {
  readonly primary: Database
  readonly standby: Store
  readonly clock: Clock
}

function createStandbyRead({ primary, standby, clock }: StandbyReadParts): Store['read'] {
  return async (work) => {
    const found = await primary.row<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`)
    // One transaction, because a pooler in between may lead each one to another standby.
    return standby.transaction(async (tx) => {
      await untilReplayed(tx, found!.position, clock)
      return work(oneAtATime(tx))
    })
  }
}

/** A transaction has one connection, which runs one statement at a time. */
function oneAtATime(tx: Database): Database {
  let last: Promise<unknown> = Promise.resolve()
  const queue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  return {
    ...tx,
    rows: (statement) => queue(() => tx.rows(statement)),
    row: (statement) => queue(() => tx.row(statement)),
    run: (statement) => queue(() => tx.run(statement)),
  }
}

async function untilReplayed(tx: Database, position: string, clock: Clock): Promise<void> {
  const giveUpAtMs = clock.monotonicMs() + maxLagMs
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const state = await tx.row<{ isStandby: boolean; isReplayed: boolean | null }>(sql`
      select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isReplayed"`)
    if (!state!.isStandby) throw new Error('LAPWING_DATABASE_READ_URL does not lead to a standby')
    if (state!.isReplayed) return
    if (clock.monotonicMs() > giveUpAtMs) throw new Error(`it is more than ${maxLagMs / 1000} s behind the primary`)
    await clock.sleep(pauseMs)
  }
}
