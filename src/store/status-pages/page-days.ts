// The history of a page's components by day.
import { type HistoryBar, barStates, barsOf, cutUpTo } from '../../domain/history/bars.ts'
import { type Span, mergeSpans, subtractSpans } from '../../domain/span.ts'
import type { DayView } from '../../domain/status-page/page-view.ts'
import type { Database } from '../database/database.ts'
import { type IncidentSpan, incidentSpansOf } from '../incidents/incident-spans.ts'
import { type TimeOff, timesOff } from '../results/exclusions.ts'
import { figuresOfSeveralByDay, uptimeOf } from '../results/figures.ts'

const dayMs = 86_400_000

interface MeasuredComponentMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly tags: readonly string[]
}

interface MonitorDays {
  readonly troubles: readonly IncidentSpan[]
  readonly off: TimeOff
  /** By the start of the day. */
  readonly figures: ReadonlyMap<number, { readonly checks: number; readonly failures: number }>
}

export interface PageDays {
  /** The combined days of several monitors. */
  daysOf(monitorIds: readonly string[]): DayView[]
  /** Over all days; all monitors have equal weight. */
  uptimeOf(monitorIds: readonly string[]): number | null
}

export async function readPageDays(
  db: Database,
  {
    organizationId,
    monitors,
    days,
  }: { organizationId: string; monitors: readonly MeasuredComponentMonitor[]; days: number },
  now: Date,
): Promise<PageDays> {
  const cut = cutUpTo(now, { bucketMs: dayMs, count: days })
  const span = { from: cut.from, to: now }
  const ours = { organizationId, monitorIds: monitors.map(({ id }) => id), ...span }
  const [off, troubles] = await Promise.all([timesOff(db, { ...ours, monitors }), incidentSpansOf(db, ours)])
  const counted = monitors.map(({ id, monitorNumber }) => ({ monitorNumber, excluded: off.get(id)!.excluded }))
  const figures = Map.groupBy(await figuresOfSeveralByDay(db, counted, span), ({ monitorNumber }) => monitorNumber)
  const spansByMonitor = Map.groupBy(troubles, ({ monitorId }) => monitorId)
  const byMonitor = new Map(
    monitors.map(({ id, monitorNumber }): [string, MonitorDays] => [
      id,
      {
        troubles: spansByMonitor.get(id) ?? [],
        off: off.get(id)!,
        figures: new Map((figures.get(monitorNumber) ?? []).map(({ day, ...figure }) => [day.getTime(), figure])),
      },
    ]),
  )
  const chosen = (ids: readonly string[]): MonitorDays[] =>
    ids.map((id) => byMonitor.get(id)).filter((one) => one !== undefined)

  return {
    daysOf(monitorIds) {
      const own = chosen(monitorIds)
      const bars = barsOf(cut, seenOf(own))
      return [...bars].map((bar, place) => {
        const day = cut.from.getTime() + place * dayMs
        const figures = own.map((monitor) => monitor.figures.get(day)).filter((figure) => figure !== undefined)
        return {
          date: new Date(day).toISOString().slice(0, 10),
          state: barStates[bar as HistoryBar],
          uptime: meanUptime(figures.map(uptimeOf)),
          tracked: figures.length > 0,
        }
      })
    },
    uptimeOf: (monitorIds) => meanUptime(chosen(monitorIds).map(({ figures }) => uptimeOf(totalOf(figures)))),
  }
}

/** The worst state of any of them. */
function seenOf(monitors: readonly MonitorDays[]) {
  const spansOf = (severity: IncidentSpan['severity']): Span[] =>
    monitors.flatMap(({ troubles, off }) =>
      subtractSpans(
        troubles.filter((trouble) => trouble.severity === severity),
        off.excluded,
      ),
    )
  const days = new Set(monitors.flatMap(({ figures }) => [...figures.keys()]))
  return {
    tracked: [...days].map((day) => ({ from: new Date(day), to: new Date(day + dayMs) })),
    maintenance: mergeSpans(monitors.flatMap(({ off }) => off.maintenance)),
    degraded: mergeSpans(spansOf('warning')),
    down: mergeSpans(spansOf('critical')),
    excluded: [],
  }
}

function totalOf(figures: MonitorDays['figures']): { checks: number; failures: number } {
  const all = [...figures.values()]
  return {
    checks: all.reduce((sum, { checks }) => sum + checks, 0),
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
  }
}

/** Rounded down to four decimals; null if nothing was measured. */
function meanUptime(uptimes: readonly (number | null)[]): number | null {
  const known = uptimes.filter((uptime) => uptime !== null)
  if (known.length === 0) return null
  return Math.floor((known.reduce((sum, uptime) => sum + uptime, 0) / known.length) * 10_000) / 10_000
}
