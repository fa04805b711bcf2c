import { useState } from 'react'
import type { Announcement } from '../../../../../sdk/api.ts'
import { client } from '../../../api.ts'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { SelectField, TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
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
    <Dialog title={t.updateTitle(announcement.title)} onClose={onClose}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <TextArea
          label={t.body}
          value={body}
          maxLength={5000}
          error={saving.errors['body']}
          onChange={(event) => setBody(event.target.value)}
        />
        <SelectField
          label={t.status}
          value={status}
          onChange={(event) => setStatus(event.target.value as Announcement['status'])}
        >
          {announcementStatuses.map((one) => (
            <option key={one} value={one}>
              {t.statuses[one]}
            </option>
          ))}
        </SelectField>
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy}>
            {t.addUpdate}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
