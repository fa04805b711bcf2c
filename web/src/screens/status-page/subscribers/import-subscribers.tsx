import { useState } from 'react'
import { client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { toast } from '../../../toast.ts'
import { useSubscriberMessages } from './messages.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'

interface RefusedLine {
  readonly line: number
  readonly address: string
  readonly message: string
}

export function ImportSubscribers({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const t = useSubscriberMessages()
  const [csv, setCsv] = useState('')
  const [refused, setRefused] = useState<readonly RefusedLine[]>([])
  const saving = useFormSubmit(async () => {
    const result = await client.post('/status-pages/{id}/subscribers/import', { params: { id: pageId }, body: { csv } })
    if (result.asked > 0) toast({ text: t.imported(result.asked) })
    setRefused(result.refused)
    await invalidate('statusPage')
    if (result.refused.length === 0) onClose()
  })
  return (
    <DialogForm
      title={t.importTitle}
      saving={saving}
      action={t.importVerb}
      cancel={refused.length > 0 && t.close}
      disabled={csv.trim() === ''}
      wide
      held
      onClose={onClose}
    >
      <TextArea
        label={t.importLabel}
        hint={t.importHint}
        mono
        rows={8}
        value={csv}
        error={saving.errors['csv']}
        onChange={setCsv}
      />
      {refused.length > 0 && (
        <div className="error" role="alert">
          {refused.map(({ line, address, message }) => (
            <p key={line}>{t.refused(line, address, message)}</p>
          ))}
        </div>
      )}
    </DialogForm>
  )
}
