import type { Report } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/card.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { lettersOf } from './days.ts'
import { useReportMessages } from './messages.ts'
import { right, Table } from '../../parts/table.tsx'
import { MonitorLink } from '../../parts/links.tsx'

interface MonitorTableProps {
  readonly report: Report
  readonly previous: Report | undefined
  readonly previousName: string
  readonly maintained: ReadonlySet<string>
}

export function MonitorTable({ report, previous, previousName, maintained }: MonitorTableProps) {
  const t = useReportMessages()
  const before = new Map(previous?.monitors.map(({ id, uptime_percent: uptime }) => [id, uptime]))
  const worstFirst = report.monitors.toSorted((a, b) => (a.uptime_percent ?? 101) - (b.uptime_percent ?? 101))
  return (
    <Card title={t.monitors} end={t.worstFirst} flush>
      <div className="report-monitors">
        <Table
          columns={[
            t.monitor,
            { label: t.days, className: 'report-bars' },
            right(t.uptime),
            previous ? right(previousName) : false,
            right(t.down),
            right(t.incidents),
            right(t.response),
          ]}
          stacked
        >
          {worstFirst.map((monitor) => (
            <Row
              key={monitor.id}
              monitor={monitor}
              before={previous ? (before.get(monitor.id) ?? null) : undefined}
              previousName={previousName}
              maintained={maintained}
            />
          ))}
        </Table>
      </div>
    </Card>
  )
}

interface RowProps {
  readonly monitor: Report['monitors'][number]
  /** Undefined without a report of the period before. */
  readonly before: number | null | undefined
  readonly previousName: string
  readonly maintained: ReadonlySet<string>
}

function Row({ monitor, before, previousName, maintained }: RowProps) {
  const t = useReportMessages()
  const format = useFormat()
  const { id, name, daily, uptime_percent: uptime, downtime_seconds: down, sla_met: isMet } = monitor
  const downDays = daily.filter(({ downtime_seconds: seconds }) => seconds > 0).length
  return (
    <tr>
      <td className="min-w-0">
        <MonitorLink className="name" id={id} name={name} />
      </td>
      <td className="report-bars">
        <Bars bars={lettersOf(daily, maintained)} label={t.daysLabel(daily.length, downDays)} height={20} />
      </td>
      <td className="right num nowrap">
        <strong>{format.uptime(uptime)}</strong>
        {isMet === false && (
          <span className="sub">
            <StatusWord status="down">{t.targetMissed}</StatusWord>
          </span>
        )}
      </td>
      {before !== undefined && (
        <td className="right num muted" data-label={previousName}>
          {format.uptime(before)}
        </td>
      )}
      <td className="right num nowrap" data-label={t.down}>
        {down > 0 ? format.duration(down) : '—'}
      </td>
      <td className="right num" data-label={t.incidents}>
        {format.number(monitor.incidents)}
      </td>
      <td className="right num" data-label={t.response}>
        {format.response(monitor.avg_response_time_ms)}
      </td>
    </tr>
  )
}
