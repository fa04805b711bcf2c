import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../../../sdk/api.ts'
import { askPages, client, refresh } from '../../api.ts'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { Check, TextField } from '../../parts/form/field.tsx'
import { useSaving } from '../../parts/form/saving.tsx'
import { words } from './messages.ts'

export function ContactForm({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  const say = useMessages(words)
  const groups = useInfiniteQuery(askPages('/contact-groups'))
  const [name, setName] = useState(contact?.name ?? '')
  const [email, setEmail] = useState(contact?.email ?? '')
  const [phone, setPhone] = useState(contact?.phone ?? '')
  const [groupIds, setGroupIds] = useState(contact?.groups.map(({ id }) => id) ?? [])
  const body = { name, email, phone: phone.trim() || null, groupIds }
  const [before] = useState(body)
  const saving = useSaving(async () => {
    if (contact) await client.patch('/contacts/{id}', { params: { id: contact.id }, body: changedFields(body, before) })
    else await client.post('/contacts', { body })
    toast({ text: say.saved(name) })
    onClose()
    await refresh('/contact')
  })
  const choose = (id: string, on: boolean): void =>
    setGroupIds((before) => (on ? [...before, id] : before.filter((other) => other !== id)))
  return (
    <Dialog title={contact ? say.edit(contact.name) : say.newContact} onClose={onClose}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <TextField
          label={say.name}
          value={name}
          autoComplete="off"
          error={saving.errors['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={say.email}
          type="email"
          value={email}
          autoComplete="off"
          error={saving.errors['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={say.phone}
          note={say.optional}
          type="tel"
          value={phone}
          autoComplete="off"
          hint={say.phoneHint}
          error={saving.errors['phone']}
          onChange={(event) => setPhone(event.target.value)}
        />
        {groups.data && groups.data.length > 0 && (
          <fieldset className="stack">
            <legend className="label">{say.groups}</legend>
            {groups.data.map(({ id, name: group }) => (
              <Check key={id} label={group} checked={groupIds.includes(id)} onChange={(on) => choose(id, on)} />
            ))}
          </fieldset>
        )}
        <div className="actions justify-end">
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy}>
            {contact ? say.save : say.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
