// From outcomes to what is known: results, hourly figures, what each location saw last, the next turn.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { nextDue } from '../checking/turns.ts'

export interface ReportedOutcome {
  monitorNumber: number
  slot: number
  location: number
  /** What the turn was claimed with; null for whoever holds the monitor, and so the turn as it is. */
  dueAt: Date | null
  /** When the turn comes again; otherwise the monitor's interval says. */
  nextDueAt?: Date
  at: Date
  durationMs: number
  statusCode: number | null
  success: boolean
  infrastructure: boolean
  error: string | null
  metrics: Buffer | null
  evidence: string | null
  /** It failed, or a rule objects to it: somebody has to look. */
  suspicious: boolean
}

export interface Recorded {
  /** How many counted. */
  counted: number
  /** Those that counted and that the judge has to look at; times in milliseconds. */
  troubled: { monitorNumber: number; slot: number; at: number }[]
}

/**
 * One statement for the whole batch. A turn that somebody else has reported already, or that
 * was made anew meanwhile, no longer has the due time it was claimed with, and its outcome is dropped; so is all but the
 * first of several outcomes of one turn in the same batch.
 */
export async function recordOutcomes(db: Database, outcomes: readonly ReportedOutcome[], now: Date): Promise<Recorded> {
  const column = <K extends keyof ReportedOutcome>(key: K): ReportedOutcome[K][] =>
    outcomes.map((outcome) => outcome[key])
  const row = await db.row<Recorded>(sql`
    with reported as materialized (
      select *
      from unnest(
        ${column('monitorNumber')}::int[], ${column('slot')}::smallint[], ${column('location')}::smallint[],
        ${column('dueAt')}::timestamptz[], ${column('at')}::timestamptz[], ${column('durationMs')}::real[],
        ${column('statusCode')}::smallint[], ${column('success')}::boolean[], ${column('infrastructure')}::boolean[],
        ${column('error')}::text[], ${column('metrics')}::bytea[], ${column('evidence')}::text[], ${column('nextDueAt')}::timestamptz[],
        ${column('suspicious')}::boolean[]
      ) as r (
        monitor_number, slot, location, due_at, at, duration_ms, status_code, success, infrastructure, error, metrics, evidence, next_due_at,
        suspicious
      )
    ),
    moved as (
      select t.monitor_number, t.slot, t.due_at, coalesce(r.next_due_at, ${nextDue(now)}) as next_at,
        case
          when t.location = 0 then 0
          when m.scheduling_strategy = 'roundrobin' then m.location_numbers[coalesce(array_position(m.location_numbers, t.location), 0) % cardinality(m.location_numbers) + 1]
          when m.scheduling_strategy = 'random' then m.location_numbers[1 + floor(random() * cardinality(m.location_numbers))]
          else t.location
        end as next_location,
        m.state <> 'up' or m.unsettled as unsettled
      from reported r
      join turns t on t.monitor_number = r.monitor_number and t.slot = r.slot and t.due_at = coalesce(r.due_at, t.due_at)
      join monitors m on m.monitor_number = r.monitor_number
    ),
    advanced as (
      update turns t
      set due_at = moved.next_at, leased_until = '-infinity', location = moved.next_location
      from moved
      where t.monitor_number = moved.monitor_number and t.slot = moved.slot and t.due_at = moved.due_at
      returning t.monitor_number, t.slot, moved.due_at, moved.unsettled
    ),
    counted as materialized (
      select distinct on (r.monitor_number, r.slot) r.*, a.unsettled
      from reported r
      join advanced a on a.monitor_number = r.monitor_number and a.slot = r.slot and a.due_at = coalesce(r.due_at, a.due_at)
      order by r.monitor_number, r.slot, r.at
    ),
    stored as (
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics, error)
      select at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics, error
      from counted
    ),
    judged as materialized (
      select * from counted where not infrastructure
    ),
    rolled as (
      insert into rollups as u (monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max)
      select monitor_number, location, date_trunc('hour', at), count(*), count(*) filter (where not success),
        coalesce(sum(duration_ms) filter (where success), 0), min(duration_ms) filter (where success),
        max(duration_ms) filter (where success)
      from judged
      group by monitor_number, location, date_trunc('hour', at)
      on conflict (monitor_number, hour, location) do update
      set checks = u.checks + excluded.checks, failures = u.failures + excluded.failures,
        duration_sum = u.duration_sum + excluded.duration_sum, duration_min = least(u.duration_min, excluded.duration_min),
        duration_max = greatest(u.duration_max, excluded.duration_max)
    ),
    seen as (
      insert into sightings as s (monitor_number, location, success, failed_at)
      select distinct on (j.monitor_number, j.location) j.monitor_number, j.location, j.success, case when not j.success then j.at end
      from judged j
      where not (j.success and exists (
        select from sightings s where s.monitor_number = j.monitor_number and s.location = j.location and s.success
      ))
      order by j.monitor_number, j.location, j.at desc
      on conflict (monitor_number, location) do update
      set success = excluded.success, failed_at = coalesce(excluded.failed_at, s.failed_at)
    ),
    shown as (
      insert into latest_evidence as e (monitor_number, at, evidence)
      select distinct on (monitor_number) monitor_number, at, evidence
      from counted
      where evidence is not null
      order by monitor_number, at desc
      on conflict (monitor_number) do update
      set at = excluded.at, evidence = excluded.evidence
    ),
    kept as (
      insert into failure_evidence (monitor_number, at, location, evidence)
      select monitor_number, at, location, evidence::json
      from judged
      where not success and evidence is not null
      on conflict do nothing
    )
    select (select count(*)::int from counted) as counted, coalesce(
      (
        select json_agg(json_build_object('monitorNumber', monitor_number, 'slot', slot, 'at', (extract(epoch from at) * 1000)::bigint))
        from counted
        where suspicious or unsettled
      ),
      '[]'
    ) as troubled`)
  return row!
}
