import { useState } from 'react'
import { ApiError, client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { TextArea } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { parseContacts } from './csv.ts'
import { useContactMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'

export function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useContactMessages()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const { contacts, incomplete } = parseContacts(text)
  const saving = useFormSubmit(async () => {
    const failures: string[] = []
    const left: string[] = []
    for (const { line, ...body } of contacts)
      await client.post('/contacts', { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        failures.push(t.importFailed(body.name, errorText(error)))
        left.push(line)
      })
    const added = contacts.length - failures.length
    if (added > 0) toast({ text: t.imported(added) })
    await invalidate('contact')
    setRefused(failures)
    // Keep only the failed lines, so that a retry adds nobody twice.
    setText(left.join('\n'))
    if (failures.length === 0) onClose()
  })
  return (
    <DialogForm
      title={t.importTitle}
      saving={saving}
      action={t.importVerb(contacts.length)}
      disabled={contacts.length === 0 || incomplete.length > 0}
      wide
      held
      onClose={onClose}
    >
      <TextArea
        label={t.importLabel}
        hint={t.importHint}
        error={incomplete.map((line) => t.importBad(line, t.importMissing)).join(' ') || undefined}
        mono
        rows={10}
        value={text}
        placeholder={'Mara Lindqvist, mara@example.com, +46 8 5050 1000'}
        onChange={setText}
      />
      {refused.length > 0 && (
        <div className="error" role="alert">
          {refused.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </DialogForm>
  )
}
