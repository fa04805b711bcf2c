// From outcomes to what is known: results, hourly figures, what each location saw last, the next turn.
import type { Database } from './database.ts'
import { sql } from './sql.ts'
import { nextDue } from './turns.ts'

export interface ReportedOutcome {
  schedulerId: number
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
  troubled: { schedulerId: number; slot: number; at: number }[]
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
        ${column('schedulerId')}::int[], ${column('slot')}::smallint[], ${column('location')}::smallint[],
        ${column('dueAt')}::timestamptz[], ${column('at')}::timestamptz[], ${column('durationMs')}::real[],
        ${column('statusCode')}::smallint[], ${column('success')}::boolean[], ${column('infrastructure')}::boolean[],
        ${column('error')}::text[], ${column('metrics')}::bytea[], ${column('evidence')}::text[], ${column('nextDueAt')}::timestamptz[],
        ${column('suspicious')}::boolean[]
      ) as r (
        scheduler_id, slot, location, due_at, at, duration_ms, status_code, success, infrastructure, error, metrics, evidence, next_due_at,
        suspicious
      )
    ),
    moved as (
      select t.scheduler_id, t.slot, t.due_at, coalesce(r.next_due_at, ${nextDue(now)}) as next_at,
        case
          when t.location = 0 then 0
          when m.scheduling_strategy = 'roundrobin' then m.places[coalesce(array_position(m.places, t.location), 0) % cardinality(m.places) + 1]
          when m.scheduling_strategy = 'random' then m.places[1 + floor(random() * cardinality(m.places))]
          else t.location
        end as next_location,
        m.state <> 'up' or m.unsettled as unsettled
      from reported r
      join turns t on t.scheduler_id = r.scheduler_id and t.slot = r.slot and t.due_at = coalesce(r.due_at, t.due_at)
      join monitors m on m.scheduler_id = r.scheduler_id
    ),
    advanced as (
      update turns t
      set due_at = moved.next_at, leased_until = '-infinity', location = moved.next_location
      from moved
      where t.scheduler_id = moved.scheduler_id and t.slot = moved.slot and t.due_at = moved.due_at
      returning t.scheduler_id, t.slot, moved.due_at, moved.unsettled
    ),
    counted as materialized (
      select distinct on (r.scheduler_id, r.slot) r.*, a.unsettled
      from reported r
      join advanced a on a.scheduler_id = r.scheduler_id and a.slot = r.slot and a.due_at = coalesce(r.due_at, a.due_at)
      order by r.scheduler_id, r.slot, r.at
    ),
    stored as (
      insert into results (at, scheduler_id, duration_ms, location, status_code, success, infrastructure, metrics, error)
      select at, scheduler_id, duration_ms, location, status_code, success, infrastructure, metrics, error
      from counted
    ),
    judged as materialized (
      select * from counted where not infrastructure
    ),
    rolled as (
      insert into rollups as u (scheduler_id, location, hour, checks, failures, duration_sum, duration_min, duration_max)
      select scheduler_id, location, date_trunc('hour', at), count(*), count(*) filter (where not success),
        coalesce(sum(duration_ms) filter (where success), 0), min(duration_ms) filter (where success),
        max(duration_ms) filter (where success)
      from judged
      group by scheduler_id, location, date_trunc('hour', at)
      on conflict (scheduler_id, hour, location) do update
      set checks = u.checks + excluded.checks, failures = u.failures + excluded.failures,
        duration_sum = u.duration_sum + excluded.duration_sum, duration_min = least(u.duration_min, excluded.duration_min),
        duration_max = greatest(u.duration_max, excluded.duration_max)
    ),
    seen as (
      insert into sightings as s (scheduler_id, location, success, failed_at)
      select distinct on (j.scheduler_id, j.location) j.scheduler_id, j.location, j.success, case when not j.success then j.at end
      from judged j
      where not (j.success and exists (
        select from sightings s where s.scheduler_id = j.scheduler_id and s.location = j.location and s.success
      ))
      order by j.scheduler_id, j.location, j.at desc
      on conflict (scheduler_id, location) do update
      set success = excluded.success, failed_at = coalesce(excluded.failed_at, s.failed_at)
    ),
    shown as (
      insert into latest_evidence as e (scheduler_id, at, evidence)
      select distinct on (scheduler_id) scheduler_id, at, evidence
      from counted
      where evidence is not null
      order by scheduler_id, at desc
      on conflict (scheduler_id) do update
      set at = excluded.at, evidence = excluded.evidence
    ),
    kept as (
      insert into failure_evidence (scheduler_id, at, location, evidence)
      select scheduler_id, at, location, evidence::json
      from judged
      where not success and evidence is not null
      on conflict do nothing
    )
    select (select count(*)::int from counted) as counted, coalesce(
      (
        select json_agg(json_build_object('schedulerId', scheduler_id, 'slot', slot, 'at', (extract(epoch from at) * 1000)::bigint))
        from counted
        where suspicious or unsettled
      ),
      '[]'
    ) as troubled`)
  return row!
}
