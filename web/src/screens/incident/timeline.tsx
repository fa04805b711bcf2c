import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Incident, IncidentEvent } from '../../api-types.ts'
import { listQueryFor, client } from '../../api.ts'
import { usePreferences } from '../../preferences.ts'
import { Button } from '../../parts/button.tsx'
import { Avatar, Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { TextArea } from '../../parts/form/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { sentenceOf, iconOf, markOf } from './events.ts'
import { useIncidentScreenMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useEventMessages } from './event-messages.ts'
import { useAllPages } from '../../parts/use-all-pages.ts'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

type TimelineFilter = 'everything' | 'people'

interface TimelineProps {
  readonly incident: Incident
  readonly firstFailure: { readonly location: string; readonly error: string | null } | undefined
}

export function Timeline({ incident, firstFailure }: TimelineProps) {
  const t = useIncidentScreenMessages()
  const eventTexts = useEventMessages()
  const mayWrite = useCan()('member')
  const [shown, setShown] = useState<TimelineFilter>('everything')
  // Newest entries come last, so load the whole timeline.
  const events = useAllPages(
    useInfiniteQuery({
      ...listQueryFor('/incidents/{id}/timeline', { params: { id: incident.id } }),
      refetchInterval: incident.status === 'resolved' ? false : 15_000,
    }),
  )
  return (
    <Card
      title={t.timeline}
      end={
        <Segments
          label={t.timeline}
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'everything', label: t.everything },
            { value: 'people', label: t.people },
          ]}
        />
      }
      flush
    >
      <QueryResult query={events} what={t.timelineFailed}>
        {(data) => (
          <ol className="timeline p-4" aria-label={t.timeline}>
            {shown === 'everything' && !incident.slo && !incident.location && (
              <li>
                <Timestamp at={incident.failing_since} as="clockSeconds" />
                <span className="mark" aria-hidden="true">
                  <StatusMark status="degraded" />
                </span>
                <div className="min-w-0">{eventTexts.firstFailure(firstFailure?.location, firstFailure?.error)}</div>
              </li>
            )}
            {data
              .filter(({ actor }) => shown === 'everything' || actor !== null)
              .map((event) => (
                <Entry key={event.id} event={event} />
              ))}
          </ol>
        )}
      </QueryResult>
      {mayWrite && <Compose incidentId={incident.id} />}
    </Card>
  )
}

function Entry({ event }: { event: IncidentEvent }) {
  const t = useEventMessages()
  const { language } = usePreferences()
  const { actor, created_at: at, type, data } = event
  const mark = markOf(event)
  return (
    <li>
      <Timestamp at={at} as="clockSeconds" />
      <span className="mark" aria-hidden="true">
        {actor ? (
          <Avatar name={actor} small />
        ) : mark ? (
          <StatusMark status={mark} />
        ) : (
          <Icon name={iconOf(event)} size={14} />
        )}
      </span>
      <div className="min-w-0">
        {sentenceOf(event, t, language)}
        {type === 'comment' && <div className="note whitespace-pre-wrap break-words">{String(data['body'] ?? '')}</div>}
      </div>
    </li>
  )
}

function Compose({ incidentId }: { incidentId: number }) {
  const t = useIncidentScreenMessages()
  const [body, setBody] = useState('')
  const saving = useFormSubmit(async () => {
    await client.post('/incidents/{id}/comments', { params: { id: incidentId }, body: { body } })
    // Keep text that was typed while sending.
    setBody((now) => (now === body ? '' : now))
    await invalidate('incident')
  })
  const send = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saving.submit()
  }
  return (
    <form className="compose" onSubmit={saving.submit}>
      <TextArea
        label={<span className="sr">{t.comment}</span>}
        placeholder={t.commentHint}
        rows={2}
        value={body}
        error={saving.errors['body'] ?? saving.errors['']}
        onKeyDown={send}
        onChange={setBody}
      />
      <Button type="submit" busy={saving.busy} disabled={body.trim() === ''} label={t.comment} />
    </form>
  )
}
