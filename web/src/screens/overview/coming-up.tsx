// Upcoming maintenance, expirations and on-call gaps.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import type { Status } from '../../parts/states.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useOverviewMessages } from './messages.ts'
import { MonitorLink } from '../../parts/links.tsx'

type Upcoming = AnswerOf<'/dashboard/upcoming', 'get'>

export function ComingUp() {
  const t = useOverviewMessages()
  const query = useResource('/dashboard/upcoming')
  return (
    <Card title={t.upcoming} flush>
      <QueryResult query={query} what={t.upcomingFailed}>
        {(upcoming) => <Lines upcoming={upcoming} />}
      </QueryResult>
    </Card>
  )
}

function Lines({ upcoming: { maintenance, expiring, gaps } }: { upcoming: Upcoming }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const now = useNow(60)
  if (maintenance.length + expiring.length + gaps.length === 0) return <p className="body muted">{t.nothingUpcoming}</p>
  return (
    <ul className="list">
      {maintenance.map(({ id, name, starts_at: start, ends_at: end }) => {
        const isOn = Date.parse(start) <= now.getTime()
        return (
          <Line
            key={`${id} ${start}`}
            status="maintenance"
            note={isOn ? t.onNow : t.maintenance}
            at={isOn ? t.until(format.moment(end)) : format.moment(start)}
          >
            <Link to="/maintenance/$id" params={{ id }}>
              {name}
            </Link>
          </Line>
        )
      })}
      {expiring.map(({ monitor, metric, label, days_left: days }) => (
        <Line key={`${monitor.id} ${metric}`} status="degraded" note={label} at={t.inDays(Math.floor(days))}>
          <MonitorLink id={monitor.id} name={monitor.name} />
        </Line>
      ))}
      {gaps.map(({ schedule, from, until }) => (
        <Line
          key={`${schedule.id} ${from}`}
          status="unknown"
          note={t.gap}
          at={t.fromUntil(format.moment(from), format.moment(until))}
        >
          <Link to="/on-call/$schedule" params={{ schedule: String(schedule.id) }}>
            {schedule.name}
          </Link>
        </Line>
      ))}
    </ul>
  )
}

interface LineProps {
  readonly status: Status
  readonly note: string
  readonly at: string
  readonly children: ReactNode
}

function Line({ status, note, at, children }: LineProps) {
  return (
    <li>
      <StatusMark status={status} />
      <span className="min-w-0">
        <span className="block">{children}</span>
        <span className="sub">{note}</span>
      </span>
      <span className="at">{at}</span>
    </li>
  )
}
