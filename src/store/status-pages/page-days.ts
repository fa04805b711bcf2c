// The history of a page's components by day.
import { type HistoryBar, barStates, barsOf, cutUpTo } from '../../domain/history/bars.ts'
import { mergeSpans } from '../../domain/span.ts'
import type { DayView } from '../../domain/status-page/page-view.ts'
import { monitoredPart, uptimeByDay } from '../../domain/uptime/monitored-time.ts'
import type { Database } from '../database/database.ts'
import { incidentSpansOf } from '../incidents/incident-spans.ts'
import { type MonitorTime, monitoredTimes } from '../results/monitored-times.ts'

const dayMs = 86_400_000

export interface PageDays {
  /** The combined days of several monitors. */
  daysOf(monitorIds: readonly string[]): DayView[]
}

export async function readPageDays(
  db: Database,
  { days, ...monitors }: { organizationId: string; monitorIds: readonly string[]; days: number },
  now: Date,
): Promise<PageDays> {
  const cut = cutUpTo(now, { bucketMs: dayMs, count: days })
  const span = { from: cut.from, to: now }
  const spans = Array.from({ length: days }, (_, place) => {
    const from = cut.from.getTime() + place * dayMs
    return { from: new Date(from), to: new Date(from + dayMs) }
  })
  const [times, incidentSpans] = await Promise.all([
    monitoredTimes(db, { ...monitors, ...span }),
    incidentSpansOf(db, { ...monitors, ...span }),
  ])
  const warnings = Map.groupBy(
    incidentSpans.filter(({ severity }) => severity === 'warning'),
    ({ monitorId }) => monitorId,
  )
  const chosen = (ids: readonly string[]): MonitorTime[] => ids.flatMap((id) => times.get(id) ?? [])
  return {
    daysOf(monitorIds) {
      const own = chosen(monitorIds)
      const bars = barsOf(cut, {
        tracked: own.flatMap(({ watched }) => watched),
        maintenance: own.flatMap(({ maintenance }) => maintenance),
        degraded: mergeSpans(own.flatMap((time) => monitoredPart(time, warnings.get(time.id) ?? []))),
        down: mergeSpans(own.flatMap(({ down }) => down)),
        excluded: [],
      })
      return uptimeByDay(own, spans).map((sums, place) => {
        const state = barStates[bars[place] as HistoryBar]
        return { date: spans[place]!.from.toISOString().slice(0, 10), state, ...sums, tracked: state !== 'unknown' }
      })
    },
  }
}
