import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { saveReport, requestResolve } from '../../store/incidents/incidents.ts'
import { type MutableMonitor, lockMonitorOfIncident, isMutedByReport } from '../../store/monitors/muted-locations.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { muteLocation, unmuteLocation } from '../monitors/muting/muting.ts'
import { incidentText, incidents } from './incident.ts'
import { incident, params, resolvedExample } from './schema.ts'

const maxReason = 10_240

const body = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .meta({ description: 'Why it was a false positive; up to 10 KB (10,240 bytes of UTF-8)' }),
    excludeFromSla: z
      .boolean()
      .default(true)
      .meta({ description: 'Exclude the time of the incident from uptime and reports' }),
    muteLocationId: z
      .uuid()
      .toLowerCase()
      .optional()
      .meta({
        description:
          'A location of the monitor to mute: its checks confirm no incident of this monitor while another ' +
          'location is alive. ' +
          "Lasts until the report is withdrawn or the monitor's locations change",
      }),
  })
  .meta({ id: 'FalsePositiveReport' })

const reportedExample = {
  resolve_requested_at: '2026-02-11T08:41:08.700Z',
  false_positive: {
    reason: 'Our firewall had blocked the probes',
    reported_by: 'Ada',
    reported_at: '2026-02-11T08:41:08.700Z',
    exclude_from_sla: true,
    mute_location_id: null,
  },
}

export const reportFalsePositive = defineOperation({
  id: 'reportFalsePositive',
  method: 'POST',
  path: '/incidents/{id}/false-positive',
  tag: 'Incidents',
  summary: 'Mark an incident as a false positive',
  description: 'An open incident is resolved within moments. To change a report, withdraw it first.',
  params,
  body,
  bodyExample: { reason: 'Our firewall had blocked the probes', excludeFromSla: true },
  faults: ['conflict'],
  responses: {
    200: { description: 'It was already marked', schema: incident, example: reportedExample },
    201: { description: 'The incident with its report', schema: incident, example: reportedExample },
  },
  async handle({ params, body: { reason, excludeFromSla, muteLocationId } }, context) {
    const { db, caller, now } = context
    if (Buffer.byteLength(reason) > maxReason)
      throw new Fault('payload_too_large', `reason: larger than 10 KB (${maxReason.toLocaleString('en')} bytes)`)
    const monitor = muteLocationId && (await lockMonitorOfIncident(db, caller.organization.id, params.id))
    const before = await incidents.lock(context, params)
    if (before.falsePositive) return ok(await incidentText(context, before.id))
    if (muteLocationId) await mute(context, monitor || undefined, muteLocationId)
    const act = { organizationId: caller.organization.id, id: before.id, by: actorOf(caller), now }
    const report = {
      reason,
      reported_by: act.by,
      reported_at: now.toISOString(),
      exclude_from_sla: excludeFromSla,
      mute_location_id: muteLocationId ?? null,
    }
    await saveReport(db, act, report)
    const data = { reason, exclude_from_sla: excludeFromSla }
    await addEvent(db, { ...act, incidentId: before.id, type: 'false_positive', data })
    await requestResolve(db, act)
    incidents.record(context, 'incident.false_positive', before, { false_positive: { from: null, to: report } })
    return created(await incidentText(context, before.id))
  },
})

export const withdrawFalsePositive = defineOperation({
  id: 'withdrawFalsePositive',
  method: 'DELETE',
  path: '/incidents/{id}/false-positive',
  tag: 'Incidents',
  summary: 'Withdraw a false positive report',
  description:
    'Uptime counts the incident again, and the location that the report muted is unmuted. The incident stays resolved.',
  params,
  responses: { 200: { description: 'The incident', schema: incident, example: resolvedExample } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const monitor = await lockMonitorOfIncident(db, caller.organization.id, params.id)
    const before = await incidents.lock(context, params)
    const report = before.falsePositive
    if (!report) throw new Fault('not_found', 'The incident is not marked as a false positive')
    const act = { organizationId: caller.organization.id, id: before.id, by: actorOf(caller), now }
    await saveReport(db, act, null)
    await addEvent(db, { ...act, incidentId: before.id, type: 'false_positive', data: { withdrawn: true } })
    if (monitor && report.mute_location_id) await unmute(context, monitor, report.mute_location_id)
    incidents.record(context, 'incident.false_positive', before, { false_positive: { from: report, to: null } })
    return ok(await incidentText(context, before.id))
  },
})

async function mute(context: CallerContext, monitor: MutableMonitor | undefined, locationId: string): Promise<void> {
  if (!monitor) throw new Fault('conflict', "The incident's monitor was deleted, so its locations cannot be muted")
  if (!monitor.locationIds.includes(locationId)) {
    const present = monitor.locationIds.join(', ') || 'none'
    throw new Fault('invalid_request', `muteLocationId: the monitor has no location ${locationId}; it has ${present}`)
  }
  await muteLocation(context, monitor, locationId)
}

async function unmute(context: CallerContext, monitor: MutableMonitor, locationId: string): Promise<void> {
  const of = { organizationId: context.caller.organization.id, monitorId: monitor.id, locationId }
  if (await isMutedByReport(context.db, of)) return
  await unmuteLocation(context, monitor, locationId)
}
