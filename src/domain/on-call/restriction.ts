// Restricts a layer to hours of a week, on the clocks of a zone.
import { offsetAt } from '../schedule/zone.ts'
import { type Span, mergeSpans } from '../span.ts'
import { day, timeIn, whenClocksShow } from '../schedule/wall-clock.ts'

export interface Restriction {
  /** The days on which the hours begin; 0 is Sunday. */
  readonly days: readonly number[]
  readonly from: string
  /** At most 24:00. If not after `from`, the hours end on the next day. */
  readonly to: string
}

interface Moments {
  readonly from: number
  readonly to: number
}

export function isOpen(restrictions: readonly Restriction[], at: number, timeZone: string): boolean {
  if (restrictions.length === 0) return true
  return openings(restrictions, { from: at, to: at + 1 }, timeZone).some(({ from, to }) => from <= at && at < to)
}

/** The parts of a span that lie within the hours. */
export function restrictedTo<Part extends Moments>(
  restrictions: readonly Restriction[],
  parts: readonly Part[],
  { from, to, timezone }: Moments & { timezone: string },
): Part[] {
  if (restrictions.length === 0) return [...parts]
  const open = mergeSpans(openings(restrictions, { from, to }, timezone).map(spanOf)).map(momentsOf)
  let first = 0
  return parts.flatMap((part) => {
    while ((open[first]?.to ?? Infinity) <= part.from) first += 1
    const inside: Part[] = []
    for (let n = first; n < open.length && open[n]!.from < part.to; n++)
      inside.push({ ...part, from: Math.max(part.from, open[n]!.from), to: Math.min(part.to, open[n]!.to) })
    return inside
  })
}

/** The hours begin and end when the clocks first show the start and the end, so a clock change never splits them. */
function openings(restrictions: readonly Restriction[], { from, to }: Moments, timeZone: string): Moments[] {
  const firstDay = Math.floor((from + offsetAt(from, timeZone)) / day) - 2
  const lastDay = Math.floor((to + offsetAt(to, timeZone)) / day) + 1
  const found: Moments[] = []
  for (let date = firstDay; date <= lastDay; date++) {
    const weekday = new Date(date * day).getUTCDay()
    for (const hours of restrictions.filter(({ days }) => days.includes(weekday))) {
      const [opens, closes] = [timeIn(hours.from), timeIn(hours.to)]
      const ends = date * day + closes + (closes <= opens ? day : 0)
      found.push({ from: whenClocksShow(date * day + opens, timeZone), to: whenClocksShow(ends, timeZone) })
    }
  }
  return found
}

const spanOf = ({ from, to }: Moments): Span => ({ from: new Date(from), to: new Date(to) })
const momentsOf = ({ from, to }: Span): Moments => ({ from: from.getTime(), to: to.getTime() })
