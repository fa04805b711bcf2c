// API keys: create, show once, revoke.
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag, Code } from '../../parts/card.tsx'
import { EmptyState, ListResult } from '../../parts/content-states.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useApiKeyMessages } from './key-messages.ts'
import { SettingsPage } from './settings-page.tsx'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../parts/form/dialog-form.tsx'
import { SelectField, optionsOf, TextField } from '../../parts/form/field.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

export function Keys() {
  const t = useApiKeyMessages()
  const query = useResource('/dashboard/api-keys')
  const [making, setMaking] = useState(false)
  const add = <Button weight="primary" icon="plus" label={t.add} onClick={() => setMaking(true)} />
  return (
    <SettingsPage section="keys" actions={query.data?.data.length !== 0 && add}>
      <Card flush>
        <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} action={add} />}>
          {(key) => <Line key={key.id} apiKey={key} />}
        </ListResult>
      </Card>
      {making && <CreateKeyDialog onClose={() => setMaking(false)} />}
    </SettingsPage>
  )
}

function Line({ apiKey }: { apiKey: ApiKey }) {
  const t = useApiKeyMessages()
  const format = useFormat()
  const { id, name, prefix, scope, provisioned, last_used_at: used, expires_at: expires } = apiKey
  return (
    <li>
      <span className="min-w-0">
        {name} <Tag>{t.scopes[scope]}</Tag>
        <span className="sub">
          <span className="mono">{prefix}…</span> · {used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}
          {expires && ` · ${t.expires(format.moment(expires))}`}
        </span>
      </span>
      <span className="at">
        {provisioned ? (
          t.provisioned
        ) : (
          <DeleteButton
            as="row"
            way="revoke"
            name={name}
            text={t.revokeText}

            request={() => client.delete('/dashboard/api-keys/{id}', { params: { id } })}
            stale={['apiKey']}
          />
        )}
      </span>
    </li>
  )
}

const dayMs = 86_400_000

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useApiKeyMessages()
  const [made, setMade] = useState<NewApiKey | null>(null)
  const initial = { name: '', scope: 'write' as ApiKey['scope'], days: '' }
  const { field, ...saving } = useForm(initial, async ({ name, scope, days }) => {
    const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    setMade(await client.post('/dashboard/api-keys', { body: { name, scope, expiresAt } }))
    await invalidate('apiKey')
  })
  if (made) return <CreatedKeyDialog apiKey={made} onClose={onClose} />
  return (
    <DialogForm title={t.add} saving={saving} action={t.make} held onClose={onClose}>
      <TextField label={t.name} hint={t.nameHint} {...field('name')} required maxLength={100} />
      <SelectField label={t.scope} {...field('scope')} options={optionsOf(t.scopeNotes)} />
      <SelectField
        label={t.lasts}
        {...field('days', 'expiresAt')}
        none={t.forever}
        options={['30', '90', '365'].map((days) => [days, t.days(Number(days))])}
      />
    </DialogForm>
  )
}

function CreatedKeyDialog({ apiKey: { name, key }, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const t = useApiKeyMessages()
  return (
    <ResultDialog title={t.made(name)} action={t.kept} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <OneTimeSecret text={key} label={t.key} />
      <Code text={`curl -H 'Authorization: Bearer ${key}' \\\n  ${location.origin}/v1/monitors`} />
    </ResultDialog>
  )
}
