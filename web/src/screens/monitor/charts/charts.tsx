// Charts of response time and other metrics with a shared time range and cursor.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../../api.ts'
import { activityName, useActivityMessages } from '../../../parts/vocabulary/activity-messages.ts'
import { useTranslation } from '../../../catalog/use-translation.ts'
import { useMeasured } from '../../../catalog/use-measured.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { TimeChart } from '../../../parts/chart/time-chart.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { QueryResult, Skeleton } from '../../../parts/content-states.tsx'
import { useChoices } from '../../../url.ts'
import { chartOf, pointsFor, startOf } from './series-data.ts'
import { useChartedMetrics } from './charted-metrics.ts'
import { useMonitorMessages } from '../messages.ts'
import { type Monitor, type MonitorType, isProbed, useMonitorType } from '../monitor-data.ts'
import { Menu } from '../../../parts/overlay/menu.tsx'

const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const
type SpanName = keyof typeof spans
const names = Object.keys(spans) as SpanName[]
const maxCharts = 4

const spanOf = (span: string): SpanName => names.find((name) => name === span) ?? '1h'

interface ShownRange {
  readonly from?: string
  readonly until?: string
}

export function Charts({ monitor }: { monitor: Monitor }) {
  const { chart: t } = useMonitorMessages()
  const type = useMonitorType(monitor.type)
  const [charted, setCharted] = useChartedMetrics(monitor.type)
  const [chosen, choose] = useChoices({ span: '1h', by: 'location', from: '', until: '' })
  const [first, ...next] = type?.charts ?? []
  const drawn = [first, ...next, ...charted]
  const others = chartableMetrics(type).filter(({ metric }) => !drawn.includes(metric))
  const shown = { from: chosen.from || undefined, until: chosen.until || undefined }
  const picked = shown.from !== undefined && shown.until !== undefined
  const shared = {
    monitor,
    span: spanOf(chosen.span),
    shown,
    onSelect: (from: Date, until: Date) => choose({ from: from.toISOString(), until: until.toISOString() }),
    onReset: () => choose({ from: '', until: '' }),
  }
  const name = first === undefined ? t.response : labelOf(type, first)
  // The type decides which charts there are.
  if (!type) return <Skeleton height="15rem" />
  return (
    <>
      <Card
        title={name}
        end={
          <>
            {isProbed(monitor) && <ByLocationOrPhase value={chosen.by} onChange={(by) => choose({ by })} />}
            <RangeChoice
              span={picked ? null : shared.span}
              onChange={(span) => choose({ span, from: '', until: '' })}
              onReset={shared.onReset}
            />
            {others.length > 0 && charted.length < maxCharts - 1 && (
              <Menu
                small
                label={t.add}
                icon="plus"
                items={others.map(({ metric, label }) => ({ label, run: () => setCharted([...charted, metric]) }))}
              />
            )}
          </>
        }
      >
        <Chart {...shared} name={name} metric={first} by={chosen.by === 'phase' ? 'phase' : 'location'} />
      </Card>
      {next.map((metric) => (
        <MetricCard key={metric} name={labelOf(type, metric)} metric={metric} shared={shared} />
      ))}
      {charted.map((metric) => (
        <MetricCard
          key={metric}
          name={labelOf(type, metric)}
          metric={metric}
          shared={shared}
          onRemove={() => setCharted(charted.filter((one) => one !== metric))}
        />
      ))}
    </>
  )
}

const chartableMetrics = (type: MonitorType | undefined) =>
  (type?.metrics ?? []).filter(
    ({ metric, unit }) => metric !== 'response_time' && !['truth', 'flag', 'status'].includes(unit),
  )

const labelOf = (type: MonitorType | undefined, metric: string): string =>
  type?.metrics.find((known) => known.metric === metric)?.label ?? metric

interface RangeChoiceProps {
  /** Null if the user selected a range in a chart. */
  readonly span: SpanName | null
  readonly onChange: (span: SpanName) => void
  readonly onReset: () => void
}

function RangeChoice({ span, onChange, onReset }: RangeChoiceProps) {
  const { chart: t } = useMonitorMessages()
  return (
    <>
      <Segments
        label={t.span}
        choices={names.map((value) => ({ value, label: t.spans[value] }))}
        value={span ?? ('' as SpanName)}
        onChange={onChange}
      />
      {span === null && <Button small label={t.reset} onClick={onReset} />}
    </>
  )
}

function ByLocationOrPhase({ value, onChange }: { value: string; onChange: (by: string) => void }) {
  const { chart: t } = useMonitorMessages()
  return (
    <Segments
      label={t.by}
      choices={[
        { value: 'location', label: t.location },
        { value: 'phase', label: t.phase },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

interface SharedProps {
  readonly monitor: Monitor
  readonly span: SpanName
  readonly shown: ShownRange
  readonly onSelect: (from: Date, until: Date) => void
  readonly onReset: () => void
}

interface MetricCardProps {
  readonly name: string
  readonly metric: string
  readonly shared: SharedProps
  /** Absent for charts that cannot be removed. */
  readonly onRemove?: () => void
}

function MetricCard({ name, metric, shared, onRemove }: MetricCardProps) {
  const { chart: t } = useMonitorMessages()
  const { data } = useQuery(seriesQuery({ ...shared, metric, by: 'location' }))
  // Jobs that do not report their start have no duration.
  if (!onRemove && data?.series.length === 0) return null
  return (
    <Card
      title={name}
      end={onRemove && <Button small weight="ghost" icon="close" aria-label={t.remove(name)} onClick={onRemove} />}
    >
      <Chart {...shared} name={name} metric={metric} by="location" />
    </Card>
  )
}

type SeriesRequest = Pick<MetricChartProps, 'monitor' | 'metric' | 'by' | 'span' | 'shown'>

function seriesQuery({ monitor, metric, by, span, shown }: SeriesRequest) {
  const path = '/dashboard/monitors/{id}/series'
  return queryOptions({
    queryKey: [path, monitor.id, metric, by, span, shown],
    queryFn: ({ signal }) => {
      const until = shown.until === undefined ? new Date() : new Date(shown.until)
      const from = shown.from === undefined ? startOf(monitor, until, spans[span]) : new Date(shown.from)
      const points = pointsFor(monitor, until.getTime() - from.getTime())
      const query = { metric, by, from: from.toISOString(), until: until.toISOString(), points }
      return client.get(path, { params: { id: monitor.id }, query, signal })
    },
    placeholderData: keepPreviousData,
  })
}

interface MetricChartProps extends SharedProps {
  readonly name: string
  readonly metric?: string
  readonly by: 'location' | 'phase'
}

function Chart({ monitor, name, metric, span, by, shown, onSelect, onReset }: MetricChartProps) {
  const { chart: t } = useMonitorMessages()
  const written = useMeasured()
  const words = useTranslation()
  const actions = useActivityMessages()
  const query = useQuery(seriesQuery({ monitor, metric, by, span, shown }))
  // Heartbeats and hosts have no locations.
  const labelIn = (label: string): string => (isProbed(monitor) ? (by === 'phase' ? words.text(label) : label) : name)
  return (
    <QueryResult query={query} what={t.failed} waiting={<Skeleton height="15rem" />}>
      {(data) => {
        const chart = chartOf(data, { incident: t.incident, action: (action) => activityName(actions, action) })
        if (chart.series.length === 0) return <p className="muted">{t.empty}</p>
        const series = chart.series.map((one) => ({ ...one, label: labelIn(one.label) }))
        return (
          <TimeChart
            {...chart}
            series={series}
            label={t.label(name, t.spans[span], data.incidents.length)}
            format={(value) => written(data, value)}
            stacked={by === 'phase'}
            together={monitor.id}
            onSelect={onSelect}
            onReset={onReset}
          />
        )
      }}
    </QueryResult>
  )
}
