import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Has PostgreSQL analyze the tables that grow with the number of monitors. Returns about how many turns there are. */
export async function refreshTableStatistics(db: Database): Promise<number> {
  await db.run(sql`analyze monitors, turns, alert_rules, sightings, latest_evidence`)
  const counted = sql`select reltuples::float8 as turns from pg_class where oid = 'turns'::regclass`
  return (await db.row<{ turns: number }>(counted))!.turns
}
