import { useState } from 'react'
import type { Announcement } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { OptionField } from '../../../parts/form/option-field.tsx'
import { toast } from '../../../toast.ts'
import { announcementStatuses } from './announcement-form.tsx'
import { announcementMessages } from './messages.ts'

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
      <TextArea
        label={t.body}
        value={body}
        maxLength={5000}
        error={saving.errors['body']}
        onChange={(event) => setBody(event.target.value)}
      />
      <OptionField
        label={t.status}
        value={status}
        options={announcementStatuses}
        nameOf={(one) => t.statuses[one]}
        onChange={setStatus}
      />
    </DialogForm>
  )
}
