import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { isDate } from '../../parts/calendar/zone-days.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { type LayerDraft, type Rotation, rotationSeconds } from './draft.ts'
import { HoursFields } from './hours-fields.tsx'
import { scheduleMessages } from './messages.ts'
import { PeopleOrder } from './people-order.tsx'

interface LayerCardProps {
  readonly layer: LayerDraft
  readonly number: number
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (change: Partial<LayerDraft>) => void
  readonly onRemove: () => void
}

export function LayerCard({ layer, number, errorOf, onChange, onRemove }: LayerCardProps) {
  const t = useMessages(scheduleMessages)
  return (
    <Card
      title={layer.name || t.layer(number)}
      end={
        <Button small icon="trash" onClick={onRemove}>
          {t.removeLayer}
        </Button>
      }
    >
      <div className="layer">
        <PeopleOrder userIds={layer.userIds} onChange={(userIds) => onChange({ userIds })} />
        <div className="stack">
          <TextField
            label={t.layerName}
            value={layer.name}
            maxLength={100}
            autoComplete="off"
            error={errorOf('name')}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <RotationFields layer={layer} errorOf={errorOf} onChange={onChange} />
          <HoursFields restrictions={layer.restrictions} onChange={(restrictions) => onChange({ restrictions })} />
        </div>
      </div>
    </Card>
  )
}

function RotationFields({ layer, errorOf, onChange }: Pick<LayerCardProps, 'layer' | 'errorOf' | 'onChange'>) {
  const t = useMessages(scheduleMessages)
  const text = useDateText()
  const { rotation, startDate } = layer
  const weekday = rotation === 'weekly' && isDate(startDate) && t.weeklyHint(text(startDate, { weekday: 'long' }))
  return (
    <div className="form-pairs">
      <SelectField
        label={t.rotation}
        value={rotation}
        onChange={(event) => onChange({ rotation: event.target.value as Rotation, every: '1' })}
      >
        {(Object.keys(rotationSeconds) as Rotation[]).map((one) => (
          <option key={one} value={one}>
            {t.rotations[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.every[rotation]}
        type="number"
        min={1}
        value={layer.every}
        error={errorOf('shiftLengthSeconds')}
        onChange={(event) => onChange({ every: event.target.value })}
      />
      <TextField
        label={t.handoff}
        type="time"
        value={layer.handoffAt}
        error={errorOf('handoffAt')}
        onChange={(event) => onChange({ handoffAt: event.target.value })}
      />
      <TextField
        label={t.starts}
        hint={weekday}
        type="date"
        value={startDate}
        error={errorOf('startsAt')}
        onChange={(event) => onChange({ startDate: event.target.value })}
      />
      <TextField
        label={t.ends}
        note={t.optional}
        type="date"
        value={layer.endDate}
        error={errorOf('endsAt')}
        onChange={(event) => onChange({ endDate: event.target.value })}
      />
    </div>
  )
}
