import { Button } from '../../parts/button.tsx'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { addDays } from '../../parts/calendar/zone-days.ts'
import { Chip } from '../../parts/choose.tsx'
import { TextField } from '../../parts/form/field.tsx'
import type { RestrictionDraft } from './draft.ts'
import { useScheduleMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'

interface HoursFieldsProps {
  readonly restrictions: readonly RestrictionDraft[]
  readonly onChange: (restrictions: RestrictionDraft[]) => void
}

const officeHours: RestrictionDraft = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
const monday = '2024-01-01'

/** The hours of the week in which a layer counts. */
export function HoursFields({ restrictions, onChange }: HoursFieldsProps) {
  const t = useScheduleMessages()
  const replace = (index: number, change: Partial<RestrictionDraft>): void =>
    onChange(restrictions.map((one, place) => (place === index ? { ...one, ...change } : one)))
  return (
    <fieldset className="stack">
      <legend className="label">{t.hours}</legend>
      {restrictions.length === 0 && <p className="muted">{t.always}</p>}
      {restrictions.map((restriction, index) => (
        <HoursRow
          key={index}
          restriction={restriction}
          onChange={(change) => replace(index, change)}
          onRemove={() => onChange(restrictions.filter((_, place) => place !== index))}
        />
      ))}
      <div>
        <Button small icon="plus" label={t.addHours} onClick={() => onChange([...restrictions, officeHours])} />
      </div>
    </fieldset>
  )
}

interface HoursRowProps {
  readonly restriction: RestrictionDraft
  readonly onChange: (change: Partial<RestrictionDraft>) => void
  /** Missing if the hours cannot be removed. */
  readonly onRemove?: () => void
}

export function HoursRow({ restriction: { days, from, to }, onChange, onRemove }: HoursRowProps) {
  const t = useScheduleMessages()
  const text = useDateText()
  const toggle = (day: number): void => {
    const next = toggled(days, day)
    if (next.length > 0) onChange({ days: next })
  }
  return (
    <div className="hours-row">
      <span className="row wrap" role="group" aria-label={t.days}>
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <Chip key={day} on={days.includes(day)} onClick={() => toggle(day)}>
            {text(addDays(monday, (day + 6) % 7), { weekday: 'short' })}
          </Chip>
        ))}
      </span>
      <TextField
        label={t.hoursFrom}
        type="time"
        value={from}
        onChange={(value) => value && onChange({ from: value })}
      />
      <TextField
        label={t.hoursTo}
        type="time"
        value={to === '24:00' ? '00:00' : to}
        onChange={(value) => value && onChange({ to: value })}
      />
      {onRemove && <Button small weight="ghost" icon="close" aria-label={t.removeHours} onClick={onRemove} />}
    </div>
  )
}
