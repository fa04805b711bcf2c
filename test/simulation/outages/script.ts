// What happens to the monitors of an organization and what people do about it, from a seed.
import type { ServiceCondition } from '../../kit/alerts/symptoms.ts'
import type { Random } from '../random.ts'

const minute = 60_000

export interface ConditionSpan {
  readonly from: number
  readonly to: number
  readonly condition: ServiceCondition
  /** Whether it ends as soon as it is confirmed. */
  readonly isBrief: boolean
}

/** How a service fails at a time; undefined while it works. */
export type ServiceHistory = (at: number) => ConditionSpan | undefined

const symptoms = ['refused', '503', 'slow', 'slow 503'] as const

/** A service that fails now and then, often with several symptoms in a row or together. */
export function someService(random: Random, { from, until }: { from: number; until: number }): ServiceHistory {
  const spans: ConditionSpan[] = []
  let at = from + random.integer(1, 10) * minute
  while (at < until) {
    for (let phases = random.pick([1, 1, 2, 2, 3]); phases > 0 && at < until; phases--) {
      const length = random.pick([30_000, 45_000, 4 * minute, 12 * minute, 25 * minute]) * (0.5 + random.next())
      const condition = random.chance(0.15) ? 'unknown' : random.pick(symptoms)
      const isBrief = condition !== 'unknown' && random.chance(0.25)
      spans.push({ from: at, to: Math.min(at + length, until), condition, isBrief })
      at += length
    }
    at += random.integer(2, 15) * minute
  }
  return (at) => spans.find((one) => one.from <= at && at < one.to)
}

/** Fails when its parent does, and for reasons of its own. */
export function behind(parent: ServiceHistory, own: ServiceHistory): ServiceHistory {
  return (at) => {
    const cause = parent(at)
    return (
      own(at) ??
      (cause && cause.condition !== 'unknown' ? { ...cause, condition: 'refused', isBrief: false } : undefined)
    )
  }
}

/** How a receiver fails: always, never, for some time, or only at the beginning of incidents. */
export type ReceiverTemper = 'reliable' | 'dead' | 'refuses firing' | 'away'

const horizon = 120 * minute

/** Times at which a receiver that is sometimes away does not accept anything. */
export function someAbsence(random: Random, from: number): (at: number) => boolean {
  const spans = Array.from({ length: random.integer(1, 4) }, () => {
    const start = from + random.integer(0, horizon)
    return { start, end: start + random.integer(2, 40) * minute }
  })
  return (at) => spans.some(({ start, end }) => start <= at && at < end)
}

/** A time of the day, as people set it. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** Half an hour to two hours of the first hours of a world. */
export function someQuietHours(random: Random, start: number): QuietHours {
  const from = start + random.integer(-30, 60) * minute
  return { from, to: from + random.integer(30, 120) * minute }
}
