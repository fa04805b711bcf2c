import type { Announcement } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { TextArea } from '../../../parts/form/field.tsx'
import { toast } from '../../../toast.ts'
import { useAnnouncementMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'
import { useForm } from '../../../parts/form/use-form.ts'

interface UpdateFormProps {
  readonly pageId: string
  readonly announcement: Announcement
  readonly isResolving: boolean
  readonly onClose: () => void
}

export function UpdateForm({ pageId, announcement, isResolving, onClose }: UpdateFormProps) {
  const t = useAnnouncementMessages()
  const initial = { body: '', status: isResolving ? 'resolved' : announcement.status }
  const { field, ...saving } = useForm(initial, async (body) => {
    const params = { id: pageId, announcementId: announcement.id }
    await client.patch('/status-pages/{id}/announcements/{announcementId}', { params, body })
    toast({ text: t.updated })
    await invalidate('statusPage')
    onClose()
  })
  return (
    <DialogForm title={t.updateTitle(announcement.title)} saving={saving} action={t.addUpdate} onClose={onClose}>
      <TextArea label={t.body} {...field('body')} maxLength={5000} />
      <SelectField label={t.status} {...field('status')} options={optionsOf(t.statuses)} />
    </DialogForm>
  )
}
