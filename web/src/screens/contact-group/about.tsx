import { useState } from 'react'
import type { ContactGroupInFull } from '../../api-types.ts'
import { client, useList } from '../../api.ts'
import { toast } from '../../toast.ts'
import { Card, KeyValue } from '../../parts/card.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useContactGroupMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { SaveActions } from '../../parts/form/save-actions.tsx'

export function About({ group, mayWrite }: { group: ContactGroupInFull; mayWrite: boolean }) {
  const t = useContactGroupMessages()
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

const draftOf = (group: ContactGroupInFull) => ({
  name: group.name,
  description: group.description ?? '',
  policyId: group.escalation_policy?.id ?? '',
})

const bodyOf = ({ name, description, policyId }: ReturnType<typeof draftOf>) => ({
  name,
  description: description || null,
  escalationPolicyId: policyId || null,
})

function AboutForm({ group }: { group: ContactGroupInFull }) {
  const t = useContactGroupMessages()
  const policies = useList('/escalation-policies')
  const [before, setBefore] = useState(() => draftOf(group))
  const { field, ...saving } = useForm(before, async (draft) => {
    const body = changedFields(bodyOf(draft), bodyOf(before))
    await client.patch('/contact-groups/{id}', { params: { id: group.id }, body })
    setBefore(draft)
    toast({ text: t.saved(draft.name) })
    await invalidate('contact')
  })
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      {saving.summary}
      <TextField label={t.name} {...field('name')} autoComplete="off" hint={group.is_default && t.defaultHint} />
      <TextField label={t.description} note={t.optional} {...field('description')} autoComplete="off" />
      <SelectField
        label={t.policy}
        hint={t.policyHint}
        {...field('policyId')}
        none={t.noPolicy}
        options={(policies.data ?? []).map(({ id, name: policy }) => [id, policy])}
      />
      <SaveActions saving={saving} action={t.save} />
    </form>
  )
}
