// API keys: create, show once, revoke.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '../../api-types.ts'
import { queryFor, client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { EmptyState, ListResult } from '../../parts/content-states.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { apiKeyMessages } from './key-messages.ts'
import { SettingsPage } from './settings-page.tsx'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'

export function Keys() {
  const t = useMessages(apiKeyMessages)
  const query = useQuery(queryFor('/dashboard/api-keys'))
  const [making, setMaking] = useState(false)
  const add = (
    <Button weight="primary" icon="plus" onClick={() => setMaking(true)}>
      {t.add}
    </Button>
  )
  return (
    <SettingsPage section="keys" actions={query.data?.data.length !== 0 && add}>
      <Card flush>
        <ListResult
          query={query}
          what={t.failed}
          empty={
            <EmptyState title={t.none} action={add}>
              {t.noneWhy}
            </EmptyState>
          }
        >
          {(key) => <Line key={key.id} apiKey={key} />}
        </ListResult>
      </Card>
      {making && <CreateKeyDialog onClose={() => setMaking(false)} />}
    </SettingsPage>
  )
}

function Line({ apiKey }: { apiKey: ApiKey }) {
  const t = useMessages(apiKeyMessages)
  const format = useFormat()
  const { id, name, prefix, scope, provisioned, last_used_at: used, expires_at: expires } = apiKey
  const revoke = async (): Promise<void> => {
    if (!(await confirm({ title: t.revokeTitle(name), text: t.revokeText, verb: t.revoke }))) return
    await client
      .delete('/dashboard/api-keys/{id}', { params: { id } })
      .catch((error: Error) => toast({ text: errorText(error), tone: 'error' }))
    await invalidate('apiKey')
  }
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
          <Button small aria-label={t.revokeNamed(name)} onClick={() => void revoke()}>
            {t.revoke}
          </Button>
        )}
      </span>
    </li>
  )
}

const dayMs = 86_400_000

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(apiKeyMessages)
  const [draft, setDraft] = useState({ name: '', scope: 'write' as ApiKey['scope'], days: '' })
  const [made, setMade] = useState<NewApiKey | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const { name, scope, days } = draft
    const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    setMade(await client.post('/dashboard/api-keys', { body: { name, scope, expiresAt } }))
    await invalidate('apiKey')
  })
  if (made) return <CreatedKeyDialog apiKey={made} onClose={onClose} />
  return (
    <Dialog title={t.add} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          error={errors['name']}
          required
          maxLength={100}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <SelectField
          label={t.scope}
          value={draft.scope}
          onChange={(scope) => setDraft({ ...draft, scope })}
          options={[
            ['write', t.scopeNotes.write],
            ['read', t.scopeNotes.read],
          ]}
        />
        <SelectField
          label={t.lasts}
          value={draft.days}
          error={errors['expiresAt']}
          onChange={(days) => setDraft({ ...draft, days })}
          none={t.forever}
          options={['30', '90', '365'].map((days) => [days, t.days(Number(days))])}
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

function CreatedKeyDialog({ apiKey: { name, key }, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const t = useMessages(apiKeyMessages)
  return (
    <Dialog title={t.made(name)} onClose={onClose}>
      <p className="muted">{t.once}</p>
      <OneTimeSecret text={key} label={t.key} />
      <pre className="code" tabIndex={0}>
        {`curl -H 'Authorization: Bearer ${key}' \\\n  ${location.origin}/v1/monitors`}
      </pre>
      <div className="actions justify-end">
        <Button weight="primary" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </Dialog>
  )
}
