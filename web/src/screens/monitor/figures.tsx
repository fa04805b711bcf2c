// Uptime, response time, and days until something expires.
import { useQuery } from '@tanstack/react-query'
import { queryFor, useResource } from '../../api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { FigureStrip } from '../../parts/card.tsx'
import { useMonitorMessages } from './messages.ts'
import { type Monitor, checksIn, isProbed, useLocationRows, useNextDue } from './monitor-data.ts'

export function Figures({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const format = useFormat()
  const { data } = useResource('/monitors/{id}/uptime', { params: { id: monitor.id }, query: { period: '90d' } })
  const shown = (percent: number | null | undefined) => ({
    value: format.uptime(percent).replace(' %', ''),
    note: percent === null || percent === undefined ? undefined : '%',
  })
  const words = useTranslation()
  const response = useResponse(monitor)
  const left = useDaysLeft(monitor)
  const due = useNextDue(monitor, checksIn(monitor))
  return (
    <FigureStrip
      figures={[
        { label: t.uptime['24h'], ...shown(data?.uptime_24h) },
        { label: t.uptime['7d'], ...shown(data?.uptime_7d) },
        { label: t.uptime['30d'], ...shown(data?.uptime_30d) },
        { label: t.uptime['90d'], ...shown(data?.uptime_percent) },
        ...(response.median === null
          ? []
          : [
              {
                label: t.median,
                value: format.response(response.median),
                note: t.p95(format.response(response.p95)),
              },
            ]),
        ...(due === null ? [] : [{ label: t.nextPing, value: format.clock(due), note: format.day(due) }]),
        ...left.map(({ label, value }) => ({
          label: words.text(label, monitor.type),
          value: format.number(Math.floor(value)),
          note: t.left,
        })),
      ]}
    />
  )
}

/** The median of the locations' medians, and the highest p95. */
function useResponse({ id }: Monitor): { median: number | null; p95: number | null } {
  const { data } = useLocationRows(id)
  const medians = (data?.data ?? []).flatMap(({ median_ms: ms }) => (ms === null ? [] : [ms])).toSorted((a, b) => a - b)
  const slowest = (data?.data ?? []).flatMap(({ p95_ms: ms }) => (ms === null ? [] : [ms]))
  return {
    median: medians[Math.floor((medians.length - 1) / 2)] ?? null,
    p95: slowest.length > 0 ? Math.max(...slowest) : null,
  }
}

/** Metrics in days of the latest check, such as certificate expiry. */
function useDaysLeft(monitor: Monitor): readonly { readonly label: string; readonly value: number }[] {
  const { id } = monitor
  const latest = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks', { params: { id }, query: { result: 'ok', limit: 1 } }),
    enabled: isProbed(monitor),
  })
  const checkId = latest.data?.data[0]?.id
  const { data } = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', { params: { id, checkId: checkId ?? '' } }),
    enabled: checkId !== undefined,
  })
  return (data?.metrics ?? []).filter(({ unit }) => unit === 'days').slice(0, 2)
}
