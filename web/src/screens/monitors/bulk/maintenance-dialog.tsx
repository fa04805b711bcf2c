// Starts maintenance for all selected monitors.
import { useState } from 'react'
import { useNow } from '../../../format/now.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Segments } from '../../../parts/choose.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { useBulkMessages } from './messages.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'

export interface QuickWindow {
  readonly name: string
  readonly minutes: number
}

interface MaintenanceDialogProps {
  readonly count: number
  readonly onClose: () => void
  readonly onApply: (window: QuickWindow) => void
}

const lengths = ['30', '60', '120', '240', '1440'] as const

export function MaintenanceDialog({ count, onClose, onApply }: MaintenanceDialogProps) {
  const t = useBulkMessages()
  const format = useFormat()
  const [name, setName] = useState(t.windowName(count))
  const [minutes, setMinutes] = useState<(typeof lengths)[number]>('60')
  const now = useNow(10)
  const until = new Date(now.getTime() + Number(minutes) * 60_000)
  const saving = useFormSubmit(async () => onApply({ name: name.trim(), minutes: Number(minutes) }))
  return (
    <DialogForm
      title={t.maintenanceTitle(count)}
      saving={saving}
      action={t.begin}
      disabled={name.trim() === ''}
      onClose={onClose}
    >
      <div className="field">
        <span className="label">{t.lasts}</span>
        <Segments
          label={t.lasts}
          value={minutes}
          choices={lengths.map((value) => ({ value, label: format.duration(Number(value) * 60) }))}
          onChange={setMinutes}
        />
      </div>
      <TextField label={t.name} maxLength={200} required value={name} onChange={setName} />
      <p className="muted" role="status">
        {t.effect(count, format.moment(until))}
      </p>
    </DialogForm>
  )
}
