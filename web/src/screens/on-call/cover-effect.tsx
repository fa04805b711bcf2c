// Shows what a cover would change before it is saved.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import type { TimeSpan } from '../../parts/calendar/zone-days.ts'
import { Callout } from '../../parts/card.tsx'
import { usePreferences } from '../../preferences.ts'
import { coverEffect, effectText } from './effect.ts'
import { useCoverMessages, useOnCallMessages } from './messages.ts'
import { calendarQuery, usePageability } from './schedule-data.ts'

interface EffectInput {
  readonly schedule: OnCallScheduleInFull
  readonly userId: string
  readonly span: TimeSpan | null
}

interface ShownEffect {
  readonly text: string
  readonly isRefused: boolean
}

/** Null without a valid span and until the calendar has loaded. */
export function useCoverEffect({ schedule, userId, span }: EffectInput): ShownEffect | null {
  const t = useOnCallMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const { data } = useQuery({
    ...calendarQuery(schedule.id, span ?? { from: 0, to: 1 }),
    enabled: span !== null,
    placeholderData: keepPreviousData,
  })
  if (!data || !span) return null
  const effect = coverEffect(data, { userId, span })
  const text = effectText(effect, {
    t: t.effect,
    duration: format.duration,
    list: (names) => listOf(language, names),
  })
  return { text, isRefused: effect.overlaps.length > 0 }
}

interface CoverEffectProps {
  readonly effect: ShownEffect | null
  readonly userId: string
  readonly name: string
}

export function CoverEffectNote({ effect, userId, name }: CoverEffectProps) {
  const status = effect?.isRefused ? 'down' : 'up'
  return (
    <div role="status">
      {effect && (
        <Callout status={status}>
          {effect.text} {!effect.isRefused && <Reach userId={userId} name={name} />}
        </Callout>
      )}
    </div>
  )
}

function Reach({ userId, name }: { userId: string; name: string }) {
  const t = useCoverMessages()
  const person = usePageability().find(({ user_id: id }) => id === userId)
  if (!person) return null
  return person.ways === 0 ? t.noWays(name) : t.tested(name, person.ways, person.tested)
}
