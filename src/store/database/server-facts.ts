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
