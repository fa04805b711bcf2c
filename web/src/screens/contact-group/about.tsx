import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactGroupInFull } from '../../api-types.ts'
import { listQueryFor, client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { contactGroupMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'

export function About({ group, mayWrite }: { group: ContactGroupInFull; mayWrite: boolean }) {
  const t = useMessages(contactGroupMessages)
  return (
    <Card title={t.about}>
      {mayWrite ? (
        <AboutForm group={group} />
      ) : (
        <KeyValue
          rows={[
            [t.description, group.description ?? '—'],
            [t.policy, group.escalation_policy?.name ?? t.noPolicy],
          ]}
        />
      )}
    </Card>
  )
}

function AboutForm({ group }: { group: ContactGroupInFull }) {
  const t = useMessages(contactGroupMessages)
  const policies = useInfiniteQuery(listQueryFor('/escalation-policies'))
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description ?? '')
  const [policyId, setPolicyId] = useState(group.escalation_policy?.id ?? '')
  const body = { name, description: description || null, escalationPolicyId: policyId || null }
  const [before, setBefore] = useState(body)
  const saving = useFormSubmit(async () => {
    await client.patch('/contact-groups/{id}', { params: { id: group.id }, body: changedFields(body, before) })
    setBefore(body)
    toast({ text: t.saved(name) })
    await invalidate('contact')
  })
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      {saving.summary}
      <TextField
        label={t.name}
        value={name}
        autoComplete="off"
        error={saving.errors['name']}
        hint={group.is_default && t.defaultHint}
        onChange={setName}
      />
      <TextField
        label={t.description}
        note={t.optional}
        value={description}
        autoComplete="off"
        error={saving.errors['description']}
        onChange={setDescription}
      />
      <SelectField
        label={t.policy}
        hint={t.policyHint}
        value={policyId}
        onChange={setPolicyId}
        none={t.noPolicy}
        options={(policies.data ?? []).map(({ id, name: policy }) => [id, policy])}
      />
      <div className="actions">
        <Button weight="primary" type="submit" busy={saving.busy}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}
