// An acknowledgement is always possible and always stops it.
import type { Breach, Facts, Message, Outage } from '../facts.ts'
import { at, audienceOf } from './shared.ts'

const invariant = 'an acknowledgement is always possible and always stops it'
const minute = 60_000
/** The checks of a step follow each other within this time. */
const stepMs = 100
/** The clock of a process may be ahead, so that the end that it records lies in the future of the person. */
const maxAheadMs = 2000

export function acknowledging(facts: Facts): Breach[] {
  const { world, outages } = facts
  const isDevice = ({ channelId }: Message): boolean =>
    channelId !== world.setting.mailId && !world.setting.channels.some(({ id }) => id === channelId)
  const disturbs = (message: Message): boolean =>
    message.alert.kind === 'firing' && (isDevice(message) || (message.alert.reminder && isForPeople(message)))
  const isForPeople = ({ channelId }: Message): boolean => audienceOf(world, channelId) !== 'programs'
  return world.deeds.acknowledgements.flatMap((one): Breach[] => {
    const outage = outages.find(
      ({ monitor, from, to }) => monitor.id === one.monitorId && from <= one.at && one.at < to,
    )
    const isForgotten = world.deeds.forgotten.some(({ at }) => at <= one.at)
    // The page may be about an earlier outage.
    if (!outage || isForgotten || !outage.incidentIds.has(one.incidentId)) return []
    const details = `${outage.monitor.name} from ${at(outage.from)}, ${one.way} ${one.incidentId} at ${at(one.at)}`
    if (one.refusal !== null) {
      if (outage.to - one.at <= stepMs + (world.isInOrder ? 0 : maxAheadMs)) return []
      const events = facts.eventsOf(one.incidentId)
      const isReopenedLater = events.findLast(({ at }) => at <= one.at)?.type === 'resolved'
      if (isReopenedLater && openAt(outage, one.at).length === 0) return []
      const endedAt = events.findLast(({ type }) => type === 'resolved')?.at ?? Infinity
      // The specification has 409 for an incident that has ended. It may end while its page is on the way.
      if (one.way === 'incident' && one.about && world.allow(endedAt, minute) >= one.about.at.getTime()) return []
      return [
        {
          invariant,
          what: `what a page is about cannot be acknowledged (${one.way})`,
          details: `${details}: ${one.refusal}`,
        },
      ]
    }
    const after = facts.messagesOf(outage).find(
      (message) =>
        message.at.getTime() > world.allow(one.at, minute) &&
        disturbs(message) &&
        // It began after the end of what was acknowledged.
        !message.incidentIds.every((id) => outage.mergedIds.has(id)),
    )
    if (!after) return []
    const sort = isDevice(after) ? 'page' : 'reminder'
    return [
      {
        invariant,
        what: `it goes on after an acknowledgement (${one.way}, ${sort})`,
        details: `${details}, then at ${at(after.at)}`,
      },
    ]
  })
}

/** The incidents that were open, apart from those of an outage that became part of this one later. */
const openAt = ({ changes }: Outage, time: number): readonly number[] =>
  changes.findLast(({ at }) => at <= time)?.open ?? []
