// Sentences for timeline events.
import type { IncidentEvent } from '../../api-types.ts'
import type { Language } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import type { IconName } from '../../parts/icon.tsx'
import type { Status } from '../../parts/states.ts'
import type { EventTexts } from './event-messages.ts'

const marks: Partial<Record<IncidentEvent['type'], Status>> = {
  opened: 'firing',
  confirmed: 'firing',
  joined: 'degraded',
  affects: 'degraded',
  affected: 'unknown',
  unexplained: 'down',
  vendor_reported: 'unknown',
  vendor_recovered: 'unknown',
  changed: 'degraded',
  reopened: 'firing',
  unacknowledged: 'firing',
  resolved: 'resolved',
}

export const markOf = ({ type, data }: IncidentEvent): Status | undefined =>
  type === 'notified' && data['status'] === 'failed' ? 'failed' : marks[type]

export const iconOf = ({ type }: IncidentEvent): IconName =>
  type === 'notified' ? 'send' : type === 'escalated' ? 'bell' : type === 'false_positive' ? 'close' : 'clock'

type Data = Readonly<Record<string, unknown>>

const text = (data: Data, key: string): string => (typeof data[key] === 'string' ? data[key] : '')
const names = (data: Data, key: string): string[] =>
  (Array.isArray(data[key]) ? data[key] : []).flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    const name = (item as { name?: unknown } | null)?.name
    return typeof name === 'string' ? [name] : []
  })

export function sentenceOf({ type, actor, data }: IncidentEvent, t: EventTexts, language: Language): string {
  const who = actor ?? t.lapwing
  const list = (key: string): string => listOf(language, names(data, key))
  switch (type) {
    case 'opened':
      return t.opened(text(data, 'message'))
    case 'confirmed':
      return t.confirmed(list('locations'))
    case 'joined':
      return t.joined(Number(data['incident_id']), text(data, 'message'))
    case 'affects':
      return t.affects(text(data, 'monitor'), Number(data['incident_id']), text(data, 'message'))
    case 'affected':
      return t.affected(text(data, 'monitor'), Number(data['incident_id']))
    case 'unexplained':
      return t.unexplained
    case 'vendor_reported':
      return t.vendorReported(text(data, 'vendor'), text(data, 'title'))
    case 'vendor_recovered':
      return t.vendorRecovered(text(data, 'vendor'), text(data, 'title'))
    case 'changed':
      return t.changed(text(data, 'message'))
    case 'notified':
      return notified(data, t)
    case 'escalated':
      return [names(data, 'paged').length > 0 ? t.paged(list('paged')) : t.pagedNobody, ...names(data, 'missed')].join(
        ' ',
      )
    case 'acknowledged':
      return t.acknowledged(who, text(data, 'through'))
    case 'assigned':
      return t.assigned(who, names({ user: [data['user']] }, 'user')[0])
    case 'reopened':
      return actor ? t.reopenedBy(actor) : t.reopened
    case 'unacknowledged':
      return t.unacknowledged(who)
    case 'comment':
      return who
    case 'resolved':
      return actor ? t.resolvedBy(actor, text(data, 'through')) : t.resolved(text(data, 'resolved_value'))
    case 'false_positive':
      return data['withdrawn'] === true ? t.notFalse(who) : t.falsePositive(who, text(data, 'reason'))
    case 'muted':
      return t.muted(who, text(data, 'through'))
    case 'passed_on':
      return t.passedOn(who, text(data, 'through'))
  }
}

function notified(data: Data, t: EventTexts): string {
  const channel = data['channel'] as { name?: string | null; type?: string } | undefined
  const name = channel?.name ?? channel?.type ?? t.channel
  const what = data['event'] === 'resolved' ? t.theEnd : data['event'] === 'acknowledged' ? t.theTaking : t.theAlert
  if (data['status'] === 'failed') return t.notDelivered(name, what, text(data, 'error'))
  if (data['status'] === 'silenced') return t.keptSilent(name, what, text(data, 'silenced_reason'))
  return t.deliveredTo(name, what)
}
