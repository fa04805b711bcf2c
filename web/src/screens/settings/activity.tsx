// The activity log.
import { type AnswerOf, useList } from '../../api.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { useActivityOrigin } from '../../parts/vocabulary/activity-origin.ts'
import { Avatar, Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useChoices } from '../../url.ts'
import { SettingsPage } from './settings-page.tsx'
import { useActivityLogMessages } from './messages.ts'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { SelectField, optionsOf } from '../../parts/form/field.tsx'
import { Changes } from '../../parts/evidence/changes.tsx'

type Event = AnswerOf<'/activity', 'get'>['data'][number]

export function Activity() {
  const t = useActivityLogMessages()
  const [{ of: chosen }, choose] = useChoices({ of: '' })
  const of = chosen in t.kinds ? (chosen as keyof typeof t.kinds) : ''
  const query = useList('/activity', { query: { limit: 50, ...(of && { entity_type: of }) } })
  return (
    <SettingsPage section="activity">
      <SelectField label={t.about} value={of} onChange={(of) => choose({ of })} options={optionsOf(t.kinds)} />
      <PagedResult
        query={query}
        what={t.failed}
        empty={
          <Card flush>
            <EmptyState title={t.none} text={t.noneWhy} />
          </Card>
        }
      >
        {(events) => (
          <Card flush>
            <ul className="list">
              {events.map((event) => (
                <Line key={event.id} event={event} />
              ))}
            </ul>
          </Card>
        )}
      </PagedResult>
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
