// Creates a webhook, then shows its address and its secret once.
import { useState } from 'react'
import type { NewDeploymentWebhook, DeploymentWebhook } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { TagPicker } from '../../../parts/form/tag-picker.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { useDeploymentMessages } from './messages.ts'
import { useForm } from '../../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../../parts/form/dialog-form.tsx'
import { SelectField, optionsOf, TextField } from '../../../parts/form/field.tsx'

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

export function WebhookDialog({ onClose }: { onClose: () => void }) {
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
      {source === 'ci' && (
        <pre className="code" tabIndex={0}>
          {exampleOf(webhook)}
        </pre>
      )}
      <p className="muted">{t.once}</p>
    </ResultDialog>
  )
}
