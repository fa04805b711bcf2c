import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface WindowReading {
  taken: boolean
  used: number
  /** Seconds until the oldest request in the window stops counting. */
  freesIn: number
}

/** Takes one request from a credential's sliding minute, unless the budget is used up. */
export async function takeFromWindow(
  db: Database,
  { credentialId, budget, now }: { credentialId: string; budget: number; now: Date },
): Promise<WindowReading> {
  const reading = await db.row<WindowReading>(sql`
    select taken, used, frees_in as "freesIn"
    from take_from_window(${credentialId}, ${budget}, ${now})`)
  return reading!
}

export async function dropIdleWindows(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from rate_windows where second < extract(epoch from ${before}::timestamptz)`)
}
