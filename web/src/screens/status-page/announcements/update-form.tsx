import { useState } from 'react'
import type { Announcement } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { toast } from '../../../toast.ts'
import { announcementMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'

interface UpdateFormProps {
  readonly pageId: string
  readonly announcement: Announcement
  readonly isResolving: boolean
  readonly onClose: () => void
}

export function UpdateForm({ pageId, announcement, isResolving, onClose }: UpdateFormProps) {
  const t = useMessages(announcementMessages)
  const [body, setBody] = useState('')
  const [status, setStatus] = useState(isResolving ? 'resolved' : announcement.status)
  const saving = useFormSubmit(async () => {
    const params = { id: pageId, announcementId: announcement.id }
    await client.patch('/status-pages/{id}/announcements/{announcementId}', { params, body: { body, status } })
    toast({ text: t.updated })
    await invalidate('statusPage')
    onClose()
  })
  return (
    <DialogForm title={t.updateTitle(announcement.title)} saving={saving} action={t.addUpdate} onClose={onClose}>
      <TextArea label={t.body} value={body} maxLength={5000} error={saving.errors['body']} onChange={setBody} />
      <SelectField label={t.status} value={status} options={optionsOf(t.statuses)} onChange={setStatus} />
    </DialogForm>
  )
}
