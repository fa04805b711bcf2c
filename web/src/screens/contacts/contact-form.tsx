import { useState } from 'react'
import type { Contact } from '../../api-types.ts'
import { client, useList } from '../../api.ts'
import { toast } from '../../toast.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField } from '../../parts/form/field.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useContactMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { CheckList } from '../../parts/form/check-list.tsx'

const draftOf = (contact: Contact | undefined) => ({
  name: contact?.name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  groupIds: contact?.groups.map(({ id }) => id) ?? [],
})

const bodyOf = ({ phone, ...draft }: ReturnType<typeof draftOf>) => ({ ...draft, phone: phone.trim() || null })

export function ContactForm({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  const t = useContactMessages()
  const groups = useList('/contact-groups').data ?? []
  const [initial] = useState(() => draftOf(contact))
  const { draft, set, field, ...saving } = useForm(initial, async (draft) => {
    const body = bodyOf(draft)
    const changes = changedFields(body, bodyOf(initial))
    if (contact) await client.patch('/contacts/{id}', { params: { id: contact.id }, body: changes })
    else await client.post('/contacts', { body })
    toast({ text: t.saved(draft.name) })
    onClose()
    await invalidate('contact')
  })
  return (
    <DialogForm
      title={contact ? t.edit(contact.name) : t.newContact}
      saving={saving}
      action={contact ? t.save : t.create}
      onClose={onClose}
    >
      <ManagedNote managed={contact?.managed} />
      <TextField label={t.name} {...field('name')} />
      <TextField label={t.email} type="email" {...field('email')} />
      <TextField label={t.phone} note={t.optional} type="tel" {...field('phone')} hint={t.phoneHint} />
      <CheckList label={t.groups} items={groups} chosen={draft.groupIds} onChange={(groupIds) => set({ groupIds })} />
    </DialogForm>
  )
}
