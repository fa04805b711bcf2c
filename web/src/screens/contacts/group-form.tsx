import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useContactMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.ts'

/** Creates a group; members are added on its own screen. */
export function GroupForm({ onClose }: { onClose: () => void }) {
  const t = useContactMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const { field, ...saving } = useForm({ name: '', description: '' }, async ({ name, description }) => {
    const { id } = await client.post('/contact-groups', { body: { name, description: description || null } })
    void invalidate('contact')
    await navigateIfMounted({ to: '/contacts/groups/$id', params: { id } })
    onClose()
  })
  return (
    <DialogForm title={t.newGroup} saving={saving} action={t.createGroup} onClose={onClose}>
      <TextField label={t.name} {...field('name')} autoComplete="off" />
      <TextField label={t.description} note={t.optional} {...field('description')} autoComplete="off" />
    </DialogForm>
  )
}
