// The last hundred check-ins of each heartbeat.
import type { Database } from '../database/database.ts'
import { type KeptHeartbeat, countPing } from './heartbeats.ts'
import { sql } from '../database/sql.ts'

const kept = 100

export interface PingNote {
  readonly at: Date
  readonly kind: 'success' | 'start' | 'fail' | 'log' | 'ignored'
  readonly exitStatus: number | null
  readonly rid: string | null
  readonly durationMs: number | null
  readonly method: string
  readonly ip: string
  readonly userAgent: string | null
  readonly bodyBytes: number
  readonly body: Buffer | null
}

/** Stores the new state of the heartbeat, and the check-in in the slot of the hundredth before it. */
export async function savePing(db: Database, heartbeat: KeptHeartbeat, ping: PingNote): Promise<void> {
  await db.run(sql`
    with kept as (
      ${countPing(heartbeat)}
      returning monitor_number, pings
    )
    insert into pings (
      monitor_number, slot, number, at, kind, exit_status, rid, duration_ms, method, ip, user_agent, body_bytes, body
    )
    select monitor_number, pings % ${kept}::int, pings, ${ping.at}, ${ping.kind}, ${ping.exitStatus}, ${ping.rid},
      ${ping.durationMs}, ${ping.method}, ${ping.ip}, ${ping.userAgent}, ${ping.bodyBytes}, ${ping.body}
    from kept
    on conflict (monitor_number, slot) do update
    set number = excluded.number, at = excluded.at, kind = excluded.kind, exit_status = excluded.exit_status,
      rid = excluded.rid, duration_ms = excluded.duration_ms, method = excluded.method, ip = excluded.ip,
      user_agent = excluded.user_agent,
      body_bytes = excluded.body_bytes, body = excluded.body`)
}

export interface PingRow {
  number: number
  at: Date
  kind: PingNote['kind']
  exit_status: number | null
  rid: string | null
  duration_ms: number | null
  method: string
  ip: string
  user_agent: string | null
  body_bytes: number
  body: Buffer | null
}

/** Newest first, with the start of each body. */
export async function listPings(
  db: Database,
  monitorNumber: number,
  { limit, bodyBytes }: { limit: number; bodyBytes: number },
): Promise<PingRow[]> {
  return db.rows(sql`
    select number, at, kind, exit_status, rid, duration_ms, method, ip, user_agent, body_bytes,
      substring(body for ${bodyBytes}::int) as body
    from pings
    where monitor_number = ${monitorNumber}
    order by number desc
    limit ${limit}`)
}
