import type { Announcement, StatusPageEdited } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { listOf } from '../../../i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Tag } from '../../../parts/card.tsx'
import type { Status } from '../../../parts/states.ts'
import { Pill } from '../../../parts/status-mark.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { usePreferences } from '../../../preferences.ts'
import { useAnnouncementMessages } from './messages.ts'
import { IncidentLink } from '../../../parts/links.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

interface AnnouncementCardProps {
  readonly page: StatusPageEdited
  readonly announcement: Announcement
  /** Opens the form for an update; undefined for viewers. */
  readonly onUpdate: ((isResolving: boolean) => void) | undefined
}

export function AnnouncementCard({ page, announcement, onUpdate }: AnnouncementCardProps) {
  const t = useAnnouncementMessages()
  const { title, status, updates } = announcement
  const isIncident = announcement.type === 'incident'
  return (
    <Card
      title={title}
      end={
        <Pill status={pillOf(announcement)}>
          {isIncident || status === 'resolved' ? t.statuses[status] : t.maintenance}
        </Pill>
      }
      stack
    >
      <Facts page={page} announcement={announcement} />
      <ol className="updates">
        {updates.toReversed().map((update) => (
          <li key={update.id}>
            <span className="muted">
              <Timestamp at={update.created_at} />
            </span>
            <div>
              {isIncident && <p className="strong">{t.statuses[update.status]}</p>}
              <p className="announcement-text">{update.body}</p>
            </div>
          </li>
        ))}
      </ol>
      {onUpdate && (
        <div className="actions">
          <Button label={t.update} onClick={() => onUpdate(false)} />
          {status !== 'resolved' && <Button label={t.resolve} onClick={() => onUpdate(true)} />}
          <RemoveButton pageId={page.id} announcement={announcement} />
        </div>
      )}
    </Card>
  )
}

function pillOf({ type, status, severity }: Announcement): Status {
  if (status === 'resolved') return 'resolved'
  if (type === 'maintenance') return 'maintenance'
  return severity === 'critical' ? 'down' : 'degraded'
}

function Facts({ page, announcement }: Pick<AnnouncementCardProps, 'page' | 'announcement'>) {
  const t = useAnnouncementMessages()
  const { language } = usePreferences()
  const { source_incident_id: number, severity, affected_component_ids: ids } = announcement
  const names = page.components.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return (
    <p className="row wrap muted">
      <Tag>{t.severities[severity]}</Tag>
      <span>{names.length > 0 ? t.affects(listOf(language, names)) : t.wholePage}</span>
      {number !== null && <IncidentLink className="link" number={number} text={t.fromIncident(number)} />}
    </p>
  )
}

function RemoveButton({ pageId, announcement: { id, title } }: { pageId: string; announcement: Announcement }) {
  const t = useAnnouncementMessages()
  const params = { id: pageId, announcementId: id }
  return (
    <DeleteButton
      way="remove"
      weight="ghost"
      name={title}
      title={t.removeTitle(title)}
      text={t.removeText}
      verb={t.removeVerb}
      done={t.removed}
      request={() => client.delete('/status-pages/{id}/announcements/{announcementId}', { params })}
      stale={['statusPage']}
    />
  )
}
