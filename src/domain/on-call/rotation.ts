// A rotation: people take turns and hand over at a time of day in a zone, or after a fixed duration.
import { offsetAt } from '../schedule/zone.ts'
import { day, timeIn, whenClocksShow } from '../schedule/wall-clock.ts'

export const rotations = ['daily', 'weekly', 'custom'] as const
export type RotationKind = (typeof rotations)[number]

export interface OnCallRotation {
  /**
   * Daily and weekly rotations hand over at a time of day, regardless of clock changes; custom ones after elapsed time.
   */
  readonly rotation: RotationKind
  readonly shiftLengthSeconds: number
  /** The time of day of hand-offs, such as `09:00`, counted from the day on which it starts. */
  readonly handoffAt: string
  readonly startsAt: Date
  readonly endsAt: Date | null
  /** In the order of their turns. */
  readonly userIds: readonly string[]
}

/** One person's part of a span, in milliseconds. */
export interface Stint {
  readonly userId: string
  readonly from: number
  readonly to: number
}

export function personAt(rotation: OnCallRotation, at: number, timeZone: string): string | null {
  const { startsAt, endsAt, userIds } = rotation
  if (userIds.length === 0 || at < startsAt.getTime() || (endsAt && at >= endsAt.getTime())) return null
  return userIds[turnAt(handoffsOf(rotation, timeZone), at) % userIds.length]!
}

/** The stints of a rotation, clipped to the span. */
export function stints(rotation: OnCallRotation, span: { from: number; to: number }, timeZone: string): Stint[] {
  const { startsAt, endsAt, userIds } = rotation
  const ends = Math.min(span.to, endsAt?.getTime() ?? Infinity)
  let from = Math.max(span.from, startsAt.getTime())
  if (userIds.length === 0 || from >= ends) return []
  const handoffs = handoffsOf(rotation, timeZone)
  const found: Stint[] = []
  for (let turn = turnAt(handoffs, from); from < ends; turn++) {
    const to = Math.min(handoffs.at(turn + 1), ends)
    if (from < to) found.push({ userId: userIds[turn % userIds.length]!, from, to })
    from = Math.max(from, to)
  }
  return found
}

interface Handoffs {
  /** When a turn begins. */
  at(turn: number): number
  /** The turn at a time, exact or off by one. */
  near(at: number): number
}

function handoffsOf({ rotation, shiftLengthSeconds, handoffAt, startsAt }: OnCallRotation, timeZone: string): Handoffs {
  const lengthMs = shiftLengthSeconds * 1000
  const start = startsAt.getTime()
  const firstWall = Math.floor((start + offsetAt(start, timeZone)) / day) * day + timeIn(handoffAt)
  if (rotation === 'custom') {
    const first = whenClocksShow(firstWall, timeZone)
    return { at: (turn) => first + turn * lengthMs, near: (at) => Math.floor((at - first) / lengthMs) }
  }
  return {
    at: (turn) => whenClocksShow(firstWall + turn * lengthMs, timeZone),
    near: (at) => Math.floor((at + offsetAt(at, timeZone) - firstWall) / lengthMs),
  }
}

/** The first person also covers the time between the start and the first hand-off of that day. */
function turnAt(handoffs: Handoffs, at: number): number {
  let turn = handoffs.near(at)
  while (handoffs.at(turn + 1) <= at) turn++
  while (handoffs.at(turn) > at) turn--
  return Math.max(turn, 0)
}
