// The input of the judge, read while the monitor is locked.
import type { JudgedMonitor } from '../../domain/alerting/judge.ts'
import type { MonitorState } from '../../domain/monitor.ts'
import { liveSince } from '../checking/locations.ts'
import { arrays } from '../database/array-parameter.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface MonitorToJudge extends JudgedMonitor {
  organizationId: string
  monitorId: string
  target: string
  state: MonitorState
  /** Whether the latest outcome of a live location failed. */
  failing: boolean
  /** Rules with an open incident. */
  open: number[]
}

interface Suspicion {
  readonly monitorNumber: number
  readonly suspicious: boolean
}

/** Locks the monitors of these outcomes that the judge has to process, and returns them. */
export async function lockFailing(db: Database, outcomes: readonly Suspicion[]): Promise<Set<number>> {
  const numbersOf = (some: readonly Suspicion[]): number[] => some.map(({ monitorNumber }) => monitorNumber)
  const suspicious = numbersOf(outcomes.filter((outcome) => outcome.suspicious))
  const held = await db.rows<{ monitorNumber: number }>(sql`
    select monitor_number as "monitorNumber"
    from monitors
    where monitor_number = any (${suspicious}::bigint[] || array(
      select monitor_number
      from monitors
      where monitor_number = any (${arrays.integer(numbersOf(outcomes))}::int[]) and (state <> 'up' or unsettled)
    ))
    order by monitor_number
    for no key update`)
  return new Set(held.map(({ monitorNumber }) => monitorNumber))
}

export async function lockNumbered(db: Database, monitorNumbers: readonly number[]): Promise<void> {
  await db.run(sql`
    select from monitors
    where monitor_number = any (${monitorNumbers}::bigint[])
    order by monitor_number
    for no key update`)
}

// These monitors failed between the two queries. Waiting for them with turns already locked could deadlock.
export async function lockWithoutWaiting(db: Database, monitorNumbers: readonly number[]): Promise<void> {
  await db.run(
    sql`select from monitors where monitor_number = any (${monitorNumbers}::bigint[]) for no key update nowait`,
  )
}

const ruleJson = sql`json_build_object(
  'id', r.id, 'ruleId', r.rule_id, 'name', r.name, 'metric', r.metric, 'metricKey', r.metric_key, 'operator',
  r.operator, 'value', r.value,
  'severity', r.severity, 'failureThreshold', r.failure_threshold, 'minFailedProbes', r.min_failed_probes,
  'durationWindowSeconds', r.duration_window_seconds, 'clearAfter', r.clear_after, 'version', r.version
)`

/**
 * A location that just reported is alive, whatever else is stored. Types that are not probed have location 0. Muted
 * locations count only if there are no others.
 */
const liveLocations = (reporting: readonly number[], now: Date): Statement => sql`
  case when m.deadline_seconds is null then '{0}'::smallint[] else (
    select coalesce(array_agg(l.number) filter (where l.number <> all (m.muted_location_numbers)), array_agg(l.number),
      '{}')
    from locations l
    where l.number = any (m.location_numbers)
      and (l.seen_at > ${liveSince(now)} or l.number = any (${reporting}::smallint[]))
  ) end`

interface JudgingQuery {
  monitorNumbers: readonly number[]
  /** Locations that just reported. */
  reporting: readonly number[]
  now: Date
}

export async function monitorsToJudge(
  db: Database,
  { monitorNumbers, reporting, now }: JudgingQuery,
): Promise<MonitorToJudge[]> {
  return db.rows(sql`
    select m.organization_id as "organizationId", m.id as "monitorId", m.monitor_number as "monitorNumber", m.name,
      m.type, m.target,
      m.state, m.scheduling_strategy as strategy, m.interval_seconds as "intervalSeconds", located.live,
      coalesce(m.config -> 'expiryReminderDays', '[]') as "reminderDays",
      coalesce(r.rules, '[]') as rules, coalesce(r.open, '[]') as open,
      coalesce((select json_object_agg(s.rule_id, s.state) from rule_states s
        where s.monitor_number = m.monitor_number), '{}') as states,
      exists (
        select from sightings s where s.monitor_number = m.monitor_number and not s.success
          and s.location = any (located.live)
      ) as failing
    from monitors m
    cross join lateral (select ${liveLocations(reporting, now)} as live) located
    cross join lateral (
      select json_agg(${ruleJson} order by r.rule_id) filter (where r.enabled) as rules,
        json_agg(r.rule_id) filter (where i.id is not null) as open
      from alert_rules r
      left join incidents i on i.rule_id = r.rule_id and i.status <> 'resolved'
      where r.organization_id = m.organization_id and r.monitor_id = m.id
    ) r
    where m.monitor_number = any (${monitorNumbers}::bigint[])
    order by m.monitor_number`)
}
