// Creates a webhook, then shows its address and its secret once.
import { useState } from 'react'
import type { NewDeploymentWebhook } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { TagPicker } from '../../../parts/form/tag-picker.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { deploymentMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'

const sources = ['github', 'gitlab', 'ci'] as const

const newDraft = {
  name: '',
  source: 'github' as (typeof sources)[number],
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
  const t = useMessages(deploymentMessages)
  const [draft, setDraft] = useState(newDraft)
  const set = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }))
  const [made, setMade] = useState<NewDeploymentWebhook | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const { environments, workflow, ...rest } = draft
    const body = {
      ...rest,
      environments: listOf(environments),
      workflow: draft.source === 'ci' ? null : workflow.trim() || null,
    }
    setMade(await client.post('/deployment-webhooks', { body }))
    await invalidate('deploymentWebhook')
  })
  if (made) return <CreatedDialog webhook={made} onClose={onClose} />
  return (
    <Dialog title={t.add} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <TextField
          label={t.name}
          value={draft.name}
          error={errors['name']}
          required
          maxLength={100}
          onChange={(name) => set({ name })}
        />
        <SelectField
          label={t.source}
          value={draft.source}
          onChange={(value) => set({ source: value as typeof draft.source })}
          options={optionsOf(t.sources)}
        />
        <TextField
          label={t.environments}
          hint={t.environmentsHint}
          placeholder="production"
          value={draft.environments}
          error={errors['environments']}
          onChange={(environments) => set({ environments })}
        />
        {draft.source !== 'ci' && (
          <TextField
            label={t.workflow}
            hint={t.workflowHints[draft.source]}
            value={draft.workflow}
            error={errors['workflow']}
            maxLength={100}
            onChange={(workflow) => set({ workflow })}
          />
        )}
        <TagPicker label={t.tags} hint={t.tagsHint} tags={draft.tags} onChange={(tags) => set({ tags })} />
        <div className="actions justify-end">
          <Button busy={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const exampleOf = ({ url, secret }: NewDeploymentWebhook): string =>
  [
    `curl ${url} \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  --json '{"service": "shop", "version": "1.4.2", "id": "run-1042"}'`,
  ].join('\n')

function CreatedDialog({ webhook, onClose }: { webhook: NewDeploymentWebhook; onClose: () => void }) {
  const t = useMessages(deploymentMessages)
  const { name, url, secret, source } = webhook
  return (
    <Dialog title={t.created(name)} onClose={onClose}>
      <p className="muted">{t.steps[source]}</p>
      <OneTimeSecret text={url} label={t.address} />
      <OneTimeSecret text={secret} label={t.secret} />
      {source === 'ci' && (
        <pre className="code" tabIndex={0}>
          {exampleOf(webhook)}
        </pre>
      )}
      <p className="muted">{t.once}</p>
      <div className="actions justify-end">
        <Button weight="primary" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </Dialog>
  )
}
