// Results by location.
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { Bars } from '../../parts/bars.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { monitorMessages } from './messages.ts'
import { type LocationRow, type Monitor, useLocationRows } from './monitor-data.ts'
import { useMuting } from './actions/muting.ts'

export function Locations({ monitor }: { monitor: Monitor }) {
  const { location: t } = useMessages(monitorMessages)
  const query = useLocationRows(monitor.id)
  return (
    <Card title={t.title} end={t.note} flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => (
          <table className="table locations">
            <thead>
              <tr>
                <th>{t.now}</th>
                <th>{t.name}</th>
                <th className="right">{t.median}</th>
                <th className="right">{t.p95}</th>
                <th className="c-hour">{t.hour}</th>
                <th className="right">{t.uptime}</th>
                <th className="right">{t.checked}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <Location key={row.id} row={row} monitor={monitor} />
              ))}
            </tbody>
          </table>
        )}
      </QueryResult>
    </Card>
  )
}

function Location({ row, monitor }: { row: LocationRow; monitor: Monitor }) {
  const { location: t } = useMessages(monitorMessages)
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
        {row.muted && can('member') && (
          <Button small onClick={() => void unmute(row)}>
            {t.unmute}
          </Button>
        )}
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
