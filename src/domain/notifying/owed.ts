// Deliveries that failed: when they are retried, and which are still worth sending by then.
import type { Alert } from './alert.ts'
import type { Recipient } from './delivery.ts'

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
  readonly incidentId: number
  readonly alert: Alert
  readonly people: readonly Recipient[]
  readonly oncallPage: boolean
  /** Whether the incident is acknowledged or resolved. */
  readonly isTakenOn: boolean
}

export interface CondensedDeliveries {
  /** Deliveries that are obsolete. */
  readonly dropped: readonly number[]
  /** Combined messages for incidents that began and ended in the meantime, with the deliveries they replace. */
  readonly digests: readonly { readonly of: readonly WaitingDelivery[]; readonly alert: Alert }[]
}

/**
 * People get what is still true, once. Pagers get nothing about incidents that ended, because it would wake someone.
 */
export function condense(waiting: readonly WaitingDelivery[], audience: 'people' | 'pagers'): CondensedDeliveries {
  const stale = waiting.filter(isStalePage)
  const rest = waiting.filter((one) => !isStalePage(one))
  const [digests, events] = [rest.filter(isDigest), rest.filter((one) => !isDigest(one))]
  const incidents = [...Map.groupBy(events, (one) => `${one.incidentId} ${addressees(one)}`).values()]
  const over = incidents.filter(hasBegunAndEnded)
  const dropped = [...stale, ...incidents.filter((all) => !hasBegunAndEnded(all)).flatMap(repeats), ...over.flat()]
  const missed = audience === 'people' ? over : []
  return {
    dropped: [...dropped, ...(missed.length > 0 ? digests : [])].map(({ id }) => id),
    digests: [...Map.groupBy(missed, ([first]) => addressees(first!)).entries()].map(([key, theirs]) =>
      digestOf(
        digests.filter((one) => addressees(one) === key),
        theirs,
      ),
    ),
  }
}

const addressees = ({ oncallPage, people }: WaitingDelivery): string => JSON.stringify([oncallPage, people])
const isDigest = ({ alert }: WaitingDelivery): boolean => alert.missed !== undefined
const isStalePage = ({ oncallPage, alert, isTakenOn }: WaitingDelivery): boolean =>
  oncallPage && alert.kind === 'firing' && isTakenOn

function hasBegunAndEnded(events: readonly WaitingDelivery[]): boolean {
  const [first] = events
  return first!.alert.kind === 'firing' && !first!.alert.reminder && events.at(-1)!.alert.kind === 'resolved'
}

/** Reminders that wait beside other events, or all reminders but the last. */
function repeats(events: readonly WaitingDelivery[]): WaitingDelivery[] {
  const reminders = events.filter(({ alert }) => alert.kind === 'firing' && alert.reminder)
  return reminders.length === events.length ? reminders.slice(0, -1) : reminders
}

function digestOf(before: readonly WaitingDelivery[], over: readonly (readonly WaitingDelivery[])[]) {
  const known = before.flatMap(({ alert }) => alert.missed ?? [])
  const ends = over.map((events) => events.at(-1)!.alert)
  const missed = [...known, ...ends]
  return { of: [...before, ...over.flat()], alert: { ...ends.at(-1)!, missed } }
}
