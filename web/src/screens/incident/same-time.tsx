import type { IncidentContext } from '../../api-types.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { IncidentLink } from '../../parts/links.tsx'

const maxChanges = 6

export function SameTime({ context: { neighbours, changes, deployments } }: { context: IncidentContext }) {
  const t = useIncidentScreenMessages()
  const actions = useActivityMessages()
  if (neighbours.length + changes.length + deployments.length === 0) return null
  return (
    <Card title={t.sameTime} flush>
      <ul className="side-list">
        {deployments
          .slice(0, maxChanges)
          .map(({ id, service, version, environment, link, deployed_by: by, ...mark }) => (
            <li key={id}>
              <Icon name="send" size={14} />
              <span className="min-w-0 break-words">
                {link ? (
                  <a href={link} target="_blank" rel="noopener noreferrer">
                    {[service, version].filter(Boolean).join(' ')}
                  </a>
                ) : (
                  [service, version].filter(Boolean).join(' ')
                )}
                <span className="sub">{[t.deployed, environment, by].filter(Boolean).join(' · ')}</span>
              </span>
              <Timestamp at={mark.deployed_at} as="clock" />
            </li>
          ))}
        {neighbours.map(({ id, severity, message, started_at: at }) => (
          <li key={id}>
            <StatusMark status={severity} />
            <span className="min-w-0">
              <IncidentLink number={id} text={`#${id} ${message}`} />
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
