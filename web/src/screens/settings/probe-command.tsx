// The command that starts a probe, shown once, and tokens for further probes.
import { useState } from 'react'
import { client } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { TextField } from '../../parts/form/field.tsx'
import { InstallCommand } from '../../parts/install-command.tsx'
import { useLocationMessages } from './messages.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { ResultDialog, DialogForm } from '../../parts/form/dialog-form.tsx'

export interface ProbeEnrollment {
  readonly install_command: string
  readonly docker_command: string
}

interface CommandDialogProps {
  readonly title: string
  readonly enrollment: ProbeEnrollment
  readonly onClose: () => void
}

export function CommandDialog({ title, enrollment, onClose }: CommandDialogProps) {
  const t = useLocationMessages()
  return (
    <ResultDialog title={title} action={t.kept} onClose={onClose}>
      <InstallCommand systems={t.systems} label={t.command} hint={t.run} enrollment={enrollment} />
      <p className="muted">{t.once}</p>
    </ResultDialog>
  )
}

export function NewTokenDialog({ id, location, onClose }: { id: string; location: string; onClose: () => void }) {
  const t = useLocationMessages()
  const [enrollment, setEnrollment] = useState<ProbeEnrollment | null>(null)
  const { draft, field, ...saving } = useForm({ name: '' }, async (body) => {
    const request = { params: { id }, body }
    setEnrollment((await client.post('/dashboard/private-locations/{id}/tokens', request)).enrollment)
    await invalidate('location')
  })
  if (enrollment) return <CommandDialog title={t.made(draft.name)} {...{ enrollment, onClose }} />
  return (
    <DialogForm title={t.addToken(location)} saving={saving} action={t.makeToken} held onClose={onClose}>
      <p className="muted">{t.tokenHint}</p>
      <TextField label={t.name} {...field('name')} required maxLength={100} />
    </DialogForm>
  )
}
