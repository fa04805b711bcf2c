// The command that starts a probe, shown once, and tokens for further probes.
import { useState } from 'react'
import { client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { locationMessages } from './messages.ts'

export function CommandDialog({ title, command, onClose }: { title: string; command: string; onClose: () => void }) {
  const t = useMessages(locationMessages)
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <OneTimeSecret text={command} label={t.command} />
      <div className="actions justify-end">
        <Button weight="primary" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </Dialog>
  )
}

export function NewTokenDialog({ id, location, onClose }: { id: string; location: string; onClose: () => void }) {
  const t = useMessages(locationMessages)
  const [name, setName] = useState('')
  const [command, setCommand] = useState<string | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const request = { params: { id }, body: { name } }
    setCommand((await client.post('/dashboard/private-locations/{id}/tokens', request)).enrollment.command)
    await invalidate('location')
  })
  if (command !== null) return <CommandDialog title={t.made(name)} {...{ command, onClose }} />
  return (
    <Dialog title={t.addToken(location)} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <p className="muted">{t.tokenHint}</p>
        <TextField label={t.name} value={name} error={errors['name']} required maxLength={100} onChange={setName} />
        <div className="actions justify-end">
          <Button busy={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.makeToken}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
