// Creates a private location, or another token for one, and shows the command of its probe once.
import { type ReactNode, useState } from 'react'
import { client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { locationMessages } from './messages.ts'

const emptyDraft = { name: '', city: '', country: '', countryCode: '' }
type LocationDraft = typeof emptyDraft

interface DraftDialogProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly verb: string
  readonly fields: readonly (keyof LocationDraft)[]
  /** Returns the command of a probe. */
  readonly create: (draft: LocationDraft) => Promise<string>
  readonly onClose: () => void
}

function DraftDialog({ title, hint, verb, fields, create, onClose }: DraftDialogProps) {
  const t = useMessages(locationMessages)
  const [draft, setDraft] = useState(emptyDraft)
  const [command, setCommand] = useState<string | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    setCommand(await create(draft))
    await invalidate('location')
  })
  if (command !== null) return <CommandDialog title={t.made(draft.name)} {...{ command, onClose }} />
  return (
    <Dialog title={title} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        {hint && <p className="muted">{hint}</p>}
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
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function CommandDialog({ title, command, onClose }: { title: string; command: string; onClose: () => void }) {
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

export function NewLocationDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(locationMessages)
  return (
    <DraftDialog
      title={t.add}
      verb={t.make}
      fields={['name', 'city', 'country', 'countryCode']}
      create={async (draft) => {
        const body = { ...draft, city: draft.city.trim() || null, countryCode: draft.countryCode.toUpperCase() }
        return (await client.post('/dashboard/private-locations', { body })).enrollment.command
      }}
      onClose={onClose}
    />
  )
}

export function NewTokenDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useMessages(locationMessages)
  return (
    <DraftDialog
      title={t.addToken(name)}
      hint={t.tokenHint}
      verb={t.makeToken}
      fields={['name']}
      create={async (draft) => {
        const request = { params: { id }, body: { name: draft.name } }
        return (await client.post('/dashboard/private-locations/{id}/tokens', request)).enrollment.command
      }}
      onClose={onClose}
    />
  )
}
