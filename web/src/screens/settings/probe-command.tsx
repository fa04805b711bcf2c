// The command that starts a probe, shown once, and tokens for further probes.
import { useState } from 'react'
import { client } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { TextField } from '../../parts/form/field.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { useLocationMessages } from './messages.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { ResultDialog, DialogForm } from '../../parts/form/dialog-form.tsx'

export function CommandDialog({ title, command, onClose }: { title: string; command: string; onClose: () => void }) {
  const t = useLocationMessages()
  return (
    <ResultDialog title={title} action={t.kept} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <OneTimeSecret text={command} label={t.command} />
    </ResultDialog>
  )
}

export function NewTokenDialog({ id, location, onClose }: { id: string; location: string; onClose: () => void }) {
  const t = useLocationMessages()
  const [command, setCommand] = useState<string | null>(null)
  const { draft, field, ...saving } = useForm({ name: '' }, async (body) => {
    const request = { params: { id }, body }
    setCommand((await client.post('/dashboard/private-locations/{id}/tokens', request)).enrollment.command)
    await invalidate('location')
  })
  if (command !== null) return <CommandDialog title={t.made(draft.name)} {...{ command, onClose }} />
  return (
    <DialogForm title={t.addToken(location)} saving={saving} action={t.makeToken} held onClose={onClose}>
      <p className="muted">{t.tokenHint}</p>
      <TextField label={t.name} {...field('name')} required maxLength={100} />
    </DialogForm>
  )
}
