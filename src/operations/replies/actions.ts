// The effect of each reply on an incident.
import { newId } from '../../domain/id.ts'
import type { ReplyAction } from '../../domain/notifying/reply.ts'
import type { Database } from '../../store/database/database.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { acknowledge, requestResolve } from '../../store/incidents/incidents.ts'
import type { LockedIncident } from '../../store/incidents/locked-incident.ts'
import { addWindow } from '../../store/monitors/maintenance-windows.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import type { ReplyChannel } from '../../store/notifications/reply-channels.ts'
import { escalationsOf, expediteEscalations, policyPagedThrough } from '../../store/on-call/escalations.ts'

export interface ReplyEffect {
  /** The action and the changes for the activity log. */
  readonly activity: string
  readonly changes: Readonly<Record<string, unknown>>
}

interface ReplySubject {
  readonly incident: LockedIncident
  readonly channel: ReplyChannel
  readonly through: string
  readonly by: string
  readonly now: Date
}

type CarryOutReply = (db: Database, subject: ReplySubject) => Promise<ReplyEffect | { readonly refused: string }>

const muteMinutes = 60

export const effects: Readonly<Record<ReplyAction, CarryOutReply>> = {
  async acknowledge(db, { incident, channel: { organizationId }, through, by, now }) {
    await acknowledge(db, { organizationId, id: incident.id, by, through, now })
    return { activity: 'incident.acknowledged', changes: { status: { from: incident.status, to: 'acknowledged' } } }
  },

  async resolve(db, { incident, channel: { organizationId }, through, by, now }) {
    await requestResolve(db, { organizationId, id: incident.id, by, through, now })
    return { activity: 'incident.resolved', changes: { status: { from: incident.status, to: 'resolved' } } }
  },

  async mute(db, { incident, channel: { organizationId }, through, by, now }) {
    const { id, subject, message } = incident
    if (subject.kind !== 'monitor') return { refused: 'Only alerts of a monitor can be muted' }
    if ((await knownMonitors(db, organizationId, [subject.id])).length === 0)
      return { refused: 'The monitor was deleted' }
    const until = new Date(now.getTime() + muteMinutes * 60_000)
    // Uptime counts as before, and status pages ignore windows of an incident.
    await addWindow(db, organizationId, {
      id: newId(now),
      name: `Muted: ${subject.name}`.slice(0, 200),
      description: message,
      monitorIds: [subject.id],
      monitorTags: [],
      startsAt: now,
      durationMinutes: muteMinutes,
      timezone: 'UTC',
      recurrence: 'once',
      recurrenceUntil: null,
      suppressAlerts: true,
      excludeFromSla: false,
      enabled: true,
      endedEarlyAt: [],
      incidentId: id,
      createdAt: now,
      updatedAt: now,
    })
    await addEvent(db, { organizationId, incidentId: id, type: 'muted', by, data: { through, until }, now })
    return { activity: 'incident.muted', changes: { muted_until: { from: null, to: until } } }
  },

  async 'pass-on'(db, { incident: { id, outageId }, channel, through, by, now }) {
    const { organizationId } = channel
    const policyId = await policyPagedThrough(db, { organizationId, outageId, channelId: channel.id })
    const running = await escalationsOf(db, organizationId, [outageId])
    const theirs = running.filter(({ policy, held }) => !held && (policyId === undefined || policy.id === policyId))
    if (theirs.length === 0) return { refused: 'There is no next step of an escalation to pass it on to' }
    await expediteEscalations(db, { organizationId, outageId, policyId }, now)
    await addEvent(db, { organizationId, incidentId: id, type: 'passed_on', by, data: { through }, now })
    return { activity: 'incident.paged', changes: { paged: { from: null, to: 'the next step' } } }
  },
}
