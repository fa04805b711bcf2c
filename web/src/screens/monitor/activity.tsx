// What was changed, by whom.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type AnswerOf, client } from '../../api.ts'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { Ago } from '../../parts/time.tsx'
import { tabMessages } from './tab-messages.ts'
import type { Monitor } from './monitor-data.ts'

type Event = AnswerOf<'/activity', 'get'>['data'][number]

export function ActivityTab({ monitor }: { monitor: Monitor }) {
  const { activity: say } = useMessages(tabMessages)
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
      {query.isError && <ErrorState error={query.error} what={say.failed} onRetry={() => void query.refetch()} />}
      {query.isSuccess && events.length === 0 && <EmptyState title={say.none} />}
      <ul className="activity">
        {events.map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {say.more}
        </Button>
      )}
    </Card>
  )
}

interface FromTo {
  readonly from?: unknown
  readonly to?: unknown
}

function Change({ event: { actor, action, changes, created_at: at } }: { event: Event }) {
  const { activity: say } = useMessages(tabMessages)
  const { via, ip: _, ...rest } = changes
  const changed = Object.entries(rest).filter((entry): entry is [string, FromTo] => isChange(entry[1]))
  return (
    <li>
      <p className="row between">
        <span>
          <span className="strong">{actor?.name ?? say.somebody}</span> {action.replaceAll(/[._]/g, ' ')}{' '}
          {typeof via === 'string' && <span className="faint">{say.via(via)}</span>}
        </span>
        <span className="muted nowrap">
          <Ago at={at} />
        </span>
      </p>
      {changed.map(([key, { from, to }]) => (
        <p key={key} className="change-line mono">
          <span className="muted">{key}</span> {textOf(from)} → {textOf(to)}
        </p>
      ))}
    </li>
  )
}

const isChange = (value: unknown): value is FromTo =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value)
