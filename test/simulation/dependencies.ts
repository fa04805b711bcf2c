// Predicts which incidents a monitor's parent explains, from when both were open. It shares no code with the router.
import type { Store } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import type { Findings } from './breach.ts'
import type { Examination } from './invariants.ts'
import type { SimulatedOrganization } from './organizations.ts'
import type { Lasting } from './uptime.ts'

type Hearing = 'explained' | 'unexplained' | 'either'

const minute = 60_000
/** By then an alert is routed: the notifier runs in most steps of 15 seconds. */
const routedMs = 5 * minute
/** The checks of a step end within the second after it. */
const spreadMs = 1000

/**
 * An incident is explained if one of the parent is open until its alert is routed, and not if none is near. In between
 * it depends on when the notifier ran.
 */
export function expectedHearing(child: readonly Lasting[], parents: readonly Lasting[]): Hearing {
  const { from, to } = child[0]!
  const isBehind = (one: Lasting): boolean => one.from <= from && one.to >= from + routedMs
  if (to - from >= routedMs && parents.some(isBehind)) return 'explained'
  const isNear = (span: Lasting): boolean =>
    parents.some((one) => one.from <= span.to + minute && span.from - minute <= one.to)
  return child.some(isNear) ? 'either' : 'unexplained'
}

interface IncidentFacts {
  readonly id: number
  readonly monitorId: string
  /** The first incident of its outage. */
  readonly outageId: number
  readonly isCritical: boolean
  /** Whether people were notified of its beginning. */
  readonly isNotified: boolean
  /** Whether somebody was not notified because of the parent. */
  readonly isExplained: boolean
  readonly events: readonly { type: string; at: number; by: number | null }[]
}

/** Checks who heard of what. */
export async function expectExplanations(
  { store, findings }: Examination,
  { organizationId, monitors, chatIds }: SimulatedOrganization,
): Promise<void> {
  const incidents = await factsOf(store, organizationId, chatIds)
  const spans = new Map(incidents.map((one) => [one.id, spansOf(one)]))
  for (const { id, parentId } of monitors) {
    const own = incidents.filter(({ monitorId }) => monitorId === id)
    const ofParent = incidents.filter((one) => one.monitorId === parentId && one.isCritical)
    for (const incident of own) {
      const parents = ofParent.flatMap((one) => spans.get(one.id)!)
      const hearing = expectedHearing(spans.get(incident.id)!, parents)
      const isAffected = incident.events.some(({ type }) => type === 'affected')
      if (hearing !== 'either')
        findings.expect(isAffected === (hearing === 'explained'), `an incident is ${hearing}`, { id: incident.id })
      expectOrder(incident, { ofParent, spans, findings })
    }
  }
}

interface ParentFacts {
  readonly ofParent: readonly IncidentFacts[]
  readonly spans: ReadonlyMap<number, readonly Lasting[]>
  readonly findings: Findings
}

/** An incident is explained by one of the parent that is open, and told afterwards only if that one is over. */
function expectOrder(
  { id, isNotified, isExplained, events }: IncidentFacts,
  { ofParent, spans, findings }: ParentFacts,
): void {
  let by: number | null = null
  const isFreed = events.some(({ type }) => type === 'unexplained')
  if (isExplained && !isFreed)
    findings.expect(!isNotified, 'nobody hears of an incident that is explained to the end', { id })
  for (const event of events) {
    const isOutageOpen = (id: number): boolean =>
      ofParent
        .filter(({ outageId }) => outageId === id)
        .flatMap((one) => spans.get(one.id)!)
        .some(({ from, to }) => from <= event.at + spreadMs && event.at <= to)
    if (event.type === 'affected') {
      by = event.by
      const isOfParent = ofParent.some((one) => one.id === by)
      findings.expect(isOfParent, 'an incident of the parent explains one of the child', { id, by })
      if (isOfParent) findings.expect(isOutageOpen(by!), 'an outage explains an incident while it goes on', { id, by })
    }
    if (event.type === 'unexplained') {
      const isOver = by !== null && (spans.get(by)?.some(({ to }) => to <= event.at) ?? false)
      findings.expect(isOver, 'an incident is explained until the one of the parent is over', { id, by })
    }
  }
}

function spansOf({ events }: IncidentFacts): Lasting[] {
  const found: Lasting[] = []
  for (const { type, at } of events) {
    if (type === 'opened' || type === 'reopened') found.push({ from: at, to: Infinity })
    if (type === 'resolved') found.push({ from: found.pop()!.from, to: at })
  }
  return found
}

async function factsOf(store: Store, organizationId: string, chatIds: readonly number[]): Promise<IncidentFacts[]> {
  return store.rows(sql`
    select i.id, i.monitor_id as "monitorId", coalesce(i.part_of, i.id) as "outageId", i.severity = 'critical' as "isCritical",
      exists (
        select from notifications n
        where n.organization_id = i.organization_id and n.incident_id = i.id and n.event = 'firing'
          and n.status = 'sent' and n.channel_id = any (${chatIds}::bigint[])
      ) as "isNotified",
      exists (
        select from notifications n
        where n.organization_id = i.organization_id and n.incident_id = i.id and n.silenced_reason = 'dependency'
      ) as "isExplained",
      array(
        select jsonb_build_object('type', e.type, 'at', (extract(epoch from e.created_at) * 1000)::bigint,
          'by', (e.data ->> 'incident_id')::bigint)
        from incident_events e
        where e.organization_id = i.organization_id and e.incident_id = i.id
          and e.type in ('opened', 'reopened', 'resolved', 'affected', 'unexplained')
        order by e.id
      ) as events
    from incidents i
    where i.organization_id = ${organizationId}
    order by i.id`)
}
