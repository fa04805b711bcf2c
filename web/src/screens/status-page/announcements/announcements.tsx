// What the page announces. Publishing is immediate.
import { useState } from 'react'
import type { Announcement, StatusPageEdited, AnnouncementCreate } from '../../../api-types.ts'
import { client, useList } from '../../../api.ts'
import { useCommands } from '../../../frame/commands.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Callout } from '../../../parts/card.tsx'
import { useChoices } from '../../../url.ts'
import { attempt } from '../use-page-draft.ts'
import { AnnouncementCard } from './announcement-card.tsx'
import { useAnnouncementMessages } from './messages.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { toast } from '../../../toast.ts'
import { useForm } from '../../../parts/form/use-form.tsx'
import { EmptyState, PagedResult } from '../../../parts/content-states.tsx'
import { SelectField, optionsOf, Switch, TextArea, TextField } from '../../../parts/form/field.tsx'
import { listOf } from '../../../i18n.ts'
import { usePreferences } from '../../../preferences.ts'
import { CheckList } from '../../../parts/form/check-list.tsx'

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

type AnnouncementDraft = Required<Omit<AnnouncementCreate, 'notify'>>

const emptyDraft: AnnouncementDraft = {
  title: '',
  body: '',
  severity: 'minor',
  status: 'investigating',
  affectedComponentIds: [],
}

function AnnouncementForm({ page, onClose }: { page: StatusPageEdited; onClose: () => void }) {
  const t = useAnnouncementMessages()
  const { draft, set, field, ...saving } = useForm(emptyDraft, async (body) => {
    await client.post('/status-pages/{id}/announcements', { params: { id: page.id }, body })
    toast({ text: t.published })
    await invalidate('statusPage')
    onClose()
  })
  return (
    <DialogForm title={t.write} saving={saving} action={t.publish} wide onClose={onClose}>
      <TextField label={t.heading} {...field('title')} maxLength={200} />
      <TextArea label={t.body} hint={t.bodyHint} {...field('body')} maxLength={5000} />
      <div className="pair items-start">
        <SelectField
          label={t.severity}
          hint={t.severityHint[draft.severity]}
          {...field('severity')}
          options={optionsOf(t.severities)}
        />
        <SelectField label={t.status} {...field('status')} options={optionsOf(t.statuses)} />
      </div>
      <CheckList
        label={t.affected}
        items={page.components}
        chosen={draft.affectedComponentIds}
        onChange={(affectedComponentIds) => set({ affectedComponentIds })}
      />
      {(draft.title || draft.body) && <VisitorView draft={draft} components={page.components} />}
    </DialogForm>
  )
}

interface VisitorViewProps {
  readonly draft: AnnouncementDraft
  readonly components: StatusPageEdited['components']
}

function VisitorView({ draft: { title, body, severity, affectedComponentIds }, components }: VisitorViewProps) {
  const t = useAnnouncementMessages()
  const { language } = usePreferences()
  const names = components.filter(({ id }) => affectedComponentIds.includes(id)).map(({ name }) => name)
  const tone = severity === 'critical' ? 'down' : 'degraded'
  return (
    <section aria-label={t.preview}>
      <p className="label mb-2">{t.preview}</p>
      <Callout status={tone}>
        <p className="strong">{title}</p>
        {names.length > 0 && <p className="hint">{t.affects(listOf(language, names))}</p>}
        <p className="announcement-text">{body}</p>
      </Callout>
    </section>
  )
}
