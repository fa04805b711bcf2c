// Records outcomes: results, hourly and daily rollups, the last state of each location, and the next turn.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { advanceTurns, nextDue } from '../checking/turns.ts'
import { saveFailureEvidence, saveLatestEvidence } from './evidence.ts'
import { addToDailyRollups } from './daily-rollups.ts'
import { addToRollups } from './rollups.ts'
import { noteSightings } from './sightings.ts'
import { storedResults } from '../checking/stored-results.ts'

/** An outcome to store. */
export interface StoredOutcome {
  monitorNumber: number
  slot: number
  location: number
  /** The due time it was claimed with; null if the caller has locked the monitor and its turn. */
  dueAt: Date | null
  /** When the turn is due next; by default after the monitor's interval. */
  nextDueAt?: Date
  at: Date
  durationMs: number
  statusCode: number | null
  success: boolean
  infrastructure: boolean
  error: string | null
  metrics: Buffer | null
  evidence: string | null
  /** Whether it failed or violates a rule, so that the judge must process it. */
  suspicious: boolean
}

/**
 * One statement for the whole batch. Returns the positions of the outcomes that the judge has to look at. An outcome is
 * dropped if its turn no longer has the due time it was claimed with, because it was reported already or renewed. Of
 * several outcomes of one turn in a batch, only the first counts.
 */
export async function recordOutcomes(db: Database, outcomes: readonly StoredOutcome[], now: Date): Promise<number[]> {
  const row = await db.row<{ positions: number[] }>(sql`
    with reported as materialized (${reportedOutcomes(outcomes)}),
    moved as (${movedTurns(now)}),
    advanced as (
      ${advanceTurns(sql`moved`)}
      returning t.monitor_number, t.slot, moved.due_at, moved.unsettled
    ),
    counted as materialized (
      select distinct on (r.monitor_number, r.slot) r.*, a.unsettled
      from reported r
      join advanced a on a.monitor_number = r.monitor_number and a.slot = r.slot
        and a.due_at = coalesce(r.due_at, a.due_at)
      order by r.monitor_number, r.slot, r.at
    ),
    stored as (
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics,
        error)
      select at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics, error
      from counted
    ),
    judged as materialized (
      select * from counted where not infrastructure
    ),
    rolled as (${addToRollups(sql`judged`)}),
    rolled_by_day as (${addToDailyRollups(sql`judged`)}),
    seen as (${noteSightings(sql`judged`)}),
    shown as (${saveLatestEvidence(sql`counted`)}),
    kept as (${saveFailureEvidence(sql`judged`)})
    select array(
      select position::int
      from counted
      where suspicious or unsettled
    ) as positions`)
  db.publish({ checked: outcomes.map(({ monitorNumber }) => monitorNumber) })
  return row!.positions.map((position) => position - 1)
}

function reportedOutcomes(outcomes: readonly StoredOutcome[]): Statement {
  const column = <K extends keyof StoredOutcome>(key: K): StoredOutcome[K][] => outcomes.map((outcome) => outcome[key])
  return sql`
    select *
    from unnest(
      ${column('monitorNumber')}::int[], ${column('slot')}::smallint[], ${column('location')}::smallint[],
      ${column('dueAt')}::timestamptz[], ${column('at')}::timestamptz[], ${column('durationMs')}::real[],
      ${column('statusCode')}::smallint[], ${column('success')}::boolean[], ${column('infrastructure')}::boolean[],
      ${column('error')}::text[], ${column('metrics')}::bytea[], ${column('evidence')}::text[],
      ${column('nextDueAt')}::timestamptz[],
      ${column('suspicious')}::boolean[]
    ) with ordinality as r (
      monitor_number, slot, location, due_at, at, duration_ms, status_code, success, infrastructure, error, metrics,
      evidence, next_due_at,
      suspicious, position
    )`
}

/** The next time and location of each reported turn. */
const movedTurns = (now: Date): Statement => sql`
  select t.monitor_number, t.slot, t.due_at, coalesce(r.next_due_at, ${nextDue(now)}) as next_at,
    case
      when t.location = 0 then 0
      when m.scheduling_strategy = 'parallel' then t.location
      -- While a monitor fails, locations take turns: a location that is not checked again could keep it down forever.
      when m.scheduling_strategy = 'roundrobin' or r.suspicious or m.state <> 'up' or m.unsettled then
        m.location_numbers[coalesce(array_position(m.location_numbers, t.location), 0)
          % cardinality(m.location_numbers) + 1]
      else m.location_numbers[1 + mod(
        hashint8extended(m.monitor_number, (extract(epoch from t.due_at) * 1000)::bigint) & 2147483647,
        cardinality(m.location_numbers))]
    end as next_location,
    m.state <> 'up' or m.unsettled as unsettled
  from reported r
  join turns t on t.monitor_number = r.monitor_number and t.slot = r.slot
    and t.due_at = coalesce(r.due_at, t.due_at)
  join monitors m on m.monitor_number = r.monitor_number`

/** An outcome that says how the target was, and not how it is now. */
export interface LateOutcome {
  monitorNumber: number
  location: number
  at: Date
  /** Another result of the location between these times is the same one, sent before. */
  from: Date
  until: Date
  durationMs: number
  statusCode: number | null
  success: boolean
  infrastructure: boolean
  error: string | null
  metrics: Buffer | null
  evidence: string | null
}

/**
 * Records outcomes that a host or a probe could not send in time: part of the history, but without rules. The caller
 * has locked the monitors.
 */
export async function recordLateOutcomes(db: Database, outcomes: readonly LateOutcome[]): Promise<void> {
  await db.run(sql`
    with late as materialized (
      select distinct on (l.monitor_number, l.location, l.from_at) l.*
      from (${lateOutcomes(outcomes)}) l
      where not exists (
        select
        from ${storedResults({
          monitor: sql`= l.monitor_number`,
          from: sql`l.from_at`,
          until: sql`l.until_at`,
          columns: ['at', 'location'],
        })} r
        where r.location = l.location and r.at > l.from_at
      )
      order by l.monitor_number, l.location, l.from_at
    ),
    stored as (
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics,
        error)
      select at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics, error
      from late
    ),
    judged as materialized (
      select * from late where not infrastructure
    ),
    rolled as (${addToRollups(sql`judged`)}),
    kept as (${saveFailureEvidence(sql`judged`)})
    ${addToDailyRollups(sql`judged`)}`)
  db.publish({ checked: [...new Set(outcomes.map(({ monitorNumber }) => monitorNumber))] })
}

function lateOutcomes(outcomes: readonly LateOutcome[]): Statement {
  const column = <K extends keyof LateOutcome>(key: K): LateOutcome[K][] => outcomes.map((outcome) => outcome[key])
  return sql`
    select *
    from unnest(
      ${column('monitorNumber')}::int[], ${column('location')}::smallint[], ${column('at')}::timestamptz[],
      ${column('from')}::timestamptz[], ${column('until')}::timestamptz[], ${column('durationMs')}::real[],
      ${column('statusCode')}::smallint[], ${column('success')}::boolean[], ${column('infrastructure')}::boolean[],
      ${column('error')}::text[], ${column('metrics')}::bytea[], ${column('evidence')}::text[]
    ) as l (
      monitor_number, location, at, from_at, until_at, duration_ms, status_code, success, infrastructure, error, metrics,
      evidence
    )`
}
