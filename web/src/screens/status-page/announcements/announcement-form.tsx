import type { AnnouncementCreate, StatusPageEdited } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { listOf } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Callout } from '../../../parts/card.tsx'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { usePreferences } from '../../../preferences.ts'
import { toast } from '../../../toast.ts'
import { useAnnouncementMessages } from './messages.ts'
import { useForm } from '../../../parts/form/use-form.tsx'
import { CheckList } from '../../../parts/form/check-list.tsx'
import { SelectField, optionsOf, TextArea, TextField } from '../../../parts/form/field.tsx'

type AnnouncementDraft = Required<Omit<AnnouncementCreate, 'notify'>>

const emptyDraft: AnnouncementDraft = {
  title: '',
  body: '',
  severity: 'minor',
  status: 'investigating',
  affectedComponentIds: [],
}

export function AnnouncementForm({ page, onClose }: { page: StatusPageEdited; onClose: () => void }) {
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
