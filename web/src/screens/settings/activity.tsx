// The activity log.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type AnswerOf, client } from '../../api.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { useActivityOrigin } from '../../parts/vocabulary/activity-origin.ts'
import { Avatar, Card } from '../../parts/card.tsx'
import { Changes } from '../../parts/changes.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { Icon } from '../../parts/icon.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useChoices } from '../../url.ts'
import { SettingsPage } from './settings-page.tsx'
import { useActivityLogMessages } from './messages.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { SelectField, optionsOf } from '../../parts/form/select.tsx'

type Event = AnswerOf<'/activity', 'get'>['data'][number]

export function Activity() {
  const t = useActivityLogMessages()
  const [{ of: chosen }, choose] = useChoices({ of: '' })
  const of = chosen in t.kinds ? (chosen as keyof typeof t.kinds) : ''
  const query = useInfiniteQuery({
    queryKey: ['/activity', of],
    queryFn: ({ pageParam, signal }) =>
      client.get('/activity', {
        query: { limit: 50, ...(of && { entity_type: of }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const events = query.data?.pages.flatMap(({ data }) => data)
  return (
    <SettingsPage section="activity">
      <SelectField label={t.about} value={of} onChange={(of) => choose({ of })} options={optionsOf(t.kinds)} />
      <Card flush>
        {query.isError && <ErrorState error={query.error} what={t.failed} onRetry={() => void query.refetch()} />}
        {query.isPending && <Skeleton height="2.75rem" lines={6} />}
        {events?.length === 0 && <EmptyState title={t.none} text={t.noneWhy} />}
        <ul className="list">
          {events?.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </ul>
      </Card>
      <MoreButton query={query}>{t.more}</MoreButton>
    </SettingsPage>
  )
}

function Line({ event: { action, entity_name: name, actor, changes, created_at: at } }: { event: Event }) {
  const t = useActivityLogMessages()
  const verbs = useActivityMessages()
  const who = actor?.name ?? actor?.email
  return (
    <li>
      {who ? <Avatar name={who} small /> : <Icon name="settings" size={16} />}
      <span className="min-w-0">
        {activityName(verbs, action)}
        {name && name !== who && `: ${name}`}
        <span className="sub">
          {who ? t.by(who) : t.lapwing} {useActivityOrigin(changes)}
        </span>
        <Changes changes={changes} />
      </span>
      <span className="at">
        <RelativeTime at={at} />
      </span>
    </li>
  )
}
