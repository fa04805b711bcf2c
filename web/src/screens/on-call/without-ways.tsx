import type { OnCallScheduleInFull } from '../../api-types.ts'
import { listOf } from '../../i18n.ts'
import { Callout } from '../../parts/card.tsx'
import { usePreferences } from '../../preferences.ts'
import { useOnCallMessages } from './messages.ts'
import { usePageability } from './schedule-data.ts'

/** Warns of people in the schedule who have no way to be paged. */
export function WithoutWays({ schedule }: { schedule: OnCallScheduleInFull }) {
  const t = useOnCallMessages()
  const { language } = usePreferences()
  const people = usePageability()
  const ids = new Set(schedule.layers.flatMap(({ users }) => users.map(({ user_id: id }) => id)))
  const names = people.filter(({ user_id: id, ways }) => ways === 0 && ids.has(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return <Callout status="degraded">{t.withoutWays(listOf(language, names), names.length)}</Callout>
}
