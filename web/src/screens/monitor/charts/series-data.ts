// Converts the API's series to chart data.
import type { AnswerOf } from '../../../api.ts'
import type { ChartProps } from '../../../parts/chart/chart-data.ts'
import type { Monitor } from '../monitor-data.ts'

type Series = AnswerOf<'/dashboard/monitors/{id}/series', 'get'>
type ChartContent = Pick<ChartProps, 'times' | 'series' | 'spans' | 'ticks'>

const maxPoints = 288
const minPoints = 10

/** As many points that each bucket holds a check from every location, so that empty buckets are gaps. */
export function pointsFor(
  { interval_seconds: interval, locations, scheduling_strategy: strategy }: Monitor,
  spanMs: number,
): number {
  const rhythm = strategy === 'parallel' ? interval : interval * Math.max(1, locations.length)
  return Math.max(minPoints, Math.min(maxPoints, Math.floor(spanMs / 1000 / (1.5 * rhythm))))
}

const minShownMs = 10 * 60_000

/** The charts of a young monitor or host begin with it. */
export const startOf = ({ created_at: created }: { readonly created_at: string }, until: Date, spanMs: number): Date =>
  new Date(Math.max(until.getTime() - spanMs, Math.min(Date.parse(created), until.getTime() - minShownMs)))

interface ChartTexts {
  readonly incident: (number: number) => string
  readonly action: (action: string) => string
}

export function chartOf(data: Series, t: ChartTexts): ChartContent {
  const begins = Date.parse(data.from)
  const length = data.series[0]?.p50.length ?? 0
  return {
    times: Array.from({ length }, (_, index) => new Date(begins + index * data.bucket_seconds * 1000).toISOString()),
    series: data.series.map(({ name, p5, p50, p95 }) => ({ label: name, values: p50, low: p5, high: p95 })),
    spans: [
      ...data.incidents.map(({ id, severity, from, until }) => ({
        from,
        until,
        tone: severity === 'critical' ? ('down' as const) : ('degraded' as const),
        label: t.incident(id),
      })),
      ...data.maintenance.map(({ name, from, until }) => ({ from, until, tone: 'maintenance' as const, label: name })),
    ],
    ticks: [
      ...data.changes.map(({ at, action, actor }) => ({
        at,
        label: [t.action(action), actor].filter(Boolean).join(', '),
      })),
      ...data.deployments.map(({ deployed_at, service, version, deployed_by: by }) => ({
        at: deployed_at,
        label: [[service, version].filter(Boolean).join(' '), by].filter(Boolean).join(', '),
      })),
    ],
  }
}
