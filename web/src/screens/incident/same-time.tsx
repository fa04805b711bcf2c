import { Link } from '@tanstack/react-router'
import type { IncidentContext } from '../../api-types.ts'
import { useMessages } from '../../i18n.ts'
import { activityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { incidentScreenMessages } from './messages.ts'

const maxChanges = 6

export function SameTime({ context: { neighbours, changes } }: { context: IncidentContext }) {
  const t = useMessages(incidentScreenMessages)
  const actions = useMessages(activityMessages)
  if (neighbours.length + changes.length === 0) return null
  return (
    <Card title={t.sameTime} flush>
      <ul className="ladder">
        {neighbours.map(({ id, severity, message, started_at: at }) => (
          <li key={id}>
            <StatusMark status={severity} />
            <span className="min-w-0">
              <Link to="/incidents/$number" params={{ number: String(id) }}>
                #{id} {message}
              </Link>
            </span>
            <Timestamp at={at} as="clock" />
          </li>
        ))}
        {changes.slice(0, maxChanges).map(({ at, action, entity_name: name, actor }) => (
          <li key={`${at} ${action} ${name}`}>
            <Icon name="edit" size={14} />
            <span className="min-w-0 break-words">
              {name ?? activityName(actions, action)}
              <span className="sub">{[name && activityName(actions, action), actor].filter(Boolean).join(' · ')}</span>
            </span>
            <Timestamp at={at} as="clock" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
