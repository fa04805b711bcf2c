// Results by location.
import { useFormat } from '../../format/use-format.ts'
import { Bars } from '../../parts/bars.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { useMonitorMessages } from './messages.ts'
import { type LocationRow, type Monitor, useLocationRows } from './monitor-data.ts'
import { useMuting } from './actions/muting.ts'
import { right, Table } from '../../parts/table.tsx'

export function Locations({ monitor }: { monitor: Monitor }) {
  const { location: t } = useMonitorMessages()
  const query = useLocationRows(monitor.id)
  return (
    <Card title={t.title} end={t.note} flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => (
          <Table
            columns={[
              t.now,
              t.name,
              right(t.median),
              right(t.p95),
              { label: t.hour, className: 'c-hour' },
              right(t.uptime),
              right(t.checked),
            ]}
            className="locations"
          >
            {data.map((row) => (
              <Location key={row.id} row={row} monitor={monitor} />
            ))}
          </Table>
        )}
      </QueryResult>
    </Card>
  )
}

function Location({ row, monitor }: { row: LocationRow; monitor: Monitor }) {
  const { location: t } = useMonitorMessages()
  const format = useFormat()
  const can = useCan()
  const { unmute } = useMuting(monitor)
  const state = row.success === null ? 'unknown' : row.success ? 'up' : 'down'
  return (
    <tr>
      <td>
        <StatusWord status={row.muted ? 'paused' : state}>{row.muted ? t.muted : undefined}</StatusWord>
      </td>
      <td>
        {row.name}
        {row.silent_since && <span className="sub">{t.silent(format.moment(row.silent_since))}</span>}
        {row.muted && can('member') && <Button small label={t.unmute} onClick={() => void unmute(row)} />}
      </td>
      <td className="right num">{format.response(row.median_ms)}</td>
      <td className="right num">{format.response(row.p95_ms)}</td>
      <td>
        <Bars bars={row.bars} label={t.lastHour(row.name)} height={18} />
      </td>
      <td className="right num">{format.uptime(row.uptime_24h)}</td>
      <td className="right muted nowrap">{row.last_check_at ? <RelativeTime at={row.last_check_at} /> : '—'}</td>
    </tr>
  )
}
