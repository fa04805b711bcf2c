// Charts of a host: CPU, memory, disks, load, network and, where measured, temperature.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { TimeChart } from '../../parts/chart/time-chart.tsx'
import { Segments } from '../../parts/choose.tsx'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { useChoices } from '../../url.ts'
import { chartPoints, stepFor } from './chart-points.ts'
import type { Host, HostSampleAnswer } from './host-data.ts'
import { useHostMessages } from './messages.ts'
import { startOf } from '../monitor/charts/series-data.ts'

const spans = { '1h': 3600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const
type SpanName = keyof typeof spans
const spanNames = Object.keys(spans) as SpanName[]

const groups = {
  cpu: ['cpu_pct', 'cpu_iowait_pct', 'cpu_steal_pct'],
  memory: ['mem_used_pct', 'swap_used_pct'],
  load: ['load1', 'load5', 'load15'],
  network: ['net_rx_bps', 'net_tx_bps'],
  temperature: ['temp_c_max'],
} as const

const maxDisks = 6

interface ChartsProps {
  readonly host: Host
  readonly disks: HostSampleAnswer['disks']
}

export function Charts({ host, disks }: ChartsProps) {
  const { chart: t } = useHostMessages()
  const [chosen, choose] = useChoices({ span: '1h' })
  const span = spanNames.find((name) => name === chosen.span) ?? '1h'
  const names: Readonly<Record<string, string>> = t.series
  const fullest = disks.toSorted((a, b) => b.used_pct - a.used_pct).slice(0, maxDisks)
  const ofDisks = fullest.map(({ metric, mount }) => ({ metric, label: mount }))
  const ofGroup = (group: keyof typeof groups) => groups[group].map((metric) => ({ metric, label: names[metric]! }))
  const shared = { host, span }
  return (
    <>
      <ChartCard
        {...shared}
        title={t.cpu}
        lines={ofGroup('cpu')}
        end={
          <Segments
            label={t.span}
            choices={spanNames.map((value) => ({ value, label: t.spans[value] }))}
            value={span}
            onChange={(value) => choose({ span: value })}
          />
        }
      />
      <ChartCard {...shared} title={t.memory} lines={ofGroup('memory')} />
      {ofDisks.length > 0 && <ChartCard {...shared} title={t.disks} lines={ofDisks} />}
      <ChartCard {...shared} title={t.load} lines={ofGroup('load')} />
      <ChartCard {...shared} title={t.network} lines={ofGroup('network')} optional />
      <ChartCard {...shared} title={t.temperature} lines={ofGroup('temperature')} optional />
    </>
  )
}

interface ChartCardProps {
  readonly host: Host
  readonly span: SpanName
  readonly title: string
  readonly lines: readonly { readonly metric: string; readonly label: string }[]
  readonly end?: React.ReactNode
  /** Hidden if the machine does not measure it. */
  readonly optional?: boolean
}

function metricsQuery(host: Host, span: SpanName, metrics: readonly string[]) {
  const path = '/hosts/{id}/metrics'
  const { id } = host
  return queryOptions({
    queryKey: [path, id, span, metrics],
    queryFn: ({ signal }) => {
      const to = new Date()
      const from = startOf(host, to, spans[span] * 1000)
      const step = stepFor(spans[span])
      const query = { metric: metrics.join(','), from: from.toISOString(), to: to.toISOString(), step }
      return client.get(path, { params: { id }, query, signal })
    },
    placeholderData: keepPreviousData,
  })
}

const usualReportSeconds = 60
const missedReports = 2.5

function ChartCard({ host, span, title, lines, end, optional = false }: ChartCardProps) {
  const { chart: t } = useHostMessages()
  const format = useFormat()
  const query = useQuery(
    metricsQuery(
      host,
      span,
      lines.map(({ metric }) => metric),
    ),
  )
  const measured = query.data?.series.filter(({ points }) => points.length > 0)
  if (optional && (measured === undefined || measured.length === 0)) return null
  const rhythm = Number(host.config['reportIntervalSeconds'] ?? usualReportSeconds)
  return (
    <Card title={title} end={end}>
      <QueryResult query={query} what={t.failed} waiting={<Skeleton height="15rem" />}>
        {({ series, step, from, to }) => {
          const drawn = series.filter(({ points }) => points.length > 0)
          if (drawn.length === 0) return <p className="muted">{t.empty}</p>
          const { times, values } = chartPoints(drawn, missedReports * Math.max(step, rhythm), { from, to })
          const labelOf = (metric: string): string => lines.find((line) => line.metric === metric)?.label ?? metric
          return (
            <TimeChart
              label={t.label(title, t.spans[span])}
              times={times}
              series={drawn.map(({ metric }, index) => ({ label: labelOf(metric), values: values[index]! }))}
              format={(value) => format.metric(value, drawn[0]!.unit)}
              together={host.id}
            />
          )
        }}
      </QueryResult>
    </Card>
  )
}
