// What is owed to a channel that could not be told: when it is tried again, and what is still worth telling by then.
import type { Alert } from './alert.ts'
import type { Recipient } from './delivery.ts'

const firstTriesSeconds = [15, 60, 120, 300, 600]
const everySeconds = 900
const owedForHours = 24

export interface FailedTry {
  readonly owedSince: Date
  readonly now: Date
  /** What the receiver asked for. */
  readonly retryAfterMs: number | null
}

/** Counted from the first failure: after 15 s, 1, 2, 5, 10, 15 min, then every 15 min. Null when a day is over. */
export function nextTry({ owedSince, now, retryAfterMs }: FailedTry): Date | null {
  const passedSeconds = (now.getTime() - owedSince.getTime()) / 1000
  const early = firstTriesSeconds.find((seconds) => seconds > passedSeconds)
  const seconds = early ?? (Math.floor(passedSeconds / everySeconds) + 1) * everySeconds
  const at = Math.max(owedSince.getTime() + seconds * 1000, now.getTime() + (retryAfterMs ?? 0))
  return at - owedSince.getTime() > owedForHours * 3_600_000 ? null : new Date(at)
}

/** A delivery that waits for its channel, in the order in which things happened. */
export interface WaitingDelivery {
  readonly id: number
  readonly incidentId: number
  readonly alert: Alert
  readonly people: readonly Recipient[]
  readonly oncallPage: boolean
  /** Somebody has taken the incident on, or it is over. */
  readonly isTakenOn: boolean
}

export interface CondensedDeliveries {
  /** What need not be told any more. */
  readonly dropped: readonly number[]
  /** One message for all that began and ended meanwhile, in the place of those. */
  readonly digests: readonly { readonly of: readonly WaitingDelivery[]; readonly alert: Alert }[]
}

/**
 * For people: what is still true, once. Pagers hear nothing of what began and ended meanwhile: it would wake somebody.
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

/** Reminders beside something else that waits, or all but the last of them. */
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
