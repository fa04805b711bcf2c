// Cause, lessons and follow-ups of an incident. Nobody overwrites a change that they have not seen.
import { useState } from 'react'
import type { IncidentReport } from '../../api-types.ts'
import { client } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, KeyValue } from '../../parts/card.tsx'
import { TextArea } from '../../parts/form/field.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { useIncidentReportMessages } from './report-messages.ts'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

type Notes = IncidentReport['notes']

interface ReportNotesProps {
  readonly id: number
  readonly notes: Notes
}

export function ReportNotes({ id, notes }: ReportNotesProps) {
  return useCan()('member') ? <NotesForm id={id} notes={notes} /> : <NotesText notes={notes} />
}

function NotesText({ notes }: { notes: Notes }) {
  const t = useIncidentReportMessages()
  const shown = (text: string) => (text ? <span className="whitespace-pre-wrap">{text}</span> : t.notWritten)
  const rows = [
    [t.cause, shown(notes.cause)],
    [t.lessons, shown(notes.lessons)],
    [t.followUps, shown(notes.follow_ups)],
  ] as const
  return <KeyValue rows={rows} />
}

function NotesForm({ id, notes }: ReportNotesProps) {
  const t = useIncidentReportMessages()
  const [known, setKnown] = useState(notes)
  const [draft, setDraft] = useState(notes)
  const isChanged = (['cause', 'lessons', 'follow_ups'] as const).some((field) => draft[field] !== known[field])
  const load = (): void => {
    setKnown(notes)
    setDraft(notes)
  }
  const isOutdated = notes.version > known.version
  if (isOutdated && !isChanged) load()
  const saving = useFormSubmit(async () => {
    const { cause, lessons, follow_ups: followUps } = draft
    const body = { cause, lessons, followUps, version: known.version }
    const { notes: saved } = await client.patch('/incidents/{id}/report', { params: { id }, body })
    setKnown(saved)
    setDraft(saved)
    toast({ text: t.saved })
    await invalidate('incident')
  })
  const area = (field: 'cause' | 'lessons' | 'follow_ups', label: string, hint: string, name: string = field) => (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      maxLength={10_000}
      value={draft[field]}
      error={saving.errors[name]}
      onChange={(value) => setDraft({ ...draft, [field]: value })}
    />
  )
  return (
    <form className="stack" onSubmit={saving.submit}>
      {isOutdated && isChanged && (
        <Callout status="degraded">
          {t.changedMeanwhile(notes.updated_by ?? t.someone)} <Button label={t.load} onClick={load} />
        </Callout>
      )}
      {saving.summary}
      {area('cause', t.cause, t.causeHint)}
      {area('lessons', t.lessons, t.lessonsHint)}
      {area('follow_ups', t.followUps, t.followUpsHint, 'followUps')}
      <div className="actions">
        <Button weight="primary" type="submit" busy={saving.busy} disabled={!isChanged} label={t.save} />
        {known.updated_at && known.updated_by && (
          <span className="muted">
            {t.changedBy(known.updated_by)}, <RelativeTime at={known.updated_at} />
          </span>
        )}
      </div>
    </form>
  )
}
