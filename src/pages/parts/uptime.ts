// The uptime of some components or monitors; while it is too early to judge it, with the time that was monitored.
import type { DayView } from '../../domain/status-page/page-view.ts'
import { addUp, tooEarlyMs, uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import { shortTimeText, uptimeText } from './dates.ts'

const dayMs = 86_400_000

interface UptimeFigure {
  readonly percent: number
  readonly isTooEarly: boolean
  /** `100%`, or `100% in 12 minutes`. */
  readonly text: string
  /** `100% uptime`, or `100% uptime in 12 minutes`. */
  readonly sentence: string
}

interface UptimeParts {
  readonly days: readonly DayView[]
  readonly monitorCount: number
}

/** Over the last days of all parts; null if nothing was monitored. */
export function uptimeOfDays(parts: readonly UptimeParts[], count: number, visit: PageVisit): UptimeFigure | null {
  const sums = addUp(parts.flatMap(({ days }) => days.slice(-count)))
  const monitors = parts.reduce((sum, { monitorCount }) => sum + monitorCount, 0)
  const percent = uptimePercent(sums)
  if (percent === null) return null
  const earlyMs = tooEarlyMs(sums, { periodMs: count * dayMs, monitors })
  const words = wordsFor(visit)
  const timed = (text: string): string =>
    earlyMs === null ? text : words.inTime(text, shortTimeText(earlyMs, visit.language))
  const text = uptimeText(percent, visit.language)
  return { percent, isTooEarly: earlyMs !== null, text: timed(text), sentence: timed(words.uptime(text)) }
}
