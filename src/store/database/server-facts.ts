import type { Clock } from '../../domain/clock.ts'
import type { Database, Store } from './database.ts'
import { sql } from './sql.ts'

export interface ServerFacts {
  /** Such as 18.1. */
  readonly version: string
  /** How far the server's clock is ahead of this machine's. */
  readonly offsetMs: number
}

export async function serverFacts(db: Database, clock: Clock): Promise<ServerFacts> {
  const before = clock.now().getTime()
  const row = await db.row<{ version: string; now: Date }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as now`,
  )
  const after = clock.now().getTime()
  return { version: row!.version, offsetMs: row!.now.getTime() - (before + after) / 2 }
}

/** Nothing that runs in it can change the database. */
export const readOnly = <Result>(store: Store, work: (db: Database) => Promise<Result>): Promise<Result> =>
  store.transaction(async (tx) => {
    await tx.script('set transaction read only')
    return work(tx)
  })

/** The same for a primary and its standbys, and different for every other database. */
export async function identityOf(db: Database): Promise<string> {
  const row = await db.row<{ identity: string }>(
    sql`select system_identifier || '/' || current_database() as identity from pg_control_system()`,
  )
  return row!.identity
}

const lagTries = 5
const lagPauseMs = 200

/** How many bytes a standby has still to replay of what the primary has written; null if it is no standby. */
export async function replayLag(primary: Database, standby: Database, clock: Clock): Promise<number | null> {
  const written = await primary.row<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`)
  for (let tries = 1; ; tries++) {
    const row = await standby.row<{ behind: number | null }>(sql`
      select case when pg_is_in_recovery() then
        greatest(pg_wal_lsn_diff(${written!.position}::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0')), 0)::float8
      end as behind`)
    if (!row!.behind || tries === lagTries) return row!.behind
    await clock.sleep(lagPauseMs)
  }
}
