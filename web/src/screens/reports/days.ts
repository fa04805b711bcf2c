// Days of a report as bars.
interface DailyFigure {
  readonly date: string
  readonly uptime_percent: number | null
  readonly downtime_seconds: number
}

export interface ReportDay extends DailyFigure {
  /** As in bars: u g d m n. */
  readonly letter: string
}

interface MaintenanceSpan {
  readonly from: string
  readonly to: string
}

const minDownSeconds = 60

/** A day with less than a minute of downtime counts as degraded. */
function letterOf({ uptime_percent: uptime, downtime_seconds: down, date }: DailyFigure, dates: ReadonlySet<string>) {
  if (down >= minDownSeconds) return 'd'
  if (down > 0) return 'g'
  if (dates.has(date)) return 'm'
  return uptime === null ? 'n' : 'u'
}

export function lettersOf(daily: readonly DailyFigure[], maintained: ReadonlySet<string>): string {
  return daily.map((day) => letterOf(day, maintained)).join('')
}

export const daysOf = (daily: readonly DailyFigure[], maintained: ReadonlySet<string>): ReportDay[] =>
  daily.map((day) => ({ ...day, letter: letterOf(day, maintained) }))

/** Dates in the report's time zone on which there was maintenance. */
export function maintainedDates(spans: readonly MaintenanceSpan[], zone: string): ReadonlySet<string> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const dates = new Set<string>()
  for (const { from, to } of spans) {
    const end = Date.parse(to) - 1
    for (let at = Date.parse(from); at < end; at += 86_400_000) dates.add(format.format(at))
    dates.add(format.format(end))
  }
  return dates
}
