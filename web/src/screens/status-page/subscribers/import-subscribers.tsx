import { useState } from 'react'
import { client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { toast } from '../../../toast.ts'
import { subscriberMessages } from './messages.ts'

interface RefusedLine {
  readonly line: number
  readonly address: string
  readonly message: string
}

export function ImportSubscribers({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const t = useMessages(subscriberMessages)
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
    <Dialog title={t.importTitle} onClose={onClose} wide held={saving.busy}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
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
        <div className="actions justify-end">
          <Button onClick={onClose}>{refused.length > 0 ? t.close : t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy} disabled={csv.trim() === ''}>
            {t.importVerb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
