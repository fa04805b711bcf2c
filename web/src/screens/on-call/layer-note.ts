import type { OnCallScheduleInFull } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { dateOf } from '../../parts/calendar/zone-days.ts'
import { useOnCallMessages } from './messages.ts'

export type LayerTiming = Pick<
  OnCallScheduleInFull['layers'][number],
  'rotation' | 'shift_length_seconds' | 'handoff_at' | 'starts_at'
>

const daySeconds = 86_400

/** When each layer hands over: “weekly, Mon 09:00”. */
export function useLayerNotes({ layers, timezone }: { layers: readonly LayerTiming[]; timezone: string }): string[] {
  const t = useOnCallMessages()
  const format = useFormat()
  const text = useDateText()
  return layers.map(({ rotation, shift_length_seconds: seconds, handoff_at: time, starts_at: starts }) => {
    if (rotation === 'custom') return t.rotation.custom(format.duration(seconds))
    const days = seconds / daySeconds
    if (rotation === 'daily') return days === 1 ? t.rotation.daily(time) : t.rotation.everyDays(days, time)
    const weekday = text(dateOf(Date.parse(starts), timezone), { weekday: 'short' })
    return days === 7 ? t.rotation.weekly(weekday, time) : t.rotation.everyWeeks(days / 7, weekday, time)
  })
}
