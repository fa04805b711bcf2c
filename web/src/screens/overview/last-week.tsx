// The last seven days: incidents per day and the least reliable monitors.
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { Card } from '../../parts/card.tsx'
import { useStatusMessages } from '../../parts/messages.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewMessages } from './messages.ts'
import { MonitorLink } from '../../parts/links.tsx'

type Days = Overview['incidents_by_day']

export function IncidentsByDay({ days }: { days: Days }) {
  const t = useOverviewMessages()
  const states = useStatusMessages()
  const sum = (of: 'critical' | 'warning'): number => days.reduce((total, day) => total + day[of], 0)
  return (
    <Card
      title={t.byDay}
      end={
        <Link className="link" to="/incidents" search={{ status: 'all' }}>
          {t.allIncidents}
        </Link>
      }
    >
      <Week days={days} />
      <p className="legend mt-3">
        {(['critical', 'warning'] as const).map((severity) => (
          <span key={severity}>
            <StatusMark status={severity} size={12} />
            {states[severity]} {sum(severity)}
          </span>
        ))}
      </p>
    </Card>
  )
}

const maxBarHeight = 72

function Week({ days }: { days: Days }) {
  const t = useOverviewMessages()
  const { language } = usePreferences()
  const most = Math.max(6, ...days.map(({ total }) => total))
  // The server uses UTC days.
  const weekday = (day: string, style: 'short' | 'long'): string =>
    new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(new Date(day))
  const name = (index: number, style: 'short' | 'long'): string =>
    index === days.length - 1 ? t.today : weekday(days[index]!.day, style)
  const label = t.byDayLabel(days.map(({ total }, index) => t.dayLabel(name(index, 'long'), total)))
  const height = (count: number): string => `${Math.max(4, (count / most) * maxBarHeight)}px`
  return (
    <div className="week" role="img" aria-label={label}>
      {days.map(({ day, critical, warning, total }, index) => (
        <div key={day}>
          {critical > 0 && <b style={{ height: height(critical) }} />}
          {warning > 0 && <b className="w" style={{ height: height(warning) }} />}
          {total === 0 && <b className="z" />}
          {name(index, 'short')}
        </div>
      ))}
    </div>
  )
}

export function LeastReliable({ monitors }: { monitors: Overview['least_steady'] }) {
  const t = useOverviewMessages()
  const format = useFormat()
  return (
    <Card title={t.leastSteady} flush>
      {monitors.length === 0 && <p className="body muted">{t.allSteady}</p>}
      <ul className="list">
        {monitors.map(({ monitor, incidents, downtime_seconds: down, flapping }) => (
          <li key={monitor.id}>
            <span className="min-w-0">
              <MonitorLink className="cut block" id={monitor.id} name={monitor.name} />
              <span className="sub">{flapping ? t.flappingCount(incidents) : t.incidentCount(incidents)}</span>
            </span>
            {down > 0 && <span className="at">{t.downFor(format.duration(down))}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
