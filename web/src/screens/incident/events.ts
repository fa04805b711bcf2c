// What a timeline says of each event. Texts from outside stay what they are: text.
import type { IncidentEvent } from '../../../../sdk/api.ts'
import type { Language } from '../../look.ts'
import { listOf } from '../../messages.ts'
import type { IconName } from '../../parts/icon.tsx'
import type { Status } from '../../parts/states.ts'
import type { EventWords } from './messages.ts'

const marks: Partial<Record<IncidentEvent['type'], Status>> = {
  opened: 'firing',
  confirmed: 'firing',
  joined: 'degraded',
  changed: 'degraded',
  reopened: 'firing',
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

export function sentenceOf({ type, actor, data }: IncidentEvent, say: EventWords, language: Language): string {
  const who = actor ?? say.lapwing
  const list = (key: string): string => listOf(language, names(data, key))
  switch (type) {
    case 'opened':
      return say.opened(text(data, 'message'))
    case 'confirmed':
      return say.confirmed(list('locations'))
    case 'joined':
      return say.joined(Number(data['incident_id']), text(data, 'message'))
    case 'changed':
      return say.changed(text(data, 'message'))
    case 'notified':
      return notified(data, say)
    case 'escalated':
      return [
        names(data, 'paged').length > 0 ? say.paged(list('paged')) : say.pagedNobody,
        ...names(data, 'missed'),
      ].join(' ')
    case 'acknowledged':
      return say.acknowledged(who)
    case 'reopened':
      return say.reopened
    case 'comment':
      return who
    case 'resolved':
      return actor ? say.resolvedBy(actor) : say.resolved(text(data, 'resolved_value'))
    case 'false_positive':
      return data['withdrawn'] === true ? say.notFalse(who) : say.falsePositive(who, text(data, 'reason'))
  }
}

function notified(data: Data, say: EventWords): string {
  const channel = data['channel'] as { name?: string | null; type?: string } | undefined
  const name = channel?.name ?? channel?.type ?? say.channel
  const what =
    data['event'] === 'resolved' ? say.theEnd : data['event'] === 'acknowledged' ? say.theTaking : say.theAlert
  if (data['status'] === 'failed') return say.notTold(name, what, text(data, 'error'))
  if (data['status'] === 'silenced') return say.keptSilent(name, what)
  return say.toldChannel(name, what)
}
