// The organization's own apps and service accounts.
import { useState } from 'react'
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { useOwnClientMessages } from './messages.ts'
import { invalidate } from '../../../invalidation.ts'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { useForm } from '../../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../../parts/form/dialog-form.tsx'
import { SelectField, optionsOf, TextArea, TextField } from '../../../parts/form/field.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

type OwnClient = AnswerOf<'/dashboard/oauth/clients', 'get'>['data'][number]

export function OwnClients() {
  const t = useOwnClientMessages()
  const query = useResource('/dashboard/oauth/clients')
  const [isAdding, setAdding] = useState(false)
  const add = <Button small icon="plus" label={t.add} onClick={() => setAdding(true)} />
  return (
    <Card title={t.title} end={query.data?.data.length !== 0 && add} flush>
      <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} action={add} />}>
        {(own) => <Line key={own.id} own={own} />}
      </ListResult>
      {isAdding && <NewClientDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Line({ own }: { own: OwnClient }) {
  const t = useOwnClientMessages()
  const { id, client_id: clientId, name, kind, scope, last_used_at: used } = own
  return (
    <li>
      <span className="min-w-0">
        {name} <Tag>{t.kinds[kind]}</Tag> <Tag>{t.scopes[scope]}</Tag>
        <span className="sub">
          <span className="mono">{clientId}</span> · {used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}
        </span>
      </span>
      <span className="at">
        <DeleteButton
          as="row"

          name={name}
          text={t.removeText}

          request={() => client.delete('/dashboard/oauth/clients/{id}', { params: { id } })}
          stale={['connectedApp']}
        />
      </span>
    </li>
  )
}

// Registers an app or a service account; its secret is shown once.

type NewClient = AnswerOf<'/dashboard/oauth/clients', 'post'>

interface ClientDraft {
  readonly name: string
  readonly kind: 'app' | 'service'
  readonly redirects: string
  readonly scope: 'read' | 'write'
}

const emptyDraft: ClientDraft = { name: '', kind: 'app', redirects: '', scope: 'read' }

function NewClientDialog({ onClose }: { onClose: () => void }) {
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
