import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../api-types.ts'
import { listQueryFor, client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { Check, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { contactMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'

export function ContactForm({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  const t = useMessages(contactMessages)
  const [name, setName] = useState(contact?.name ?? '')
  const [email, setEmail] = useState(contact?.email ?? '')
  const [phone, setPhone] = useState(contact?.phone ?? '')
  const [groupIds, setGroupIds] = useState(contact?.groups.map(({ id }) => id) ?? [])
  const body = { name, email, phone: phone.trim() || null, groupIds }
  const [before] = useState(body)
  const saving = useFormSubmit(async () => {
    if (contact) await client.patch('/contacts/{id}', { params: { id: contact.id }, body: changedFields(body, before) })
    else await client.post('/contacts', { body })
    toast({ text: t.saved(name) })
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
      <TextField label={t.name} value={name} autoComplete="off" error={saving.errors['name']} onChange={setName} />
      <TextField
        label={t.email}
        type="email"
        value={email}
        autoComplete="off"
        error={saving.errors['email']}
        onChange={setEmail}
      />
      <TextField
        label={t.phone}
        note={t.optional}
        type="tel"
        value={phone}
        autoComplete="off"
        hint={t.phoneHint}
        error={saving.errors['phone']}
        onChange={setPhone}
      />
      <GroupChoice chosen={groupIds} onChange={setGroupIds} />
    </DialogForm>
  )
}

function GroupChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const t = useMessages(contactMessages)
  const groups = useInfiniteQuery(listQueryFor('/contact-groups')).data ?? []
  if (groups.length === 0) return null
  const choose = (id: string, on: boolean): void =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="stack">
      <legend className="label">{t.groups}</legend>
      {groups.map(({ id, name }) => (
        <Check key={id} label={name} checked={chosen.includes(id)} onChange={(on) => choose(id, on)} />
      ))}
    </fieldset>
  )
}
