// A contact group: members and escalation.
import { useParams } from '@tanstack/react-router'
import type { ContactGroupInFull } from '../../api-types.ts'
import { ApiError, client, ignoreNotFound, useResource, useList } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { Tag, Card, KeyValue } from '../../parts/card.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { useOfferEscalation } from '../escalation/offer-escalation.ts'
import { Members } from './members.tsx'
import { useContactGroupMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useState } from 'react'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { SelectField, TextField } from '../../parts/form/field.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

export function Screen() {
  const t = useContactGroupMessages()
  const { id } = useParams({ strict: false }) as { id: string }
  const group = useResource('/contact-groups/{id}', { params: { id } })
  return (
    <ScreenResult query={group} item="group" what={t.couldNotLoad}>
      {(data) => <Group key={data.id} group={data} />}
    </ScreenResult>
  )
}

function Group({ group }: { group: ContactGroupInFull }) {
  const t = useContactGroupMessages()
  const mayWrite = useCan()('member')
  const remove = useRemove(group)
  return (
    <>
      <PageHead
        title={group.name}
        beside={group.is_default && <Tag>{t.default}</Tag>}
        crumbs={[
          { label: t.contacts, link: { to: '/contacts' } },
          { label: t.groups, link: { to: '/contacts/groups' } },
          { label: group.name },
        ]}
        actions={
          mayWrite && !group.is_default && <Button icon="trash" label={t.delete} onClick={() => void remove()} />
        }
      >
        {group.member_count > 0 ? t.context(group.member_count) : t.nobodyYet}
      </PageHead>
      <ManagedNote managed={group.managed} />
      <div className="cols">
        <Members group={group} mayWrite={mayWrite} />
        <About group={group} mayWrite={mayWrite} />
      </div>
    </>
  )
}

/** Asks a second time if the group is in use, and says where. */
function useRemove({ id, name }: ContactGroupInFull): () => Promise<void> {
  const t = useContactGroupMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const question = { title: t.deleteTitle(name), text: t.deleteText, verb: t.deleteVerb(name) }
  return async () => {
    if (!(await confirm(question))) return
    const used = await ignoreNotFound(client.delete('/contact-groups/{id}', { params: { id } }))
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') return error.message
        throw error
      })
    if (used !== null) {
      if (!(await confirm({ ...question, text: used, verb: t.forceVerb }))) return
      await client.delete('/contact-groups/{id}', { params: { id }, query: { force: 'true' } })
    }
    toast({ text: t.deleted(name) })
    await navigateIfMounted({ to: '/contacts/groups' })
    await invalidate('contact')
  }
}

function About({ group, mayWrite }: { group: ContactGroupInFull; mayWrite: boolean }) {
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
  const offerEscalation = useOfferEscalation()
  const [before, setBefore] = useState(() => draftOf(group))
  const { field, ...saving } = useForm(before, async (draft) => {
    const body = changedFields(bodyOf(draft), bodyOf(before))
    await client.patch('/contact-groups/{id}', { params: { id: group.id }, body })
    setBefore(draft)
    toast({ text: t.saved(draft.name) })
    await invalidate('contact')
    if ('escalationPolicyId' in body) await offerEscalation(draft.policyId || null)
  })
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      {saving.summary}
      <TextField label={t.name} {...field('name')} hint={group.is_default && t.defaultHint} />
      <TextField label={t.description} note={t.optional} {...field('description')} />
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
