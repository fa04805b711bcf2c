// Deployments with what their monitors show since, and the webhooks that report them.
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { useCan } from '../../../session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { DeploymentList } from './deployment-list.tsx'
import { useDeploymentMessages } from './messages.ts'
import type { DeploymentWebhook, NewDeploymentWebhook } from '../../../api-types.ts'
import { client, useResource } from '../../../api.ts'
import { Card, Tag, Code } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'
import { invalidate } from '../../../invalidation.ts'
import { ManagedLine } from '../../../parts/managed-note.tsx'
import { TagPicker } from '../../../parts/form/tag-picker.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { useForm } from '../../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../../parts/form/dialog-form.tsx'
import { SelectField, optionsOf, TextField } from '../../../parts/form/field.tsx'

export function Deployments() {
  const t = useDeploymentMessages()
  const mayAdd = useCan()('admin')
  const [isAdding, setAdding] = useState(false)
  const add = mayAdd && <Button weight="primary" icon="plus" label={t.add} onClick={() => setAdding(true)} />
  return (
    <SettingsPage section="deployments" actions={add}>
      <DeploymentList />
      {mayAdd && <WebhookList />}
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

/** The API allows fewer, so one page has them all. */
const maxWebhooks = 100

function WebhookList() {
  const t = useDeploymentMessages()
  const query = useResource('/deployment-webhooks', { query: { limit: maxWebhooks } })
  return (
    <Card title={t.webhooks} flush>
      <ListResult
        query={query}
        what={t.webhooksFailed}
        empty={<EmptyState title={t.noWebhooks} text={t.noWebhooksWhy} />}
      >
        {(webhook) => <Line key={webhook.id} webhook={webhook} />}
      </ListResult>
    </Card>
  )
}

function Line({ webhook }: { webhook: DeploymentWebhook }) {
  const t = useDeploymentMessages()
  const { id, name, source, url, tags, environments, managed, last_used_at: used } = webhook
  return (
    <li>
      <span className="min-w-0">
        {name} <Tag>{t.sources[source]}</Tag>
        {[...environments, ...tags].map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
        <span className="sub mono break-all">{url}</span>
        <span className="sub">{used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}</span>
        <ManagedLine managed={managed} />
      </span>
      <span className="at">
        <DeleteButton
          as="row"
          name={name}
          text={t.removeText}
          request={() => client.delete('/deployment-webhooks/{id}', { params: { id } })}
          stale={['deploymentWebhook']}
        />
      </span>
    </li>
  )
}

/** Creates a webhook, then shows its address and its secret once. */
const newDraft = {
  name: '',
  source: 'github' as DeploymentWebhook['source'],
  environments: '',
  workflow: '',
  tags: [] as string[],
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function WebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useDeploymentMessages()
  const [made, setMade] = useState<NewDeploymentWebhook | null>(null)
  const { draft, set, field, ...saving } = useForm(newDraft, async ({ environments, workflow, ...rest }) => {
    const body = {
      ...rest,
      environments: listOf(environments),
      workflow: rest.source === 'ci' ? null : workflow.trim() || null,
    }
    setMade(await client.post('/deployment-webhooks', { body }))
    await invalidate('deploymentWebhook')
  })
  if (made) return <CreatedDialog webhook={made} onClose={onClose} />
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} held onClose={onClose}>
      <TextField label={t.name} {...field('name')} required maxLength={100} />
      <SelectField label={t.source} {...field('source')} options={optionsOf(t.sources)} />
      <TextField label={t.environments} hint={t.environmentsHint} placeholder="production" {...field('environments')} />
      {draft.source !== 'ci' && (
        <TextField label={t.workflow} hint={t.workflowHints[draft.source]} {...field('workflow')} maxLength={100} />
      )}
      <TagPicker label={t.tags} hint={t.tagsHint} tags={draft.tags} onChange={(tags) => set({ tags })} />
    </DialogForm>
  )
}

const exampleOf = ({ url, secret }: NewDeploymentWebhook): string =>
  [
    `curl ${url} \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  --json '{"service": "shop", "version": "1.4.2", "id": "run-1042"}'`,
  ].join('\n')

function CreatedDialog({ webhook, onClose }: { webhook: NewDeploymentWebhook; onClose: () => void }) {
  const t = useDeploymentMessages()
  const { name, url, secret, source } = webhook
  return (
    <ResultDialog title={t.created(name)} action={t.kept} onClose={onClose}>
      <p className="muted">{t.steps[source]}</p>
      <OneTimeSecret text={url} label={t.address} />
      <OneTimeSecret text={secret} label={t.secret} />
      {source === 'ci' && <Code text={exampleOf(webhook)} />}
      <p className="muted">{t.once}</p>
    </ResultDialog>
  )
}
