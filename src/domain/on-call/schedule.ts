// Determines who is on call: overrides come first, then the last layer that has someone.
import { type Span, subtractSpans } from '../span.ts'
import { type Restriction, isOpen, restrictedTo } from './restriction.ts'
import { type OnCallRotation, type Stint, personAt, stints } from './rotation.ts'

export interface Layer extends OnCallRotation {
  readonly id: string
  readonly name: string
  /** The hours in which it applies; always if empty. */
  readonly restrictions: readonly Restriction[]
}

export interface Override {
  readonly id: string
  readonly userId: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export interface OnCallSchedule {
  readonly timezone: string
  /** Nobody is on call in a disabled schedule. */
  readonly enabled: boolean
  readonly layers: readonly Layer[]
  /** Must not overlap. */
  readonly overrides: readonly Override[]
}

export interface OnCall {
  readonly userId: string
  /** Null for an override. */
  readonly layerId: string | null
  readonly overrideId: string | null
}

export interface Shift extends OnCall, Span {}

const lookAheadMs = 92 * 86_400_000

export function onCallAt({ timezone, enabled, layers, overrides }: OnCallSchedule, at: Date): OnCall | null {
  if (!enabled) return null
  const override = overrides.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (override) return { userId: override.userId, layerId: null, overrideId: override.id }
  for (const layer of layers.toReversed()) {
    const userId = isOpen(layer.restrictions, at.getTime(), timezone) ? personAt(layer, at.getTime(), timezone) : null
    if (userId !== null) return { userId, layerId: layer.id, overrideId: null }
  }
  return null
}

/** The shifts in order, clipped to the span. Adjacent stints of one person in one layer are one shift. */
export function shifts(schedule: OnCallSchedule, { from, to }: Span): Shift[] {
  const { timezone, enabled, layers, overrides } = schedule
  if (!enabled) return []
  const span = { from: from.getTime(), to: to.getTime() }
  const levels = layers.map((layer) => stintsOf(layer, span, timezone))
  const above = overrides
    .map(({ id, userId, startsAt, endsAt }) => {
      const [starts, ends] = [Math.max(startsAt.getTime(), span.from), Math.min(endsAt.getTime(), span.to)]
      return { userId, layerId: null, overrideId: id, from: starts, to: ends }
    })
    .filter((stint) => stint.from < stint.to)
    .toSorted((a, b) => a.from - b.from)
  return topmost([...levels, above]).map(dated)
}

/** The shifts of each layer, also where another layer or an override wins. */
export function layerShifts({ timezone, layers }: OnCallSchedule, { from, to }: Span): Shift[][] {
  const span = { from: from.getTime(), to: to.getTime() }
  return layers.map((layer) => topmost([stintsOf(layer, span, timezone)]).map(dated))
}

const dated = (stint: PlacedStint): Shift => ({ ...stint, from: new Date(stint.from), to: new Date(stint.to) })

function stintsOf(
  { id, restrictions, ...rotation }: Layer,
  span: { from: number; to: number },
  timezone: string,
): PlacedStint[] {
  const theirs = stints(rotation, span, timezone).map((stint) => ({ ...stint, layerId: id, overrideId: null }))
  return restrictedTo(restrictions, theirs, { ...span, timezone })
}

/** The times without anyone on call. */
export function gaps(schedule: OnCallSchedule, span: Span): Span[] {
  return subtractSpans([span], shifts(schedule, span))
}

/** The next shift of another person, or of the same person after a gap; undefined if it is months away. */
export function nextOnCall(schedule: OnCallSchedule, at: Date): Shift | null {
  const ahead = shifts(schedule, { from: at, to: new Date(at.getTime() + lookAheadMs) })
  const first = ahead.findIndex((shift, index) => {
    const before = ahead[index - 1]
    return shift.from > at && !(before?.userId === shift.userId && before.to.getTime() === shift.from.getTime())
  })
  return ahead[first] ?? null
}

type PlacedStint = Stint & OnCall

/** Merges levels, the topmost first; each is sorted and without overlaps. */
function topmost(levels: readonly (readonly PlacedStint[])[]): PlacedStint[] {
  const edges = [...new Set(levels.flat().flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const places = levels.map(() => 0)
  const seen: PlacedStint[] = []
  edges.slice(0, -1).forEach((from, index) => {
    let winner: PlacedStint | undefined
    levels.forEach((level, n) => {
      while ((level[places[n]!]?.to ?? Infinity) <= from) places[n]! += 1
      const stint = level[places[n]!]
      if (stint && stint.from <= from) winner = stint
    })
    if (winner) append(seen, { ...winner, from, to: edges[index + 1]! })
  })
  return seen
}

function append(seen: PlacedStint[], next: PlacedStint): void {
  const last = seen.at(-1)
  const goesOn =
    last?.to === next.from &&
    last.userId === next.userId &&
    last.layerId === next.layerId &&
    last.overrideId === next.overrideId
  if (goesOn) seen[seen.length - 1] = { ...last, to: next.to }
  else seen.push(next)
}
