// Per incident and receiver, nothing is sent before what was queued before it.
import { type Breach, type Facts, type Message } from '../facts.ts'
import { audienceOf, at } from './shared.ts'

const invariant = 'order'
/** The end of a flapping incident is held back for five minutes. */
const maxEndMs = 10 * 60_000
const minute = 60_000
/** By then the beginning and the end of an incident were routed. */
const maxRoutingMs = 2 * minute
// The end of a flapping incident is announced so much later.
const heldMs = 5 * minute

export function order(facts: Facts): Breach[] {
  const { world, messages, outages } = facts
  const breaches: Breach[] = []
  const breach = (what: string, message: Pick<Message, 'recipient' | 'at'>, id: number): void =>
    void breaches.push({
      invariant,
      what,
      details: `incident ${id}, recipient ${message.recipient}, ${at(message.at)}`,
    })

  for (const ofRecipient of Map.groupBy(messages, ({ recipient }) => recipient).values()) {
    const ids = new Set(ofRecipient.flatMap(({ incidentIds }) => incidentIds))
    for (const id of ids) {
      const theirs = ofRecipient.filter(({ incidentIds }) => incidentIds.includes(id))
      const isProgram = audienceOf(world, theirs[0]!.channelId) === 'programs'
      const [first] = theirs
      if (isProgram && first!.alert.kind === 'resolved' && wasAnnouncedLater(theirs))
        breach('the end is sent before the beginning', first!, id)
      const end = theirs.find(({ alert, isAccepted }) => alert.kind === 'resolved' && isAccepted)
      const late = end && theirs.slice(theirs.indexOf(end) + 1).find(({ alert }) => alert.kind === 'firing')
      if (late && !isReopened(facts, id, end) && !isRepeated(facts, theirs, end))
        breach('a beginning or reminder is sent after the end', late, id)
    }
  }

  for (const channel of world.setting.channels.filter(({ id }) => audienceOf(world, id) === 'programs')) {
    const theirs = messages.filter(({ channelId }) => channelId === channel.id)
    for (const id of new Set(theirs.flatMap(({ incidentIds }) => incidentIds))) {
      const end = facts.eventsOf(id).findLast(({ type }) => type === 'resolved')
      if (!end || channel.isFallback) continue
      const isTried = theirs.some(
        ({ alert, incidentIds, at }) =>
          incidentIds.includes(id) && alert.kind === 'resolved' && at.getTime() <= world.allow(end.at, maxEndMs),
      )
      if (!isTried)
        breach(
          `a refused beginning holds back the end (${channel.temper})`,
          { recipient: String(channel.id), at: new Date(end.at) },
          id,
        )
    }
  }

  for (const outage of outages) {
    const seen = new Set<string>()
    for (const message of facts.messagesOf(outage)) {
      const { alert, recipient, channelId } = message
      if (audienceOf(world, channelId) === 'programs' || alert.kind !== 'firing') continue
      const isFirst = !seen.has(recipient)
      seen.add(recipient)
      if (message.at.getTime() > world.allow(outage.to, heldMs + maxRoutingMs))
        breach(
          isFirst ? 'an outage is announced after it ended' : 'people are told that an outage goes on after it ended',
          message,
          message.incidentIds[0]!,
        )
    }
  }
  return breaches
}

const wasAnnouncedLater = (messages: readonly Message[]): boolean =>
  messages.some(({ alert }) => alert.kind === 'firing')

function isReopened(facts: Facts, incidentId: number, end: Message): boolean {
  return facts.eventsOf(incidentId).some(({ type, at }) => type === 'reopened' && at >= end.at.getTime() - maxEndMs)
}

/** If a process was lost or a confirmation too late, what was sent is sent again, and the end is the last of it. */
function isRepeated({ world }: Facts, theirs: readonly Message[], end: Message): boolean {
  const isLost = !end.isConfirmed || world.lost.some(({ at }) => Math.abs(at - end.at.getTime()) <= 2 * minute)
  const last = theirs.findLast(({ isAccepted }) => isAccepted)
  return isLost && last !== end && last!.alert.kind === 'resolved'
}
