// Creates a private location and shows the command of its first probe once.
import { useState } from 'react'
import type { NewPrivateLocation } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { locationMessages } from './messages.ts'

const fields = ['name', 'city', 'country', 'countryCode'] as const

export function NewLocationDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(locationMessages)
  const [draft, setDraft] = useState({ name: '', city: '', country: '', countryCode: '' })
  const [made, setMade] = useState<NewPrivateLocation | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const body = { ...draft, city: draft.city.trim() || null, countryCode: draft.countryCode.toUpperCase() }
    setMade(await client.post('/dashboard/private-locations', { body }))
    await invalidate('location')
  })
  if (made)
    return (
      <Dialog title={t.made(made.name)} onClose={onClose}>
        <p className="muted">{t.once}</p>
        <OneTimeSecret text={made.enrollment.command} label={t.command} />
        <div className="actions justify-end">
          <Button weight="primary" onClick={onClose}>
            {t.kept}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t.add} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        {fields.map((field) => (
          <TextField
            key={field}
            label={t[field]}
            value={draft[field]}
            error={errors[field]}
            required={field !== 'city'}
            maxLength={field === 'countryCode' ? 2 : 100}
            onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
          />
        ))}
        <div className="actions justify-end">
          <Button busy={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
