import { useState } from 'react'
import type { AnnouncementCreate, StatusPageEdited } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { listOf, useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Callout } from '../../../parts/card.tsx'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { Check, TextArea, TextField } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { usePreferences } from '../../../preferences.ts'
import { toast } from '../../../toast.ts'
import { announcementMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../../parts/form/select.tsx'

type AnnouncementDraft = Required<Omit<AnnouncementCreate, 'notify'>>

const emptyDraft: AnnouncementDraft = {
  title: '',
  body: '',
  severity: 'minor',
  status: 'investigating',
  affectedComponentIds: [],
}

export function AnnouncementForm({ page, onClose }: { page: StatusPageEdited; onClose: () => void }) {
  const t = useMessages(announcementMessages)
  const [draft, setDraft] = useState(emptyDraft)
  const set = (part: Partial<AnnouncementDraft>): void => setDraft((before) => ({ ...before, ...part }))
  const saving = useFormSubmit(async () => {
    await client.post('/status-pages/{id}/announcements', { params: { id: page.id }, body: draft })
    toast({ text: t.published })
    await invalidate('statusPage')
    onClose()
  })
  return (
    <DialogForm title={t.write} saving={saving} action={t.publish} wide onClose={onClose}>
      <TextField
        label={t.heading}
        value={draft.title}
        maxLength={200}
        autoComplete="off"
        error={saving.errors['title']}
        onChange={(title) => set({ title })}
      />
      <TextArea
        label={t.body}
        hint={t.bodyHint}
        value={draft.body}
        maxLength={5000}
        error={saving.errors['body']}
        onChange={(body) => set({ body })}
      />
      <div className="pair">
        <SelectField
          label={t.severity}
          hint={t.severityHint[draft.severity]}
          value={draft.severity}
          options={optionsOf(t.severities)}
          onChange={(severity) => set({ severity })}
        />
        <SelectField
          label={t.status}
          value={draft.status}
          options={optionsOf(t.statuses)}
          onChange={(status) => set({ status })}
        />
      </div>
      <AffectedFields
        components={page.components}
        chosen={draft.affectedComponentIds}
        onChange={(affectedComponentIds) => set({ affectedComponentIds })}
      />
      {(draft.title || draft.body) && <VisitorView draft={draft} components={page.components} />}
    </DialogForm>
  )
}

interface AffectedFieldsProps {
  readonly components: StatusPageEdited['components']
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

function AffectedFields({ components, chosen, onChange }: AffectedFieldsProps) {
  const t = useMessages(announcementMessages)
  if (components.length === 0) return null
  const toggle = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="stack">
      <legend className="label mb-2">{t.affected}</legend>
      {components.map(({ id, name }) => (
        <Check key={id} label={name} checked={chosen.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
      ))}
      <p className="hint">{t.affectedHint}</p>
    </fieldset>
  )
}

interface VisitorViewProps {
  readonly draft: AnnouncementDraft
  readonly components: StatusPageEdited['components']
}

function VisitorView({ draft: { title, body, severity, affectedComponentIds }, components }: VisitorViewProps) {
  const t = useMessages(announcementMessages)
  const { language } = usePreferences()
  const names = components.filter(({ id }) => affectedComponentIds.includes(id)).map(({ name }) => name)
  const tone = severity === 'critical' ? 'down' : 'degraded'
  return (
    <section aria-label={t.preview}>
      <p className="label mb-2">{t.preview}</p>
      <Callout tone={tone} mark={<StatusMark status={tone} />}>
        <p className="strong">{title}</p>
        {names.length > 0 && <p className="hint">{t.affects(listOf(language, names))}</p>}
        <p className="announcement-text">{body}</p>
      </Callout>
    </section>
  )
}
