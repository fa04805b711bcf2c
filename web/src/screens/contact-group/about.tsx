import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactGroupInFull } from '../../../../sdk/api.ts'
import { askPages, client, refresh } from '../../api.ts'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { useSaving } from '../../parts/form/saving.tsx'
import { words } from './messages.ts'

export function About({ group, mayWrite }: { group: ContactGroupInFull; mayWrite: boolean }) {
  const say = useMessages(words)
  return (
    <Card title={say.about}>
      {mayWrite ? (
        <AboutForm group={group} />
      ) : (
        <KeyValue
          rows={[
            [say.description, group.description ?? '—'],
            [say.policy, group.escalation_policy?.name ?? say.noPolicy],
          ]}
        />
      )}
    </Card>
  )
}

function AboutForm({ group }: { group: ContactGroupInFull }) {
  const say = useMessages(words)
  const policies = useInfiniteQuery(askPages('/escalation-policies'))
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description ?? '')
  const [policyId, setPolicyId] = useState(group.escalation_policy?.id ?? '')
  const body = { name, description: description || null, escalationPolicyId: policyId || null }
  const [before, setBefore] = useState(body)
  const saving = useSaving(async () => {
    await client.patch('/contact-groups/{id}', { params: { id: group.id }, body: changedFields(body, before) })
    setBefore(body)
    toast({ text: say.saved(name) })
    await refresh('/contact-groups')
  })
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      {saving.summary}
      <TextField
        label={say.name}
        value={name}
        autoComplete="off"
        error={saving.errors['name']}
        hint={group.is_default && say.defaultHint}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={say.description}
        note={say.optional}
        value={description}
        autoComplete="off"
        error={saving.errors['description']}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField
        label={say.policy}
        hint={say.policyHint}
        value={policyId}
        onChange={(event) => setPolicyId(event.target.value)}
      >
        <option value="">{say.noPolicy}</option>
        {policies.data?.map(({ id, name: policy }) => (
          <option key={id} value={id}>
            {policy}
          </option>
        ))}
      </SelectField>
      <div className="actions">
        <Button weight="primary" type="submit" busy={saving.busy}>
          {say.save}
        </Button>
      </div>
    </form>
  )
}
