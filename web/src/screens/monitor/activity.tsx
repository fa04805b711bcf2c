// The activity of a monitor.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type AnswerOf, client } from '../../api.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { useActivityOrigin } from '../../parts/vocabulary/activity-origin.ts'
import { Card } from '../../parts/card.tsx'
import { Changes } from '../../parts/changes.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useTabMessages } from './tab-messages.ts'
import type { Monitor } from './monitor-data.ts'
import { MoreButton } from '../../parts/more-button.tsx'

type Event = AnswerOf<'/activity', 'get'>['data'][number]

export function ActivityTab({ monitor }: { monitor: Monitor }) {
  const { activity: t } = useTabMessages()
  const query = useInfiniteQuery({
    queryKey: ['/activity', 'of', monitor.id],
    queryFn: ({ pageParam, signal }) =>
      client.get('/activity', { query: { entity_id: monitor.id, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })
  const events = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Card>
      {query.isPending && <Skeleton height="2rem" lines={4} />}
      {query.isError && <ErrorState error={query.error} what={t.failed} onRetry={() => void query.refetch()} />}
      {query.isSuccess && events.length === 0 && <EmptyState title={t.none} />}
      <ul className="activity">
        {events.map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ul>
      <MoreButton query={query}>{t.more}</MoreButton>
    </Card>
  )
}

function Change({ event: { actor, action, changes, created_at: at } }: { event: Event }) {
  const { activity: t } = useTabMessages()
  const verbs = useActivityMessages()
  const origin = useActivityOrigin(changes)
  return (
    <li>
      <p className="row between">
        <span>
          <span className="strong">{activityName(verbs, action)}</span> {t.by(actor?.name ?? t.somebody)}{' '}
          {origin && <span className="faint">{origin}</span>}
        </span>
        <span className="muted nowrap">
          <RelativeTime at={at} />
        </span>
      </p>
      <Changes changes={changes} />
    </li>
  )
}
