import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { OptionField } from '../../parts/form/option-field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { type DurationUnit, units } from './draft.ts'
import type { DraftProps } from './draft-props.ts'
import { windowMessages } from './messages.ts'

const unitNames = Object.keys(units) as DurationUnit[]
const recurrences = ['once', 'daily', 'weekly', 'monthly'] as const

export function WhenFields({ draft, set, errors }: DraftProps) {
  const t = useMessages(windowMessages)
  return (
    <Card title={t.when}>
      <div className="form-pairs">
        <TextField
          label={t.starts}
          type="datetime-local"
          value={draft.starts}
          error={errors['startsAt']}
          onChange={(event) => set({ starts: event.target.value })}
        />
        <ZoneField
          label={t.zone}
          value={draft.timezone}
          error={errors['timezone']}
          onChange={(timezone) => set({ timezone })}
        />
        <TextField
          label={t.lasts}
          type="number"
          min={1}
          value={draft.length}
          error={errors['durationMinutes']}
          onChange={(event) => set({ length: event.target.value })}
        />
        <OptionField
          label={t.unit}
          value={draft.unit}
          options={unitNames}
          nameOf={(unit) => t.units[unit]}
          onChange={(unit) => set({ unit })}
        />
        <OptionField
          label={t.repeats}
          value={draft.recurrence}
          options={recurrences}
          nameOf={(recurrence) => t.recurrences[recurrence]}
          onChange={(recurrence) => set({ recurrence })}
        />
        {draft.recurrence !== 'once' && (
          <TextField
            label={t.until}
            note={t.optional}
            hint={t.untilHint}
            type="date"
            value={draft.until}
            error={errors['recurrenceUntil']}
            onChange={(event) => set({ until: event.target.value })}
          />
        )}
      </div>
    </Card>
  )
}
