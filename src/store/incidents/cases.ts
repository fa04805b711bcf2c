// A case: all that the judge needs to know of one monitor, read under its lock, and what is written back.
import { type Effect, type JudgedMonitor, type JudgedRule, stateOf } from '../../domain/alerting/judge.ts'
import type { RuleState } from '../../domain/alerting/rule-state.ts'
import type { State } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import type { IncidentMonitor } from './incidents.ts'
import { liveSince } from '../checking/locations.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface Case extends IncidentMonitor, Omit<JudgedMonitor, 'monitorNumber' | 'name' | 'type'> {
  state: State
  /** The latest outcome of a living location failed. */
  failing: boolean
  /** Rules with an open incident. */
  open: number[]
}

const ruleJson = sql`json_build_object(
  'id', r.id, 'ruleId', r.rule_id, 'name', r.name, 'metric', r.metric, 'metricKey', r.metric_key, 'operator', r.operator, 'value', r.value,
  'severity', r.severity, 'failureThreshold', r.failure_threshold, 'minFailedProbes', r.min_failed_probes,
  'durationWindowSeconds', r.duration_window_seconds, 'clearAfter', r.clear_after, 'version', r.version
)`

/**
 * A place that has just reported is alive, whatever else is known of it. What is not probed has one place, 0. Those that
 * are muted do not count, unless nobody else is left to see anything.
 */
const liveLocations = (reporting: readonly number[], now: Date): Statement => sql`
  case when m.deadline_seconds is null then '{0}'::smallint[] else (
    select coalesce(array_agg(l.number) filter (where l.number <> all (m.muted_location_numbers)), array_agg(l.number), '{}')
    from locations l
    where l.number = any (m.location_numbers) and (l.seen_at > ${liveSince(now)} or l.number = any (${reporting}::smallint[]))
  ) end`

export interface Asked {
  monitorNumbers: readonly number[]
  /** Locations that have just been heard of. */
  reporting: readonly number[]
  now: Date
}

export async function casesOf(db: Database, { monitorNumbers, reporting, now }: Asked): Promise<Case[]> {
  return db.rows(sql`
    select m.organization_id as "organizationId", m.id as "monitorId", m.monitor_number as "monitorNumber", m.name, m.type, m.target,
      m.state, m.scheduling_strategy as strategy, m.interval_seconds as "intervalSeconds", located.live,
      coalesce(m.config -> 'expiryReminderDays', '[]') as "reminderDays",
      coalesce(r.rules, '[]') as rules, coalesce(r.open, '[]') as open,
      coalesce((select json_object_agg(s.rule_id, s.state) from rule_states s where s.monitor_number = m.monitor_number), '{}') as states,
      exists (
        select from sightings s where s.monitor_number = m.monitor_number and not s.success and s.location = any (located.live)
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

export interface KeptState {
  ruleId: number
  monitorNumber: number
  state: RuleState | null
}

export async function keepStates(db: Database, kept: readonly KeptState[]): Promise<void> {
  const unrest = kept.filter(({ state }) => state !== null)
  const rest = kept.filter(({ state }) => state === null)
  if (unrest.length > 0)
    await db.run(sql`
      insert into rule_states (rule_id, monitor_number, state)
      select *
      from unnest(
        ${unrest.map(({ ruleId }) => ruleId)}::bigint[], ${unrest.map(({ monitorNumber }) => monitorNumber)}::bigint[],
        ${unrest.map(({ state }) => JSON.stringify(state))}::jsonb[]
      )
      on conflict (rule_id) do update
      set state = excluded.state`)
  if (rest.length > 0)
    await db.run(sql`delete from rule_states where rule_id = any (${rest.map(({ ruleId }) => ruleId)}::bigint[])`)
}

/** What the monitor is once these effects have been applied. */
export function stateAfter(
  { state, open, rules, failing }: Case,
  effects: readonly Effect[],
  { unwell, seen }: { unwell: boolean; seen: boolean },
): State {
  const isOpen = new Set(open)
  for (const { kind, rule } of effects) {
    if (kind === 'opened') isOpen.add(rule.ruleId)
    if (kind === 'closed') isOpen.delete(rule.ruleId)
  }
  const opens = (severity: JudgedRule['severity']): boolean =>
    rules.some((rule) => rule.severity === severity && isOpen.has(rule.ruleId))
  return stateOf({
    paused: state === 'paused',
    criticalOpen: opens('critical'),
    warningOpen: opens('warning'),
    failing: failing || unwell,
    seen: seen || state !== 'unknown',
  })
}

export async function showStates(
  db: Database,
  shown: readonly { monitorNumber: number; state: State; unsettled: boolean }[],
): Promise<void> {
  await db.run(sql`
    update monitors m
    set state = s.state, unsettled = s.unsettled
    from unnest(
      ${shown.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${shown.map(({ state }) => state)}::text[],
      ${shown.map(({ unsettled }) => unsettled)}::boolean[]
    ) as s (monitor_number, state, unsettled)
    where m.monitor_number = s.monitor_number and (m.state, m.unsettled) is distinct from (s.state, s.unsettled)`)
}
