// Changes one setting of all selected monitors; shows first how many would change.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client, useResource } from '../../../api.ts'
import { errorText } from '../../../error-text.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Segments } from '../../../parts/choose.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { useDebounced } from '../../../debounced.ts'
import type { BulkBody, BulkEdit, BulkTarget } from './bulk.ts'
import { useBulkMessages } from './messages.ts'
import { CheckList } from '../../../parts/form/check-list.tsx'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'

export type BulkSetting = 'locations' | 'interval' | 'groups'

interface EditDialogProps {
  readonly what: BulkSetting
  readonly count: number
  readonly which: BulkTarget
  readonly onClose: () => void
  readonly onApply: (edit: BulkEdit) => void
}

const restMs = 200

export function EditDialog({ what, count, which, onClose, onApply }: EditDialogProps) {
  const t = useBulkMessages()
  const [edit, setEdit] = useState<BulkEdit | null>(null)
  const saving = useFormSubmit(async () => edit && onApply(edit))
  const Choose = choosers[what]
  return (
    <DialogForm title={t.titles[what](count)} saving={saving} action={t.apply[what]} disabled={!edit} onClose={onClose}>
      <Choose onChange={setEdit} />
      <p className="muted" role="status">
        {edit ? <WouldChange body={{ ...edit, ...which, dryRun: true }} /> : t.choose}
      </p>
    </DialogForm>
  )
}

function WouldChange({ body }: { body: BulkBody }) {
  const t = useBulkMessages()
  const bodyText = useDebounced(JSON.stringify(body), restMs)
  const { data, error } = useQuery({
    queryKey: ['dry run', bodyText],
    queryFn: () => client.post('/dashboard/monitors/bulk', { body: JSON.parse(bodyText) as BulkBody }),
    gcTime: 0,
  })
  if (error) return errorText(error)
  return data ? t.wouldChange(data.changed.length, data.unchanged) : t.counting
}

interface ChooserProps {
  readonly onChange: (edit: BulkEdit | null) => void
}

const choosers: Record<BulkSetting, (props: ChooserProps) => ReactNode> = {
  locations: Locations,
  interval: Interval,
  groups: Groups,
}

function Locations({ onChange }: ChooserProps) {
  const t = useBulkMessages()
  const known = useResource('/locations').data?.data ?? []
  return (
    <Several
      label={t.locations}
      items={known}
      onChange={(ids) => onChange(ids.length > 0 ? { action: 'locations', locations: ids } : null)}
    />
  )
}

function Groups({ onChange }: ChooserProps) {
  const t = useBulkMessages()
  const known = useResource('/contact-groups', { query: { limit: 100 } }).data?.data ?? []
  return (
    <Several
      label={t.groups}
      hint={t.noGroups}
      items={known}
      onChange={(ids) => onChange({ action: 'groups', contactGroupIds: ids })}
    />
  )
}

interface SeveralProps {
  readonly label: string
  readonly hint?: string
  readonly items: readonly { readonly id: string; readonly name: string }[]
  readonly onChange: (ids: string[]) => void
}

function Several({ onChange, ...list }: SeveralProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const put = (ids: string[]): void => {
    setChosen(ids)
    onChange(ids)
  }
  return <CheckList {...list} chosen={chosen} onChange={put} />
}

const presets = [30, 60, 300, 3600]

function Interval({ onChange }: ChooserProps) {
  const t = useBulkMessages()
  const format = useFormat()
  const [seconds, setSeconds] = useState('')
  const put = (text: string): void => {
    setSeconds(text)
    const interval = Number(text)
    onChange(Number.isInteger(interval) && interval > 0 ? { action: 'interval', interval } : null)
  }
  return (
    <>
      <Segments
        label={t.interval}
        value={seconds}
        choices={presets.map((preset) => ({ value: String(preset), label: format.duration(preset) }))}
        onChange={put}
      />
      <TextField
        label={t.seconds}
        hint={t.secondsHint}
        type="number"
        min={1}
        max={86_400}
        value={seconds}
        onChange={put}
      />
    </>
  )
}
