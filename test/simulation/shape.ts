// What a world is made from. The same shape gives the same world, and a smaller one is a part of it.
import { randomFrom } from './random.ts'

/** What can be left out of a world. */
export const troubles = [
  'windows',
  'shadow',
  'acknowledging',
  'resolving',
  'passing on',
  'retention',
  'quiet hours',
  'fallbacks',
  'refusals',
  'timeouts',
  'deaths',
  'pauses',
  'failovers',
  'lost announcements',
  'late checks',
  'repeated reports',
  'reordered reports',
  'clocks',
] as const

export type Trouble = (typeof troubles)[number]

export interface WorldShape {
  readonly seed: number
  /** How long services fail. */
  readonly minutes: number
  /** At most this many monitors. */
  readonly monitors: number
  readonly without: readonly Trouble[]
}

export const maxMonitors = 3
const [minMinutes, maxMinutes] = [15, 120]

/** Most worlds are short: they cost less, and most failures need little time. */
export function shapeOf(seed: number, chosen: Partial<WorldShape> = {}): WorldShape {
  const minutes = Math.round(minMinutes + (maxMinutes - minMinutes) * randomFrom(seed, 'minutes').next() ** 4)
  return { seed, minutes, monitors: maxMonitors, without: [], ...chosen }
}

/** The command that simulates this world again. */
export function commandFor(world: string, { seed, minutes, monitors, without }: WorldShape): string {
  const parts = [`npm run simulate -- --world ${world} --seed ${seed} --minutes ${minutes}`]
  if (monitors < maxMonitors) parts.push(`--monitors ${monitors}`)
  if (without.length > 0) parts.push(`--without '${without.join(',')}'`)
  return parts.join(' ')
}
