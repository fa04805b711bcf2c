// What the page announces. Publishing is immediate.
import { useState } from 'react'
import type { Announcement, StatusPageEdited } from '../../../api-types.ts'
import { client, useList } from '../../../api.ts'
import { useCommands } from '../../../frame/commands.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { useChoices } from '../../../url.ts'
import { attempt } from '../use-page-draft.ts'
import { AnnouncementCard } from './announcement-card.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { useAnnouncementMessages } from './messages.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { toast } from '../../../toast.ts'
import { useForm } from '../../../parts/form/use-form.tsx'
import { EmptyState, PagedResult } from '../../../parts/content-states.tsx'
import { SelectField, optionsOf, Switch, TextArea } from '../../../parts/form/field.tsx'

interface AnnouncementsProps {
  readonly page: StatusPageEdited
  readonly mayWrite: boolean
}

interface OpenUpdate {
  readonly announcement: Announcement
  readonly isResolving: boolean
}

export function AnnouncementsTab({ page, mayWrite }: AnnouncementsProps) {
  const t = useAnnouncementMessages()
  const [{ write }, choose] = useChoices({ write: '' })
  const [updating, setUpdating] = useState<OpenUpdate | null>(null)
  const announcements = useList('/status-pages/{id}/announcements', { params: { id: page.id } })
  const open = (): void => choose({ write: '1' })
  useCommands(mayWrite ? [{ label: t.write, keys: 'c', icon: 'send', run: open }] : [])
  const writeButton = mayWrite && <Button weight="primary" icon="plus" label={t.write} onClick={open} />
  return (
    <div className="stack">
      <Automatic page={page} mayWrite={mayWrite} />
      <PagedResult
        query={announcements}
        what={t.couldNotLoad}
        empty={<EmptyState title={t.empty} text={t.emptyGives} action={writeButton} />}
      >
        {(data) =>
          data.map((one) => (
            <AnnouncementCard
              key={one.id}
              page={page}
              announcement={one}
              onUpdate={mayWrite ? (isResolving) => setUpdating({ announcement: one, isResolving }) : undefined}
            />
          ))
        }
      </PagedResult>
      {mayWrite && write && <AnnouncementForm page={page} onClose={() => choose({ write: '' })} />}
      {updating && <UpdateForm pageId={page.id} {...updating} onClose={() => setUpdating(null)} />}
    </div>
  )
}

function Automatic({ page, mayWrite }: AnnouncementsProps) {
  const t = useAnnouncementMessages()
  const change = async (autoPublishIncidents: boolean): Promise<void> => {
    const body = { autoPublishIncidents }
    await attempt(() => client.patch('/status-pages/{id}', { params: { id: page.id }, body }))
    await invalidate('statusPage')
  }
  return (
    <Card>
      <Switch
        label={t.automatic}
        hint={t.automaticHint}
        value={page.auto_publish_incidents}
        disabled={!mayWrite}
        onChange={(isOn) => void change(isOn)}
      />
    </Card>
  )
}

interface UpdateFormProps {
  readonly pageId: string
  readonly announcement: Announcement
  readonly isResolving: boolean
  readonly onClose: () => void
}

function UpdateForm({ pageId, announcement, isResolving, onClose }: UpdateFormProps) {
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
