// Records outcomes: results, hourly and daily rollups, the last state of each location, and the next turn.
import { arrays } from '../database/array-parameter.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { advanceTurns } from '../checking/turns.ts'
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
  const first = firstOfEachTurn(outcomes)
  const reported = reportedOutcomes(first.map((position) => outcomes[position]!))
  const row = await db.row<{ positions: number[] }>(sql`
    with counted as (${advanceTurns(reported, now)}),
    stored as (
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics,
        error)
      select at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics, error
      from counted
    ),
    rolled as (${addToRollups(judged)}),
    rolled_by_day as (${addToDailyRollups(judged)}),
    seen as (${noteSightings(judged)}),
    shown as (${saveLatestEvidence(sql`counted`)}),
    kept as (${saveFailureEvidence(judged)})
    select array(
      select position::int
      from counted
      where suspicious or unsettled
    ) as positions`)
  db.publish({ checked: outcomes.map(({ monitorNumber }) => monitorNumber) })
  return row!.positions.map((position) => first[position - 1]!)
}

const judged = sql`(select * from counted where not infrastructure)`

/** Positions in the order of monitors, so that concurrent batches lock their rows in the same order. */
function firstOfEachTurn(outcomes: readonly StoredOutcome[]): number[] {
  const byTurn = (a: number, b: number): number => compareTurns(outcomes[a]!, outcomes[b]!)
  return [...outcomes.keys()]
    .sort((a, b) => byTurn(a, b) || outcomes[a]!.at.getTime() - outcomes[b]!.at.getTime())
    .filter((position, index, sorted) => index === 0 || byTurn(position, sorted[index - 1]!) !== 0)
}

const compareTurns = (one: StoredOutcome, other: StoredOutcome): number =>
  one.monitorNumber - other.monitorNumber || one.slot - other.slot || Number(one.dueAt) - Number(other.dueAt)

function reportedOutcomes(outcomes: readonly StoredOutcome[]): Statement {
  const column = <K extends keyof StoredOutcome>(key: K): StoredOutcome[K][] => outcomes.map((outcome) => outcome[key])
  return sql`
    unnest(
      ${arrays.integer(column('monitorNumber'))}::int[], ${arrays.smallint(column('slot'))}::smallint[],
      ${arrays.smallint(column('location'))}::smallint[], ${arrays.timestamptz(column('dueAt'))}::timestamptz[],
      ${arrays.timestamptz(column('at'))}::timestamptz[], ${arrays.real(column('durationMs'))}::real[],
      ${arrays.smallint(column('statusCode'))}::smallint[], ${arrays.boolean(column('success'))}::boolean[],
      ${arrays.boolean(column('infrastructure'))}::boolean[], ${arrays.text(column('error'))}::text[],
      ${arrays.bytea(column('metrics'))}::bytea[], ${arrays.text(column('evidence'))}::text[],
      ${arrays.timestamptz(column('nextDueAt'))}::timestamptz[], ${arrays.boolean(column('suspicious'))}::boolean[]
    ) with ordinality as r (
      monitor_number, slot, location, due_at, at, duration_ms, status_code, success, infrastructure, error, metrics,
      evidence, next_due_at, suspicious, position
    )`
}

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
