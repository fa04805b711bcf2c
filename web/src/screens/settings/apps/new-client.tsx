// Registers an app or a service account; its secret is shown once.
import { useState } from 'react'
import { type AnswerOf, client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextArea, TextField } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { ownClientMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'

type NewClient = AnswerOf<'/dashboard/oauth/clients', 'post'>

const kinds = ['app', 'service'] as const
const scopes = ['read', 'write'] as const

interface ClientDraft {
  readonly name: string
  readonly kind: (typeof kinds)[number]
  readonly redirects: string
  readonly scope: (typeof scopes)[number]
}

export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(ownClientMessages)
  const [draft, setDraft] = useState<ClientDraft>({ name: '', kind: 'app', redirects: '', scope: 'read' })
  const [made, setMade] = useState<NewClient | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const { redirects, ...rest } = draft
    const redirectUris = draft.kind === 'app' ? redirects.split('\n').map((line) => line.trim()) : []
    const body = { ...rest, redirectUris: redirectUris.filter(Boolean) }
    setMade(await client.post('/dashboard/oauth/clients', { body }))
    await invalidate('connectedApp')
  })
  if (made) return <CreatedClientDialog made={made} onClose={onClose} />
  return (
    <Dialog title={t.add} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <SelectField
          label={t.kind}
          value={draft.kind}
          options={optionsOf(t.kindNotes)}
          onChange={(kind) => setDraft({ ...draft, kind })}
        />
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          error={errors['name']}
          required
          maxLength={100}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        {draft.kind === 'app' && (
          <TextArea
            label={t.redirects}
            hint={t.redirectsHint}
            error={redirectError(errors)}
            mono
            rows={2}
            required
            spellCheck={false}
            value={draft.redirects}
            onChange={(redirects) => setDraft({ ...draft, redirects })}
          />
        )}
        <SelectField
          label={t.scope}
          value={draft.scope}
          options={optionsOf(t.scopes)}
          onChange={(scope) => setDraft({ ...draft, scope })}
        />
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

/** The server names the line, such as `redirectUris[1]`. */
const redirectError = (errors: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith('redirectUris'))?.[1]

function CreatedClientDialog({ made, onClose }: { made: NewClient; onClose: () => void }) {
  const t = useMessages(ownClientMessages)
  const { name, client_id: id, client_secret: secret } = made
  return (
    <Dialog title={t.made(name)} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <p className="label">{t.id}</p>
      <OneTimeSecret text={id} label={t.id} />
      <p className="label">{t.secret}</p>
      <OneTimeSecret text={secret} label={t.secret} />
      <div className="actions justify-end">
        <Button weight="primary" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </Dialog>
  )
}
