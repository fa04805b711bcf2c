// Heartbeats: what is known of each job that checks in, and the turn at which its silence counts.
import { type Heartbeat, type Step, newHeartbeat } from '../../domain/heartbeat.ts'
import type { Config, State } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type Judging, settleOutcomes } from '../incidents/judgement.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface HeldHeartbeat {
  organizationId: string
  monitorId: string
  monitorNumber: number
  name: string
  state: State
  intervalSeconds: number
  config: Config
  slugs: string[]
  heartbeat: Heartbeat
}

const columns = sql`
  m.organization_id as "organizationId", m.id as "monitorId", m.monitor_number as "monitorNumber", m.name, m.state,
  m.interval_seconds as "intervalSeconds", m.config, m.slugs,
  coalesce(h.state, ${JSON.stringify(newHeartbeat)}::jsonb) as heartbeat`

/** A turn that never comes: a heartbeat that has not been heard of yet, or whose schedule is over. */
const never = new Date('9999-12-31T00:00:00Z')
const leaseSeconds = 30

// Monitor and heartbeat are both locked: what was read before a wait for the one would be out of date in the other.
async function hold(db: Database, condition: Statement): Promise<HeldHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from monitors m
    join heartbeats h on h.monitor_number = m.monitor_number
    where ${condition}
    for no key update of m, h`)
}

export async function holdByToken(db: Database, token: string): Promise<HeldHeartbeat[]> {
  return hold(db, sql`m.ping_token = ${token}`)
}

/** Slugs are the user's own to choose: two monitors may carry the same. */
export async function holdBySlug(db: Database, organizationId: string, slug: string): Promise<HeldHeartbeat[]> {
  return hold(
    db,
    sql`
    m.organization_id = ${organizationId} and m.config ->> 'slug' = ${slug} and m.ping_token is not null`,
  )
}

// The turn is locked too: one that another judge has settled since this statement's snapshot is read anew, and is not due.
/** Those whose turn has come and that nobody else is busy with. */
export async function holdDue(db: Database, { limit, now }: { limit: number; now: Date }): Promise<HeldHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from turns t
    join monitors m on m.monitor_number = t.monitor_number
    join heartbeats h on h.monitor_number = t.monitor_number
    where t.location = 0 and t.due_at <= ${now} and m.state <> 'paused'
    order by t.due_at
    limit ${limit}
    for no key update of t, m, h skip locked`)
}

/** The heartbeats among these monitors, which the caller holds; one that was just made has nothing behind it. */
export async function heartbeatsOf(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<HeldHeartbeat[]> {
  return db.rows(sql`
    select ${columns}
    from monitors m
    left join heartbeats h on h.monitor_number = m.monitor_number
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      sql`m.id = any (${monitorIds})`,
      sql`m.ping_token is not null`,
    ])}`)
}

export interface KeptHeartbeat {
  readonly monitorNumber: number
  readonly heartbeat: Heartbeat
}

export async function keepHeartbeats(db: Database, kept: readonly KeptHeartbeat[]): Promise<void> {
  await db.run(sql`
    insert into heartbeats (monitor_number, state)
    select *
    from unnest(
      ${kept.map(({ monitorNumber }) => monitorNumber)}::bigint[],
      ${kept.map(({ heartbeat }) => JSON.stringify(heartbeat))}::jsonb[]
    )
    on conflict (monitor_number) do update
    set state = excluded.state`)
}

export interface Settled {
  readonly monitorNumber: number
  readonly step: Step
  /** Those of its outcome, packed. */
  readonly metrics: Buffer | null
}

/** Reports the outcomes and sets the turns. Whoever calls this holds the heartbeats, so no two can report the same. */
export async function settleHeartbeats(db: Database, settled: readonly Settled[], judging: Judging): Promise<void> {
  const { now } = judging
  const reports = settled.flatMap(({ monitorNumber, step: { outcome, dueAt, health }, metrics }) => {
    if (!outcome) return []
    const { success, durationMs, statusCode, error, infrastructure = false } = outcome
    const evidence = outcome.evidence && JSON.stringify(outcome.evidence)
    const turn = { monitorNumber, slot: 0, location: 0, dueAt: null, nextDueAt: dueAt ?? never }
    const row = {
      ...turn,
      at: now,
      success,
      durationMs,
      statusCode,
      error,
      infrastructure,
      metrics,
      evidence,
      suspicious: true,
    }
    // A job that runs too long can be late as well, though no check-in has failed.
    return [
      {
        row,
        outcome: { ...outcome, at: now, dueAt: now, location: 0, infrastructure, evidence },
        unwell: health === 'degraded',
      },
    ]
  })
  if (reports.length > 0) await settleOutcomes(db, reports, judging)
  const silent = settled.filter(({ step }) => step.outcome === null)
  if (silent.length > 0) await setTurns(db, silent)
}

/** A paused monitor gets no turn. */
export async function setTurns(db: Database, settled: readonly Omit<Settled, 'metrics'>[]): Promise<void> {
  await db.run(sql`
    with given as (
      select *
      from unnest(
        ${settled.map(({ monitorNumber }) => monitorNumber)}::bigint[],
        ${settled.map(({ step }) => step.dueAt ?? never)}::timestamptz[],
        ${settled.map(({ step }) => step.health)}::text[]
      ) as g (monitor_number, due_at, health)
    ),
    shown as (
      update monitors m
      set state = given.health
      from given
      where m.monitor_number = given.monitor_number
        and m.state in ('up', 'degraded')
        and given.health <> 'unknown'
        and (given.health = 'degraded' or not m.unsettled)
        and m.state <> given.health
    )
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version)
    select m.monitor_number, 0, 0, given.due_at, ${leaseSeconds}, m.version
    from given
    join monitors m on m.monitor_number = given.monitor_number
    where m.state <> 'paused'
    on conflict (monitor_number, slot) do update
    set due_at = excluded.due_at`)
}

/** Remembers numbers that a job has posted: rules can be written about them. */
export async function keepSlugs(db: Database, monitorNumber: number, slugs: readonly string[]): Promise<void> {
  await db.run(sql`update monitors set slugs = ${slugs} where monitor_number = ${monitorNumber}`)
}
