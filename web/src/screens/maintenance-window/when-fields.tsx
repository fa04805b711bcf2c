import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import type { DraftProps } from './draft-props.ts'
import { useWindowMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../parts/form/select.tsx'

export function WhenFields({ draft, set, errors }: DraftProps) {
  const t = useWindowMessages()
  return (
    <Card title={t.when}>
      <div className="form-pairs">
        <TextField
          label={t.starts}
          type="datetime-local"
          value={draft.starts}
          error={errors['startsAt']}
          onChange={(starts) => set({ starts })}
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
          onChange={(length) => set({ length })}
        />
        <SelectField
          label={t.unit}
          value={draft.unit}
          options={optionsOf(t.units)}
          onChange={(unit) => set({ unit })}
        />
        <SelectField
          label={t.repeats}
          value={draft.recurrence}
          options={optionsOf(t.recurrences)}
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
            onChange={(until) => set({ until })}
          />
        )}
      </div>
    </Card>
  )
}
