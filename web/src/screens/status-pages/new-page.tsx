import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Switch, TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { useStatusPagesMessages } from './messages.ts'
import { slugOf } from './slug.ts'
import { useForm } from '../../parts/form/use-form.ts'

const emptyDraft = { name: '', typedSlug: null as string | null, isPublic: true }

const slugIn = ({ typedSlug, name }: typeof emptyDraft): string => typedSlug ?? slugOf(name)

/** Creates a page without components; its own screen adds them. */
export function NewPage({ onClose }: { onClose: () => void }) {
  const t = useStatusPagesMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const { draft, set, field, ...saving } = useForm(emptyDraft, async (draft) => {
    const { name, isPublic } = draft
    const { id } = await client.post('/status-pages', { body: { name, slug: slugIn(draft), isPublic } })
    toast({ text: t.created(name) })
    void invalidate('statusPage')
    await navigateIfMounted({ to: '/status-pages/$id', params: { id } })
  })
  const slug = slugIn(draft)
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} onClose={onClose}>
      <TextField label={t.name} hint={t.nameHint} autoComplete="off" {...field('name')} />
      <TextField
        label={t.slug}
        hint={t.slugHint(`${location.origin}/status/${slug || '…'}`)}
        mono
        autoComplete="off"
        spellCheck={false}
        {...field('typedSlug', 'slug')}
        value={slug}
      />
      <Switch
        label={t.private}
        hint={t.privateHint}
        checked={!draft.isPublic}
        onChange={(isPrivate) => set({ isPublic: !isPrivate })}
      />
    </DialogForm>
  )
}
