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
  /** Whether they may have been, because a receiver did not say whether it accepted the alert. */
  readonly isUncertain: boolean
}

export interface CondensedDeliveries {
  /** Deliveries that are not sent any more. */
  readonly obsolete: readonly WaitingDelivery[]
  /** Messages about outages that began and ended in the meantime, with the deliveries that each of them replaces. */
  readonly digests: readonly Digest[]
}

interface Digest {
  readonly of: readonly WaitingDelivery[]
  readonly people: readonly Recipient[]
  readonly alert: Alert
}

/**
 * People get what is still true, once. Pagers are not woken for outages that are over; they get an end if they may have
 * seen the beginning.
 */
export function condense(waiting: readonly WaitingDelivery[], readBy: 'people' | 'pagers'): CondensedDeliveries {
  const events = waiting.filter((one) => !isDigest(one))
  const streams = [...Map.groupBy(events, streamOf).values()]
  const [over, others] = [streams.filter(isMissed), streams.filter((one) => !isMissed(one))]
  const obsolete = others.flatMap((one) => [...Map.groupBy(one, addresseesOf).values()].flatMap(obsoleteIn))
  if (readBy === 'pagers') return { obsolete: [...obsolete, ...over.flatMap(obsoleteForPagers)], digests: [] }
  const unsent = over.flat().filter((one) => !isEnd(one))
  return { obsolete: [...obsolete, ...unsent], digests: digestsOf(over, waiting.filter(isDigest)) }
}

type Addressed = Pick<WaitingDelivery, 'oncallPage' | 'people' | 'reached'>

/** People are listed in the order of their groups, which may change in the course of an outage. */
export const addresseesOf = ({ oncallPage, people, reached }: Addressed): string =>
  JSON.stringify([oncallPage, people.map(({ email }) => email).toSorted(), reached.toSorted()])
/** An outage in the channel, without the pages of each person, which are streams of their own. */
const streamOf = (one: WaitingDelivery): string => `${one.incidentId} ${isPage(one) ? addresseesOf(one) : ''}`
const isDigest = ({ alert }: WaitingDelivery): boolean => alert.missed !== undefined
const isEnd = ({ alert }: WaitingDelivery): boolean => alert.kind === 'resolved'
/** A person who would get the alert without a page gets what others get. */
const isPage = ({ oncallPage, page }: WaitingDelivery): boolean => oncallPage && page?.replacesAlert !== true

/** One digest for all who missed the same outages, with what their earlier one said. */
function digestsOf(over: readonly (readonly WaitingDelivery[])[], earlier: readonly WaitingDelivery[]): Digest[] {
  const missed = over.map((of) => ({ ...of[0]!, of, people: everyoneIn(of), end: of.at(-1)!.alert }))
  return [...Map.groupBy(missed, addresseesOf)].map(([key, theirs]) => {
    const digests = earlier.filter((one) => addresseesOf(one) === key)
    const ends = theirs.map(({ end }) => end)
    return {
      of: [...digests, ...theirs.flatMap(({ of }) => of)],
      people: theirs[0]!.people,
      alert: { ...ends.at(-1)!, missed: [...digests.flatMap(({ alert }) => alert.missed ?? []), ...ends] },
    }
  })
}

/** Not all of them get each event, because a page to the same address takes its place. */
const everyoneIn = (events: readonly WaitingDelivery[]): Recipient[] => [
  ...new Map(events.flatMap(({ people }) => people.map((person) => [person.email.toLowerCase(), person]))).values(),
]

/** An outage that began and ended without their hearing of it. Nobody is paged for one that is over. */
function isMissed(events: readonly WaitingDelivery[]): boolean {
  const firing = events.filter(({ alert }) => alert.kind === 'firing')
  return firing.length > 0 && firing.every(isUnannounced) && !isPage(firing[0]!) && isEnd(events.at(-1)!)
}

const isUnannounced = ({ alert, isAnnounced }: WaitingDelivery): boolean => alert.kind === 'firing' && !isAnnounced

function obsoleteForPagers(events: readonly WaitingDelivery[]): readonly WaitingDelivery[] {
  return events.some(({ isTried }) => isTried) ? events.slice(0, -1) : events
}

function obsoleteIn(events: readonly WaitingDelivery[]): readonly WaitingDelivery[] {
  const pages = events.filter((one) => one.alert.kind === 'firing' && isPage(one) && one.isTakenOn)
  const [first] = events
  // Without the page, what would follow it says nothing.
  if (pages[0] === first && isUnannounced(first!) && !first!.isUncertain) return events
  // An end that people wait for says all that is still true.
  if (isEnd(events.at(-1)!)) return events.slice(0, -1)
  const others = events.filter((one) => !pages.includes(one))
  const reminders = others.filter(({ alert }) => alert.kind === 'firing' && alert.reminder)
  const last = others.at(-1)
  // The last one stays, unless its readers know of an outage that somebody has taken on.
  const isLastKept = reminders.length === others.length && !(last?.isTakenOn && last.isAnnounced)
  return [...pages, ...(isLastKept ? reminders.slice(0, -1) : reminders)]
}
