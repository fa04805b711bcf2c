// Heartbeats: the state of each job that checks in, and the turn at which its silence is evaluated.
import { type Heartbeat, newHeartbeat } from '../../domain/heartbeat.ts'
import type { MonitorConfig, MonitorState } from '../../domain/monitor.ts'
import { fingerprint } from '../../domain/secret.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlackMs } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, json, sql } from '../database/sql.ts'

export interface LockedHeartbeat {
  organizationId: string
  monitorId: string
  monitorNumber: number
  name: string
  state: MonitorState
  intervalSeconds: number
  config: MonitorConfig
  slugs: string[]
  heartbeat: Heartbeat
}

const columns = sql`
  m.organization_id as "organizationId", m.id as "monitorId", m.monitor_number as "monitorNumber", m.name, m.state,
  m.interval_seconds as "intervalSeconds", m.config, m.slugs,
  coalesce(h.state, ${json(newHeartbeat)}::jsonb) as heartbeat`

// Locks monitor and heartbeat: data read before waiting for one would be stale for the other.
async function lockHeartbeats(db: Database, condition: Statement): Promise<LockedHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from monitors m
    join heartbeats h on h.monitor_number = m.monitor_number
    where ${condition}
    for no key update of m, h`)
}

export async function lockByToken(db: Database, token: string): Promise<LockedHeartbeat[]> {
  return lockHeartbeats(
    db,
    sql`
    (m.organization_id, m.id) = (
      select t.organization_id, t.monitor_id from address_tokens t where t.hash = ${fingerprint(token)}
    )`,
  )
}

/** Users choose slugs: two monitors may have the same. */
export async function lockBySlug(db: Database, organizationId: string, slug: string): Promise<LockedHeartbeat[]> {
  return lockHeartbeats(
    db,
    sql`
    m.organization_id = ${organizationId} and m.config ->> 'slug' = ${slug} and m.deadline_seconds is null`,
  )
}

// Also locks the turn: if another judge settled it since the snapshot of this statement, it is read again and is not
// due.
/** Locks heartbeats whose turn is due; skips locked ones. */
export async function lockDue(db: Database, { limit, now, only }: DueSelection): Promise<LockedHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from turns t
    join monitors m on m.monitor_number = t.monitor_number
    join heartbeats h on h.monitor_number = t.monitor_number
    where t.location = 0 and t.due_at <= ${now} and m.state <> 'paused' and ${queueItems.silent.isReady({ now, only })}
    order by t.due_at
    limit ${limit}
    for no key update of t, m, h skip locked`)
}

/** Locks heartbeats with times in the future; skips locked ones. */
export async function lockAhead(db: Database, now: Date): Promise<LockedHeartbeat[]> {
  const at = now.getTime() + clockSlackMs
  return db.rows(sql`
    select ${columns}
    from heartbeats h
    join monitors m on m.monitor_number = h.monitor_number
    where (h.state ->> 'checkedInAt')::numeric > ${at}
      or (h.state ->> 'startedAt')::numeric > ${at}
      or jsonb_path_exists(h.state, '$.runs[*].startedAt ? (@ > $at)', jsonb_build_object('at', ${at}::numeric))
    for no key update of m, h skip locked`)
}

/** The heartbeats among these monitors, which the caller has locked; new ones have an empty state. */
export async function heartbeatsOf(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<LockedHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from monitors m
    left join heartbeats h on h.monitor_number = m.monitor_number
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      sql`m.id = any (${monitorIds})`,
      // Heartbeats are the monitors with a check-in address.
      sql`exists (
        select from address_tokens t where t.organization_id = m.organization_id and t.monitor_id = m.id
      )`,
    ])}`)
}

export interface KeptHeartbeat {
  readonly monitorNumber: number
  readonly heartbeat: Heartbeat
}

export async function saveHeartbeats(db: Database, kept: readonly KeptHeartbeat[]): Promise<void> {
  await db.run(sql`
    insert into heartbeats (monitor_number, state)
    select *
    from unnest(
      ${kept.map(({ monitorNumber }) => monitorNumber)}::bigint[],
      ${kept.map(({ heartbeat }) => json(heartbeat))}::jsonb[]
    )
    on conflict (monitor_number) do update
    set state = excluded.state`)
}

/** Part of a statement that stores a check-in. */
export const countPing = ({ monitorNumber, heartbeat }: KeptHeartbeat): Statement => sql`
  update heartbeats
  set state = ${json(heartbeat)}, pings = pings + 1
  where monitor_number = ${monitorNumber}`
