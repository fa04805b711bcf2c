// Incidents, maintenance and excluded time of a report.
import type { Report } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card, Tag } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { Duration, Timestamp } from '../../parts/time.tsx'
import { useReportMessages } from './messages.ts'
import { IncidentLink } from '../../parts/links.tsx'

export function Incidents({ incidents }: { incidents: Report['incidents'] }) {
  const t = useReportMessages()
  const format = useFormat()
  const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000
  return (
    <Card title={t.incidents} end={incidents.length > 0 && format.number(incidents.length)}>
      {incidents.length === 0 && <p className="muted">{t.noIncidents}</p>}
      <ul className="mark-list">
        {incidents.map((one) => (
          <li key={one.id}>
            <StatusMark status={one.severity === 'critical' ? 'critical' : 'warning'} />
            <span className="min-w-0 flex-1">
              <IncidentLink className="name" number={one.id} text={one.message} />
              <span className="sub">
                #{one.id} · {one.monitor.name} · <Timestamp at={one.failing_since} />
                {one.acknowledged_at !== null && (
                  <> · {t.acknowledgedAfter(format.duration(secondsBetween(one.started_at, one.acknowledged_at)))}</>
                )}{' '}
                {one.false_positive && <Tag>{t.falsePositive}</Tag>}
              </span>
            </span>
            <span className="num nowrap">
              {one.resolved_at === null ? t.ongoing : <Duration from={one.failing_since} until={one.resolved_at} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Maintenance({ windows }: { windows: Report['maintenance'] }) {
  const t = useReportMessages()
  const format = useFormat()
  return (
    <Card title={t.maintenance} end={windows.length > 0 && format.number(windows.length)}>
      {windows.length === 0 && <p className="muted">{t.noMaintenance}</p>}
      <ul className="mark-list">
        {windows.map(({ id, name, from, to, monitors, excluded }) => (
          <li key={`${id} ${from}`}>
            <StatusMark status="maintenance" />
            <span className="min-w-0 flex-1">
              <span className="name">{name}</span>
              <span className="sub">
                {t.until(format.moment(from), format.moment(to))} · {t.covered(monitors)} ·{' '}
                {excluded ? t.notCounted : t.counted}
              </span>
            </span>
            <span className="num nowrap">
              <Duration from={from} until={to} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Excluded({ excluded }: { excluded: Report['excluded'] }) {
  const t = useReportMessages()
  const format = useFormat()
  const rows = [
    [t.exclMaintenance, t.exclMaintenanceWhy, excluded.maintenance_seconds],
    [t.exclFalse, t.exclFalseWhy, excluded.false_positive_seconds],
    [t.exclUnwatched, t.exclUnwatchedWhy, excluded.prober_offline_seconds],
  ] as const
  return (
    <Card title={t.excluded} end={t.excludedNote}>
      <ul className="mark-list">
        {rows.map(([what, why, seconds]) => (
          <li key={what}>
            <span className="min-w-0 flex-1">
              <span className="name">{what}</span>
              <span className="sub">{why}</span>
            </span>
            <span className="num nowrap">{format.duration(seconds)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
