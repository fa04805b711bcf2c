import { Button } from '../../parts/button.tsx'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { isDate } from '../../parts/calendar/zone-days.ts'
import { Card } from '../../parts/card.tsx'
import { type LayerDraft } from './draft.ts'
import { HoursFields } from './hours-fields.tsx'
import { useScheduleMessages } from './messages.ts'
import { PeopleOrder } from './people-order.tsx'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { SelectField, optionsOf, TextField } from '../../parts/form/field.tsx'

interface LayerCardProps {
  readonly layer: LayerDraft
  readonly number: number
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (change: Partial<LayerDraft>) => void
  readonly onRemove: () => void
}

export function LayerCard({ layer, number, errorOf, onChange, onRemove }: LayerCardProps) {
  const t = useScheduleMessages()
  const field = fieldsOf(layer, onChange, errorOf)
  return (
    <Card
      title={layer.name || t.layer(number)}
      end={<Button small icon="trash" label={t.removeLayer} onClick={onRemove} />}
    >
      <div className="layer">
        <PeopleOrder userIds={layer.userIds} onChange={(userIds) => onChange({ userIds })} />
        <div className="stack">
          <TextField label={t.layerName} maxLength={100} {...field('name')} />
          <RotationFields layer={layer} errorOf={errorOf} onChange={onChange} />
          <HoursFields restrictions={layer.restrictions} onChange={(restrictions) => onChange({ restrictions })} />
        </div>
      </div>
    </Card>
  )
}

function RotationFields({ layer, errorOf, onChange }: Pick<LayerCardProps, 'layer' | 'errorOf' | 'onChange'>) {
  const t = useScheduleMessages()
  const field = fieldsOf(layer, onChange, errorOf)
  const text = useDateText()
  const { rotation, startDate } = layer
  const weekday = rotation === 'weekly' && isDate(startDate) && t.weeklyHint(text(startDate, { weekday: 'long' }))
  return (
    <div className="form-pairs">
      <SelectField
        label={t.rotation}
        value={rotation}
        onChange={(rotation) => onChange({ rotation, every: '1' })}
        options={optionsOf(t.rotations)}
      />
      <TextField label={t.every[rotation]} type="number" min={1} {...field('every', 'shiftLengthSeconds')} />
      <TextField label={t.handoff} type="time" {...field('handoffAt')} />
      <TextField
        label={t.starts}
        hint={weekday}
        type="date"
        value={startDate}
        error={errorOf('startsAt')}
        onChange={(startDate) => onChange({ startDate })}
      />
      <TextField label={t.ends} note={t.optional} type="date" {...field('endDate', 'endsAt')} />
    </div>
  )
}
