// Invariants of every simulated world after its failures are over.
import type { Store } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { monitoredTimes } from '../../src/store/results/monitored-times.ts'
import { uptimeIn } from '../../src/domain/uptime/monitored-time.ts'
import type { Span } from '../../src/domain/span.ts'
import { type Breach, Findings } from './breach.ts'
import { expectExplanations } from './dependencies.ts'
import { type Expected, type Happening, expectedIncidents } from './oracle.ts'
import type { SimulatedOrganization, SimulatedMonitor, SimulatedRule } from './organizations.ts'
import { type Lasting, expectedUptime } from './uptime.ts'
import type { World } from './world.ts'

interface Incident {
  id: number
  ruleId: number
  status: string
  startedAt: Date
  resolvedAt: Date | null
  reason: string | null
  partOf: number | null
}

interface Event {
  ruleId: number
  type: 'opened' | 'reopened' | 'resolved'
  at: Date
  reason: string | null
}

export async function breachesIn(
  store: Store,
  { organizations, reported, faults }: World,
  lifetime: Span,
): Promise<Breach[]> {
  const findings = new Findings('what checks lead to')
  findings.expectSame(faults, [], 'nothing is logged as an error')
  for (const organization of organizations) await expectSoundOrganization({ store, findings, lifetime }, organization)
  const monitors = organizations.flatMap((organization) => organization.monitors)
  await expectFigures({ store, findings, lifetime }, monitors, reported)
  return findings.breaches
}

export interface Examination {
  readonly store: Store
  readonly findings: Findings
  readonly lifetime: Span
}

async function expectSoundOrganization(examination: Examination, organization: SimulatedOrganization): Promise<void> {
  const { store, findings } = examination
  const incidents = await store.rows<Incident>(sql`
    select id, rule_id as "ruleId", status, started_at as "startedAt", resolved_at as "resolvedAt", resolve_reason as reason,
      part_of as "partOf"
    from incidents
    where organization_id = ${organization.organizationId}
    order by id`)
  const open = incidents.filter(({ status }) => status !== 'resolved')
  findings.expectSame(open, [], 'no incident is open after everything has recovered')
  await expectIncidentsOfHistory(examination, organization)
  await expectAlertsOf(examination, organization, incidents)
  await expectExplanations(examination, organization)
  await expectRest(examination, organization)
}

/** Incidents opened and closed exactly as in a brute-force evaluation of the history. */
async function expectIncidentsOfHistory(
  examination: Examination,
  { organizationId, monitors }: SimulatedOrganization,
): Promise<void> {
  const { store, findings } = examination
  const events = await store.rows<Event>(sql`
    select i.rule_id as "ruleId", e.type, e.created_at as at, e.data ->> 'reason' as reason
    from incident_events e
    join incidents i on i.organization_id = e.organization_id and i.id = e.incident_id
    where e.organization_id = ${organizationId} and e.type in ('opened', 'reopened', 'resolved')
    order by e.id`)
  for (const monitor of monitors) {
    const stored = await storedAt(examination, monitor)
    const counted = monitor.history.filter((one) => one.kind === 'forgotten' || stored.has(one.at))
    const expected = expectedIncidents(
      monitor.rules.map(({ oracle }) => oracle),
      counted,
    )
    for (const rule of monitor.rules) {
      const seen = pairs(
        events.filter(({ ruleId }) => ruleId === rule.ruleId),
        findings,
      )
      const byCount = expected.get(rule.ruleId)!.map(pairOf)
      if (monitor.strategy === 'parallel') expectConfirmed(rule, { history: counted, seen, findings })
      else findings.expectSame(seen, byCount, 'incidents open and close as their checks say')
    }
    if (monitor.strategy === 'parallel') continue
    const down = monitor.rules
      .filter(({ oracle }) => oracle.isCritical)
      .flatMap(({ ruleId }) =>
        downtimeOf(
          expected.get(ruleId)!,
          events.filter((one) => one.ruleId === ruleId),
        ),
      )
    await expectUptime(examination, { organizationId, monitor, down, checkedAt: [...stored] })
  }
}

/** From the first failed check to the end of each incident; one that was reopened goes on in between. */
function downtimeOf(expected: readonly Expected[], events: readonly Event[]): Lasting[] {
  const isReopened = (openedAt: number): boolean =>
    events.some(({ type, at }) => type === 'reopened' && at.getTime() === openedAt)
  const down: Lasting[] = []
  for (const { failingSince, openedAt, closedAt } of expected) {
    const from = isReopened(openedAt) ? (down.pop()?.from ?? failingSince) : failingSince
    down.push({ from, to: closedAt ?? Infinity })
  }
  return down
}

async function expectUptime(
  { store, findings, lifetime }: Examination,
  {
    organizationId,
    monitor,
    ...history
  }: { organizationId: string; monitor: SimulatedMonitor; down: readonly Lasting[]; checkedAt: readonly number[] },
): Promise<void> {
  const times = await monitoredTimes(store, { organizationId, monitorIds: [monitor.id], ...lifetime })
  const expected = expectedUptime({
    from: lifetime.from.getTime(),
    to: lifetime.to.getTime(),
    pauses: monitor.pauses,
    ...history,
  })
  findings.expectSame(uptimeIn([times.get(monitor.id)!], lifetime), expected, 'uptime is as its checks say')
}

async function storedAt({ store, findings }: Examination, { monitorNumber }: SimulatedMonitor): Promise<Set<number>> {
  const rows = await store.rows<{ at: Date }>(sql`select at from results where monitor_number = ${monitorNumber}`)
  const times = new Set(rows.map(({ at }) => at.getTime()))
  findings.expectSame(times.size, rows.length, 'no outcome is stored twice')
  return times
}

interface Pair {
  openedAt: number
  closedAt: number | null
  byHand: boolean
}

/** Openings and closings alternate: at most one incident of a rule is open at any time. */
function pairs(events: readonly Event[], findings: Findings): Pair[] {
  const found: Pair[] = []
  for (const { type, at, reason } of events) {
    const last = found.at(-1)
    if (type === 'resolved') {
      findings.expect(last?.closedAt === null, 'an incident closes once', { at })
      if (last) Object.assign(last, { closedAt: reason === null ? at.getTime() : 0, byHand: reason !== null })
    } else {
      findings.expect(last?.closedAt !== null, 'an incident opens when none of its rule is open', { at })
      found.push({ openedAt: at.getTime(), closedAt: null, byHand: false })
    }
  }
  return found
}

const pairOf = ({ openedAt, closedAt, byHand }: Expected): Pair => ({
  openedAt,
  closedAt: byHand ? 0 : closedAt,
  byHand,
})

/**
 * The judge counts the rounds of a parallel monitor; here it is enough that no incident opened without confirmation.
 */
function expectConfirmed(
  { ruleId, oracle }: SimulatedRule,
  { history, seen, findings }: { history: readonly Happening[]; seen: readonly Pair[]; findings: Findings },
): void {
  for (const { openedAt } of seen) {
    const before = history.filter(
      (one) => one.kind === 'check' && one.at <= openedAt && one.at > openedAt - 24 * 3_600_000,
    )
    const violations = before.filter((one) => one.kind === 'check' && one.violated.get(ruleId) === true).length
    findings.expect(violations >= oracle.threshold, 'an incident of a parallel monitor is confirmed', {
      ruleId,
      openedAt,
    })
  }
}

/**
 * Programs were notified of every incident and its end, people of each outage, or the log says why not. People are not
 * notified of an end whose opening was set aside, or was over when its alert had waited for a parent.
 */
async function expectAlertsOf(
  { store, findings }: Examination,
  { organizationId, channelIds, chatIds }: SimulatedOrganization,
  incidents: readonly Incident[],
): Promise<void> {
  const logged = await store.rows<{ key: string; ofOutage: string; announced: boolean }>(sql`
    select n.incident_id || ' ' || n.event || ' ' || n.channel_id as key,
      coalesce(i.part_of, i.id) || ' ' || n.event || ' ' || n.channel_id as "ofOutage",
      bool_or(n.status <> 'failed' and n.silenced_reason is distinct from 'recovered') as announced
    from notifications n
    join incidents i on i.organization_id = n.organization_id and i.id = n.incident_id
    where n.organization_id = ${organizationId} and (n.status <> 'failed' or n.error like 'set aside%')
    group by key, "ofOutage"`)
  const unannounced = logged.filter(({ announced }) => !announced).map(({ ofOutage }) => ofOutage)
  const keysOf = (some: readonly Incident[], channels: readonly number[]): string[] =>
    some.flatMap(({ id }) => channels.flatMap((channel) => [`${id} firing ${channel}`, `${id} resolved ${channel}`]))
  const isLoneEnd = (key: string): boolean =>
    key.includes('resolved') && unannounced.includes(key.replace('resolved', 'firing'))
  const leading = incidents.filter((one) => one.partOf === null)
  const keys = logged.map(({ key }) => key)
  findings.expectAll(keys, keysOf(incidents, channelIds), 'programs are notified of every incident')
  const owed = keysOf(leading, chatIds).filter((key) => !isLoneEnd(key))
  const ofOutages = logged.map(({ ofOutage }) => ofOutage)
  findings.expectAll(ofOutages, owed, 'people are notified of every outage')
  const waiting = await store.row<{ outbox: number; deliveries: number }>(sql`
    select (select count(*)::int from outbox where organization_id = ${organizationId}) as outbox,
      (select count(*)::int from deliveries where organization_id = ${organizationId}) as deliveries`)
  findings.expectSame(waiting, { outbox: 0, deliveries: 0 }, 'nothing is left to send')
}

/** Hourly and daily figures match the single results, and only reported results were counted. */
async function expectFigures(
  { store, findings }: Examination,
  monitors: readonly SimulatedMonitor[],
  reported: ReadonlySet<string>,
): Promise<void> {
  for (const { monitorNumber } of monitors) {
    const figures = await store.row<
      Record<'checks' | 'failures' | 'results' | 'failed' | 'daily' | 'failedDaily', number>
    >(sql`
      select coalesce(sum(checks), 0)::int as checks, coalesce(sum(failures), 0)::int as failures,
        (select count(*)::int from results where monitor_number = ${monitorNumber}) as results,
        (select count(*)::int from results where monitor_number = ${monitorNumber} and not success) as failed,
        (select coalesce(sum(checks), 0)::int from daily_rollups where monitor_number = ${monitorNumber}) as daily,
        (select coalesce(sum(failures), 0)::int from daily_rollups where monitor_number = ${monitorNumber}) as "failedDaily"
      from rollups
      where monitor_number = ${monitorNumber}`)
    const { checks, failures, results, failed, daily, failedDaily } = figures!
    findings.expectSame([checks, failures], [results, failed], 'the figures of hours match the results')
    findings.expectSame([daily, failedDaily], [results, failed], 'the figures of days match the results')
    const ownReports = [...reported].filter((key) => key.startsWith(`${monitorNumber} `)).length
    findings.expect(results <= ownReports, 'only what was reported counts', { results, ownReports })
  }
}

async function expectRest({ store, findings }: Examination, { organizationId }: SimulatedOrganization): Promise<void> {
  const states = await store.rows<{ state: string }>(
    sql`select distinct state from monitors where organization_id = ${organizationId}`,
  )
  findings.expectSame(states, [{ state: 'up' }], 'every monitor is up at the end')
}
