// The actual state of simulated services, from a seed.
import type { Random } from './random.ts'

export type Condition = 'up' | 'down' | 'slow'

interface Trouble {
  readonly from: number
  readonly to: number
  readonly condition: Condition
  /** The locations that see it. */
  readonly locations: readonly number[]
}

export type Target = (location: number, at: number) => Condition

const minute = 60_000

/** Fails sometimes, for all or some locations; always works after `until`. */
export function someTarget(
  random: Random,
  { from, until, locations }: { from: number; until: number; locations: readonly number[] },
): Target {
  const troubles: Trouble[] = Array.from({ length: random.integer(0, 5) }, () => {
    const start = random.integer(from, until)
    const seen = random.chance(0.7) ? locations : locations.filter(() => random.chance(0.5))
    const length = random.pick([20_000, 2 * minute, 8 * minute, 40 * minute]) * (0.5 + random.next())
    return {
      from: start,
      to: Math.min(start + length, until),
      condition: random.pick(['down', 'down', 'slow'] as const),
      locations: seen,
    }
  })
  return (location, at) =>
    troubles.find((one) => one.from <= at && at < one.to && one.locations.includes(location))?.condition ?? 'up'
}

/** Spans of absence; none after `until`. */
export function someAbsences(
  random: Random,
  { from, until, most }: { from: number; until: number; most: number },
): (at: number) => boolean {
  const spans = Array.from({ length: random.integer(0, most) }, () => {
    const start = random.integer(from, until)
    return [start, Math.min(start + random.integer(10_000, 30 * minute), until)] as const
  })
  return (at) => spans.some(([start, end]) => start <= at && at < end)
}
