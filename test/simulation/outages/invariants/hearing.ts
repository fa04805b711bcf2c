// Everyone who heard of the beginning hears of the end, and nobody else does.
import type { Breach, Facts, Message, Outage } from '../facts.ts'
import { at, audienceOf } from './shared.ts'

const invariant = 'everyone who heard of the beginning hears of the end, nobody else does'
const minute = 60_000

export function hearing(facts: Facts): Breach[] {
  const breaches: Breach[] = []
  for (const outage of facts.outages) {
    const theirs = facts.messagesOf(outage).filter(({ channelId }) => audienceOf(facts.world, channelId) !== 'programs')
    for (const [recipient, messages] of Map.groupBy(theirs, (one) => one.recipient)) {
      const firstBeginning = messages.find(isBeginning)
      const lastBeginning = messages.findLast(isBeginning)
      const end = messages.find(
        ({ alert, isAccepted, isDigest }) => alert.kind === 'resolved' && isAccepted && !isDigest,
      )
      const details = `${outage.monitor.name} from ${at(outage.from)} to ${outage.to === Infinity ? 'now' : at(outage.to)}, recipient ${recipient}`
      // A pager may have accepted a beginning that it did not confirm.
      const mayBeBeginning = ({ alert, channelId, at }: Message): boolean =>
        alert.kind === 'firing' && audienceOf(facts.world, channelId) === 'pagers' && at <= end!.at
      // A process that is lost may have begun to send it.
      const isLost = facts.world.lost.some(({ at }) => at >= outage.from && at <= (end?.at.getTime() ?? 0))
      const isForAnother = end?.alert.inPlaceOf !== undefined && end.alert.inPlaceOf !== null
      if (
        end &&
        !isForAnother &&
        !isLost &&
        (!firstBeginning || firstBeginning.at > end.at) &&
        !messages.some(mayBeBeginning)
      )
        breaches.push({ invariant, what: 'an end is sent to someone who never heard of the beginning', details })
      if (!lastBeginning || outage.to === Infinity) continue
      // An update after the end is a matter of order.
      if (lastBeginning.alert.isUpdate && end && end.at <= lastBeginning.at) continue
      // A refused attempt is in the log.
      const isEndSent = messages.some(({ alert, at }) => alert.kind === 'resolved' && at >= lastBeginning.at)
      if (!isEndSent)
        breaches.push({
          invariant,
          what: `someone who heard of the beginning hears no end (${sortOf(facts, outage, lastBeginning)})`,
          details,
        })
    }
  }
  return [...breaches, ...leftOpen(facts), ...disturbed(facts), ...explained(facts)]
}

/** A pager ends only what it knows by the same key. */
function leftOpen(facts: Facts): Breach[] {
  const { world, messages, outages } = facts
  return outages.flatMap((outage) => {
    if (outage.to === Infinity) return []
    const theirs = facts.messagesOf(outage).filter(({ channelId }) => audienceOf(world, channelId) === 'pagers')
    const left = theirs.find(
      (one) =>
        isBeginning(one) &&
        !messages.some(
          ({ recipient, alert, at }) =>
            recipient === one.recipient &&
            alert.kind === 'resolved' &&
            keyOf(alert) === keyOf(one.alert) &&
            at >= one.at,
        ),
    )
    if (!left) return []
    const details = `${outage.monitor.name}, key ${keyOf(left.alert)}, recipient ${left.recipient} at ${at(left.at)}`
    return [{ invariant, what: 'a pager is left open', details }]
  })
}

const keyOf = ({ outageId, incident }: Message['alert']): number => outageId ?? incident.id

/**
 * Nobody is alerted of what was queued a minute after maintenance or shadow mode began, before it ends. A reminder that
 * was queued meanwhile and is routed afterwards announces the outage.
 */
function disturbed({ world, messages }: Facts): Breach[] {
  return world.deeds.silences.flatMap(({ monitorId, reason, from, to }) => {
    const during = messages.find(({ alert, at }) => {
      const queuedAt = new Date(alert.at).getTime()
      const isAnnounced = alert.kind === 'firing' && !alert.isUpdate && alert.monitor!.id === monitorId
      return isAnnounced && queuedAt > world.allow(from, minute) && at.getTime() < to
    })
    if (!during) return []
    const sort = world.setting.channels.some(({ id }) => id === during.channelId) ? 'a channel' : 'a person'
    const details = `${during.alert.monitor!.name}, recipient ${during.recipient} at ${at(during.at)}`
    return [{ invariant, what: `${sort} is alerted during ${reason}`, details }]
  })
}

/** While a parent explains the first incident of an outage, nothing about it is queued. */
function explained({ world, history, outages, eventsOf }: Facts): Breach[] {
  const fallbacks = world.setting.channels.filter(({ isFallback }) => isFallback).map(({ id }) => id)
  return outages.flatMap(({ incidentIds, from, to }) => {
    if (world.deeds.resolves.some(({ at }) => from <= at && at <= to)) return []
    const first = Math.min(...incidentIds)
    const turns = eventsOf(first).filter(({ type }) => ['affected', 'unexplained', 'resolved'].includes(type))
    const queued = history.queued.find(
      ({ n, incidentId, kind, channelId }) =>
        incidentId === first &&
        kind === 'firing' &&
        // What failed before is passed to a fallback.
        !fallbacks.includes(channelId) &&
        turns.findLast((turn) => turn.n < n)?.type === 'affected',
    )
    if (!queued) return []
    const details = `incident ${first}, channel ${queued.channelId}, queued ${queued.at}`
    return [{ invariant, what: 'somebody is alerted of what a parent explains', details }]
  })
}

const isBeginning = ({ alert, isAccepted }: Message): boolean => alert.kind === 'firing' && isAccepted

function sortOf({ world }: Facts, outage: Outage, { channelId, addresses, alert }: Message): string {
  const { mailId, channels } = world.setting
  const isForgotten = world.deeds.forgotten.some(({ at }) => outage.from <= at && at <= outage.to)
  const sort = channels.find(({ id }) => id === channelId)?.type ?? (channelId === mailId ? 'email' : 'device')
  const isPage = sort === 'email' && !addresses.some((address) => address.startsWith('group-'))
  return [isPage ? 'page by email' : sort, alert.isUpdate && 'update', isForgotten && 'retention']
    .filter(Boolean)
    .join(', ')
}
