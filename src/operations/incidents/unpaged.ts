// Why nobody was paged for an incident.
import { currentIncident, pagingDecision } from '../../domain/notifying/outage.ts'
import { hasEscalated } from '../../store/incidents/open-now.ts'
import { outagesOfIncidents } from '../../store/incidents/outages.ts'
import { groupsWithPolicies } from '../../store/notifications/contact-groups.ts'
import type { CallerContext } from '../registry/define.ts'

export const unpagedReasons = [
  'shadow',
  'dependency',
  'maintenance',
  'unreachable',
  'no_policy',
  'ended',
  'before_policy',
] as const
type UnpagedReason = (typeof unpagedReasons)[number]

/** For an incident whose outage paged nobody and is about to page nobody; null until its alert was routed. */
export async function unpagedReason({ db, caller }: CallerContext, incidentId: number): Promise<UnpagedReason | null> {
  const { id: organizationId } = caller.organization
  const outage = (await outagesOfIncidents(db, organizationId, [incidentId])).get(incidentId)
  if (!outage || outage.alertsWaitUntil !== null) return null
  if (outage.subject.shadow) return 'shadow'
  if (currentIncident(outage).affectedBy !== null) return 'dependency'
  if (outage.isWithheld) return 'maintenance'
  const ids = outage.incidents.map(({ id }) => id)
  if (await hasEscalated(db, organizationId, ids)) return 'unreachable'
  const groups = await groupsWithPolicies(db, organizationId, outage.notifiedGroups)
  if (groups.every(({ policy }) => policy === null)) return 'no_policy'
  return pagingDecision(outage) === 'page' ? 'before_policy' : 'ended'
}
