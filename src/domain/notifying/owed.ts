// Deliveries that failed: when they are retried, and which are still worth sending by then.
import type { Alert } from './alert.ts'
import type { PageOrigin, Recipient } from './delivery.ts'

const firstTriesSeconds = [15, 60, 120, 300, 600]
const everySeconds = 900
const owedForHours = 24

/**
 * Retries 15 s, 1, 2, 5, 10 and 15 min after the first failure, then every 15 min, and not before the delay that the
 * receiver requested. Null after a day.
 */
export function nextTry({
  owedSince,
  now,
  retryAfterMs,
}: {
  owedSince: Date
  now: Date
  retryAfterMs: number | null
}): Date | null {
  const passedSeconds = (now.getTime() - owedSince.getTime()) / 1000
  const early = firstTriesSeconds.find((seconds) => seconds > passedSeconds)
  const seconds = early ?? (Math.floor(passedSeconds / everySeconds) + 1) * everySeconds
  const at = Math.max(owedSince.getTime() + seconds * 1000, now.getTime() + (retryAfterMs ?? 0))
  return at - owedSince.getTime() > owedForHours * 3_600_000 ? null : new Date(at)
}

/** A delivery that waits for its channel, in the order of events. */
export interface WaitingDelivery {
  readonly id: number
  /** The outage. */
  readonly incidentId: number
  readonly alert: Alert
  readonly people: readonly Recipient[]
  readonly oncallPage: boolean
  readonly page: PageOrigin | null
  /** Hashes of the channel's own addresses that get the event another way. */
  readonly reached: readonly string[]
  /** Whether the receiver may have seen it. */
  readonly isTried: boolean
  /** Whether the outage is acknowledged or over. */
  readonly isTakenOn: boolean
  /** Whether they were notified of the outage before. */
  readonly isAnnounced: boolean
}

export interface CondensedDeliveries {
  /** Deliveries that are not sent any more. */
  readonly obsolete: readonly WaitingDelivery[]
  /** Messages for outages that began and ended in the meantime, with the deliveries that each of them replaces. */
  readonly digests: readonly { readonly of: readonly WaitingDelivery[]; readonly alert: Alert }[]
}

/**
 * People get what is still true, once. Pagers are not woken for outages that are over; they get an end if they may have
 * seen the beginning.
 */
export function condense(waiting: readonly WaitingDelivery[], readBy: 'people' | 'pagers'): CondensedDeliveries {
  const parts = [...Map.groupBy(waiting, addressees).values()].map((theirs) => condenseFor(theirs, readBy))
  return { obsolete: parts.flatMap(({ obsolete }) => obsolete), digests: parts.flatMap(({ digests }) => digests) }
}

/** People are listed in the order of their groups, which may change in the course of an outage. */
const addressees = ({ oncallPage, people, reached }: WaitingDelivery): string =>
  JSON.stringify([oncallPage, people.map(({ email }) => email).toSorted(), reached.toSorted()])
const isDigest = ({ alert }: WaitingDelivery): boolean => alert.missed !== undefined
const isEnd = ({ alert }: WaitingDelivery): boolean => alert.kind === 'resolved'
/** Whoever would get the alert without a page gets what others get. */
const isPage = ({ oncallPage, page }: WaitingDelivery): boolean => oncallPage && page?.replacesAlert !== true

/** The deliveries to the same people. */
function condenseFor(theirs: readonly WaitingDelivery[], readBy: 'people' | 'pagers'): CondensedDeliveries {
  const digests = theirs.filter(isDigest)
  const outages = [
    ...Map.groupBy(
      theirs.filter((one) => !isDigest(one)),
      ({ incidentId }) => incidentId,
    ).values(),
  ]
  const [over, others] = [outages.filter(isMissed), outages.filter((one) => !isMissed(one))]
  const obsolete = others.flatMap(obsoleteIn)
  if (over.length === 0) return { obsolete, digests: [] }
  if (readBy === 'pagers') return { obsolete: [...obsolete, ...over.flatMap(obsoleteForPagers)], digests: [] }
  const ends = over.map((events) => events.at(-1)!.alert)
  const missed = [...digests.flatMap(({ alert }) => alert.missed ?? []), ...ends]
  return {
    obsolete: [...obsolete, ...over.flatMap((events) => events.filter((one) => !isEnd(one)))],
    digests: [{ of: [...digests, ...over.flat()], alert: { ...ends.at(-1)!, missed } }],
  }
}

/** An outage that began and ended without their hearing of it. Nobody is paged for one that is over. */
function isMissed(events: readonly WaitingDelivery[]): boolean {
  const [first] = events
  return isUnannounced(first!) && !isPage(first!) && isEnd(events.at(-1)!)
}

const isUnannounced = ({ alert, isAnnounced }: WaitingDelivery): boolean => alert.kind === 'firing' && !isAnnounced

function obsoleteForPagers(events: readonly WaitingDelivery[]): readonly WaitingDelivery[] {
  return events.some(({ isTried }) => isTried) ? events.slice(0, -1) : events
}

function obsoleteIn(events: readonly WaitingDelivery[]): readonly WaitingDelivery[] {
  const pages = events.filter((one) => one.alert.kind === 'firing' && isPage(one) && one.isTakenOn)
  const [first] = events
  // Without the page, what would follow it says nothing.
  if (pages[0] === first && isUnannounced(first!)) return events
  // An end that people wait for says all that is still true.
  if (isEnd(events.at(-1)!)) return events.slice(0, -1)
  const others = events.filter((one) => !pages.includes(one))
  const reminders = others.filter(({ alert }) => alert.kind === 'firing' && alert.reminder)
  return [...pages, ...(reminders.length === others.length ? reminders.slice(0, -1) : reminders)]
}
