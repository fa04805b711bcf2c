// What happened in a world, as its invariants read it: outages of monitors, when they were silent, and who was sent
// what. It shares no code with the engine.
import type { SendAttempt } from '../../kit/alerts/receivers.ts'
import type { RecordedEvent, RecordedHistory } from './recorder.ts'
import type { WatchedMonitor } from './setting.ts'
import type { OutageWorld } from './world.ts'

/** The time in which at least one incident of a monitor is open. */
export interface Outage {
  readonly monitor: WatchedMonitor
  readonly from: number
  to: number
  readonly incidentIds: Set<number>
  /** Those of an outage that had begun when an incident of this one was reopened. */
  readonly mergedIds: Set<number>
  /** The open incidents over time. */
  readonly changes: { readonly at: number; readonly open: readonly number[] }[]
}

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export type { Breach } from '../breach.ts'

/** A message for one recipient: a channel, or an address that a channel sent to. */
export interface Message extends SendAttempt {
  readonly recipient: string
  /** The incidents that it is about; several for a digest. */
  readonly incidentIds: readonly number[]
  readonly isDigest: boolean
}

export interface Facts {
  readonly world: OutageWorld
  readonly history: RecordedHistory
  readonly outages: readonly Outage[]
  readonly messages: readonly Message[]
  eventsOf(incidentId: number): readonly RecordedEvent[]
  messagesOf(outage: Outage): readonly Message[]
  /** The parts of an outage in which nothing is a reason for silence and nobody has taken it on. */
  demandingSpans(outage: Outage): TimeSpan[]
}

export function factsOf(world: OutageWorld, history: RecordedHistory): Facts {
  const outages = world.setting.monitors.flatMap((monitor) => outagesOf(monitor, history))
  const messages = world.receivers.attempts.flatMap((one) => messagesIn(one, world.setting.mailId))
  const events = Map.groupBy(history.events, ({ incidentId }) => incidentId)
  return {
    world,
    history,
    outages,
    messages,
    eventsOf: (incidentId) => events.get(incidentId) ?? [],
    messagesOf: ({ incidentIds }) => messages.filter((one) => one.incidentIds.some((id) => incidentIds.has(id))),
    demandingSpans: (outage) =>
      spansWithout(outage, [...silentSpans(outage, world, history), ...takenOn(outage, world), ...closedSpans(outage)]),
  }
}

/** Each address of an email is a recipient. */
function messagesIn(attempt: SendAttempt, mailId: number): Message[] {
  const { alert, channelId, addresses } = attempt
  const incidentIds = (alert.missed ?? [alert]).map(({ incident }) => incident.id)
  const shared = { ...attempt, incidentIds, isDigest: alert.missed !== undefined }
  const recipients = channelId === mailId ? addresses.map((address) => `${channelId} ${address}`) : [String(channelId)]
  return recipients.map((recipient) => ({ ...shared, recipient }))
}

function outagesOf(monitor: WatchedMonitor, { incidents, events }: RecordedHistory): Outage[] {
  const theirs = new Set(incidents.filter(({ monitorId }) => monitorId === monitor.id).map(({ id }) => id))
  const found: Outage[] = []
  let open: number[] = []
  for (const { incidentId, type, at } of events) {
    if (!theirs.has(incidentId) || !['opened', 'reopened', 'resolved'].includes(type)) continue
    const last = found.at(-1)
    if (type === 'resolved') open = open.filter((id) => id !== incidentId)
    else {
      // A reopened incident belongs to the outage that had ended with it.
      const known = found.findIndex(({ incidentIds }) => incidentIds.has(incidentId))
      const merged = known === -1 ? [] : found.splice(known + 1)
      for (const one of merged)
        for (const id of one.incidentIds) {
          found[known]!.incidentIds.add(id)
          found[known]!.mergedIds.add(id)
        }
      if (known === -1 && open.length === 0)
        found.push({ monitor, from: at, to: Infinity, incidentIds: new Set(), mergedIds: new Set(), changes: [] })
      open = [...open, incidentId]
      found.at(-1)!.incidentIds.add(incidentId)
    }
    const current = found.at(-1) ?? last!
    current.changes.push({ at, open })
    current.to = open.length === 0 ? at : Infinity
  }
  return found
}

function silentSpans(
  { monitor, incidentIds, to }: Outage,
  { deeds }: OutageWorld,
  { events }: RecordedHistory,
): TimeSpan[] {
  const own = deeds.silences.filter(({ monitorId }) => monitorId === monitor.id)
  const explained: { from: number; to: number }[] = []
  for (const id of incidentIds) {
    let from: number | null = null
    for (const { type, at } of events.filter(({ incidentId }) => incidentId === id)) {
      if (type === 'affected') from ??= at
      if (from === null || (type !== 'unexplained' && type !== 'resolved')) continue
      explained.push({ from, to: at })
      from = null
    }
    if (from !== null) explained.push({ from, to })
  }
  return [...own, ...explained]
}

/** What may begin again is over until it does. */
const closedSpans = ({ changes, to }: Outage): TimeSpan[] =>
  changes.flatMap(({ at, open }, index) => (open.length === 0 ? [{ from: at, to: changes[index + 1]?.at ?? to }] : []))

/** From an accepted acknowledgement or request to close it, to the end. */
function takenOn({ monitor, from, to }: Outage, { deeds }: OutageWorld): TimeSpan[] {
  const accepted = deeds.acknowledgements.filter(({ refusal }) => refusal === null)
  return [...accepted, ...deeds.resolves]
    .filter(({ monitorId, at }) => monitorId === monitor.id && from <= at && at <= to)
    .map(({ at }) => ({ from: at, to }))
}

function spansWithout({ from, to }: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  let left: TimeSpan[] = [{ from, to }]
  for (const other of others)
    left = left.flatMap((one) =>
      [
        { from: one.from, to: Math.min(one.to, other.from) },
        { from: Math.max(one.from, other.to), to: one.to },
      ].filter((part) => part.from < part.to),
    )
  return left.toSorted((one, other) => one.from - other.from)
}
