import { useState } from 'react'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Switch, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { toast } from '../../toast.ts'
import { statusPagesMessages } from './messages.ts'
import { slugOf } from './slug.ts'

/** Creates a page without components; its own screen adds them. */
export function NewPage({ onClose }: { onClose: () => void }) {
  const t = useMessages(statusPagesMessages)
  const navigateIfMounted = useNavigateIfMounted()
  const [name, setName] = useState('')
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  const [isPrivate, setIsPrivate] = useState(false)
  const slug = typedSlug ?? slugOf(name)
  const saving = useFormSubmit(async () => {
    const { id } = await client.post('/status-pages', { body: { name, slug, isPublic: !isPrivate } })
    toast({ text: t.created(name) })
    void invalidate('statusPage')
    await navigateIfMounted({ to: '/status-pages/$id', params: { id } })
  })
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} onClose={onClose}>
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={name}
        autoComplete="off"
        error={saving.errors['name']}
        onChange={setName}
      />
      <TextField
        label={t.slug}
        hint={t.slugHint(`${location.origin}/status/${slug || '…'}`)}
        mono
        value={slug}
        autoComplete="off"
        spellCheck={false}
        error={saving.errors['slug']}
        onChange={setTypedSlug}
      />
      <Switch label={t.private} hint={t.privateHint} checked={isPrivate} onChange={setIsPrivate} />
    </DialogForm>
  )
}
