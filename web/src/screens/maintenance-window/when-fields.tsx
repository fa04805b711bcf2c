import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { type DurationUnit, type WindowDraft, units } from './draft.ts'
import type { DraftProps } from './draft-props.ts'
import { windowMessages } from './messages.ts'

const unitNames = Object.keys(units) as DurationUnit[]

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
        <SelectField
          label={t.unit}
          value={draft.unit}
          onChange={(event) => set({ unit: event.target.value as DurationUnit })}
        >
          {unitNames.map((unit) => (
            <option key={unit} value={unit}>
              {t.units[unit]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.repeats}
          value={draft.recurrence}
          onChange={(event) => set({ recurrence: event.target.value as WindowDraft['recurrence'] })}
        >
          {(['once', 'daily', 'weekly', 'monthly'] as const).map((recurrence) => (
            <option key={recurrence} value={recurrence}>
              {t.recurrences[recurrence]}
            </option>
          ))}
        </SelectField>
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
