// Registers an app or a service account; its secret is shown once.
import { useState } from 'react'
import { type AnswerOf, client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { TextArea, TextField } from '../../../parts/form/field.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { useOwnClientMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { DialogForm, ResultDialog } from '../../../parts/form/dialog-form.tsx'

type NewClient = AnswerOf<'/dashboard/oauth/clients', 'post'>

interface ClientDraft {
  readonly name: string
  readonly kind: 'app' | 'service'
  readonly redirects: string
  readonly scope: 'read' | 'write'
}

const emptyDraft: ClientDraft = { name: '', kind: 'app', redirects: '', scope: 'read' }

export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const t = useOwnClientMessages()
  const [made, setMade] = useState<NewClient | null>(null)
  const { draft, field, ...saving } = useForm(emptyDraft, async ({ redirects, ...rest }) => {
    const redirectUris = rest.kind === 'app' ? redirects.split('\n').map((line) => line.trim()) : []
    const body = { ...rest, redirectUris: redirectUris.filter(Boolean) }
    setMade(await client.post('/dashboard/oauth/clients', { body }))
    await invalidate('connectedApp')
  })
  if (made) return <CreatedClientDialog made={made} onClose={onClose} />
  return (
    <DialogForm title={t.add} saving={saving} action={t.make} held onClose={onClose}>
      <SelectField label={t.kind} {...field('kind')} options={optionsOf(t.kindNotes)} />
      <TextField label={t.name} hint={t.nameHint} {...field('name')} required maxLength={100} />
      {draft.kind === 'app' && (
        <TextArea
          label={t.redirects}
          hint={t.redirectsHint}
          {...field('redirects')}
          error={redirectError(saving.errors)}
          mono
          rows={2}
          required
          spellCheck={false}
        />
      )}
      <SelectField label={t.scope} {...field('scope')} options={optionsOf(t.scopes)} />
    </DialogForm>
  )
}

/** The server names the line, such as `redirectUris[1]`. */
const redirectError = (errors: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith('redirectUris'))?.[1]

function CreatedClientDialog({ made, onClose }: { made: NewClient; onClose: () => void }) {
  const t = useOwnClientMessages()
  const { name, client_id: id, client_secret: secret } = made
  return (
    <ResultDialog title={t.made(name)} action={t.kept} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <p className="label">{t.id}</p>
      <OneTimeSecret text={id} label={t.id} />
      <p className="label">{t.secret}</p>
      <OneTimeSecret text={secret} label={t.secret} />
    </ResultDialog>
  )
}
