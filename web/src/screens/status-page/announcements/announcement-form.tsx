import { useState } from 'react'
import type { AnnouncementCreate, StatusPageEdited } from '../../../../../sdk/api.ts'
import { client } from '../../../api.ts'
import { listOf, useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Callout } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { usePreferences } from '../../../preferences.ts'
import { toast } from '../../../toast.ts'
import { announcementMessages } from './messages.ts'

type Severity = NonNullable<AnnouncementCreate['severity']>
type AnnouncementStatus = NonNullable<AnnouncementCreate['status']>

const severities = ['minor', 'major', 'critical'] as const
export const announcementStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const

export function AnnouncementForm({ page, onClose }: { page: StatusPageEdited; onClose: () => void }) {
  const t = useMessages(announcementMessages)
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [severity, setSeverity] = useState<Severity>('minor')
  const [status, setStatus] = useState<AnnouncementStatus>('investigating')
  const [affected, setAffected] = useState<readonly string[]>([])
  const saving = useFormSubmit(async () => {
    await client.post('/status-pages/{id}/announcements', {
      params: { id: page.id },
      body: { title, body, severity, status, affectedComponentIds: affected },
    })
    toast({ text: t.published })
    await invalidate('statusPage')
    onClose()
  })
  const toggle = (id: string, isOn: boolean): void =>
    setAffected((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)))
  return (
    <Dialog title={t.write} onClose={onClose} wide>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <TextField
          label={t.heading}
          value={title}
          maxLength={200}
          autoComplete="off"
          error={saving.errors['title']}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={t.body}
          hint={t.bodyHint}
          value={body}
          maxLength={5000}
          error={saving.errors['body']}
          onChange={(event) => setBody(event.target.value)}
        />
        <div className="pair">
          <SelectField
            label={t.severity}
            hint={t.severityHint[severity]}
            value={severity}
            onChange={(event) => setSeverity(event.target.value as Severity)}
          >
            {severities.map((one) => (
              <option key={one} value={one}>
                {t.severities[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t.status}
            value={status}
            onChange={(event) => setStatus(event.target.value as AnnouncementStatus)}
          >
            {announcementStatuses.map((one) => (
              <option key={one} value={one}>
                {t.statuses[one]}
              </option>
            ))}
          </SelectField>
        </div>
        {page.components.length > 0 && (
          <fieldset className="stack">
            <legend className="label mb-2">{t.affected}</legend>
            {page.components.map(({ id, name }) => (
              <Check key={id} label={name} checked={affected.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
            ))}
            <p className="hint">{t.affectedHint}</p>
          </fieldset>
        )}
        {(title || body) && (
          <VisitorView
            title={title}
            body={body}
            severity={severity}
            names={page.components.filter(({ id }) => affected.includes(id)).map(({ name }) => name)}
          />
        )}
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy}>
            {t.publish}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface VisitorViewProps {
  readonly title: string
  readonly body: string
  readonly severity: Severity
  readonly names: readonly string[]
}

function VisitorView({ title, body, severity, names }: VisitorViewProps) {
  const t = useMessages(announcementMessages)
  const { language } = usePreferences()
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
