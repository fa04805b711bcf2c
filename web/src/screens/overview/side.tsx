// The side column: on-call users and recent changes.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { Avatar, Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewMessages } from './messages.ts'
import { MonitorLink, IncidentLink } from '../../parts/links.tsx'

export function OnCallNow({ schedules }: { schedules: Overview['on_call'] }) {
  const t = useOverviewMessages()
  const format = useFormat()
  return (
    <Card title={t.onCall} flush>
      {schedules.length === 0 && <p className="body muted">{t.noSchedules}</p>}
      <ul className="list">
        {schedules.map(({ schedule, user, until, next }) => (
          <li key={schedule.id}>
            {user && <Avatar name={user.name ?? user.email} />}
            <span className="min-w-0">
              <span className="cut block">{user ? (user.name ?? user.email) : t.nobodyOnCall}</span>
              <span className="sub">
                <Link className="link" to="/on-call/$schedule" params={{ schedule: String(schedule.id) }}>
                  {schedule.name}
                </Link>
                {user && until && ` · ${t.until(format.moment(until))}`}
                {!user && next && ` · ${t.nextOnCall(next.name ?? next.email, format.moment(next.starts_at))}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Change = Overview['changes'][number]

export function RecentChanges({ changes }: { changes: Overview['changes'] }) {
  const t = useOverviewMessages()
  return (
    <Card
      title={t.changes}
      flush
      end={
        <Link className="link" to="/settings/$section" params={{ section: 'activity' }}>
          {t.activity}
        </Link>
      }
    >
      {changes.length === 0 && <p className="body muted">{t.noChanges}</p>}
      <ul className="list">
        {changes.map((change) => (
          <li key={change.id}>
            {change.actor ? <Avatar name={change.actor} small /> : <Icon name="settings" size={16} />}
            <span className="min-w-0">
              <ChangeName change={change} />
              {change.actor && <span className="sub">{change.actor}</span>}
            </span>
            <span className="at">
              <RelativeTime at={change.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ChangeName({
  change: { action, actor, entity_type: type, entity_id: id, entity_name: name },
}: {
  change: Change
}) {
  const words = useActivityMessages()
  const word = activityName(words, action)
  if (!name || name === actor) return <span className="block">{word}</span>
  return (
    <span className="block">
      {word}: {linkTo({ type, id, name, gone: action.endsWith('.deleted') })}
    </span>
  )
}

interface Entity {
  readonly type: string
  readonly id: string | null
  readonly name: string
  readonly gone: boolean
}

function linkTo({ type, id, name, gone }: Entity): ReactNode {
  if (id === null || gone) return name
  if (type === 'monitor') return <MonitorLink className="link" id={id} name={name} />
  if (type === 'incident') return <IncidentLink className="link" number={id} text={name} />
  return name
}
