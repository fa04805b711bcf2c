// The report of an incident: what it cost, and what people write about it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Incident, IncidentReport } from '../../api-types.ts'
import { queryFor, client } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue, Callout } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePreferences } from '../../preferences.ts'
import { useIncidentReportMessages } from './report-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { TextArea } from '../../parts/form/field.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

/** It is computed from much that changes while an incident is open, so it is only loaded at the end or on request. */
export function ReportCard({ incident: { id, status } }: { incident: Incident }) {
  const t = useIncidentReportMessages()
  const [isWanted, setIsWanted] = useState(false)
  const isShown = isWanted || status === 'resolved'
  const report = useQuery({ ...queryFor('/incidents/{id}/report', { params: { id } }), enabled: isShown })
  return (
    <Card title={t.report} stack>
      <Downloads id={id} />
      {!isShown && (
        <div className="actions">
          <Button label={t.show} onClick={() => setIsWanted(true)} />
        </div>
      )}
      {report.isError && <p className="error">{t.couldNotLoad}</p>}
      {report.data && (
        <>
          <Impact report={report.data} />
          <ReportNotes id={id} notes={report.data.notes} />
        </>
      )}
    </Card>
  )
}

function Downloads({ id }: { id: number }) {
  const t = useIncidentReportMessages()
  const files = [
    [t.pdf, 'report?format=pdf'],
    [t.markdown, 'report?format=markdown'],
    [t.bundle, 'bundle'],
  ] as const
  return (
    <div>
      <div className="row wrap gap-2">
        {files.map(([label, path]) => (
          <a key={path} className="btn" href={`/app/incidents/${id}/${path}`} download>
            <Icon name="down" size={14} />
            {label}
          </a>
        ))}
      </div>
      <p className="hint mt-2">{t.bundleHint}</p>
    </div>
  )
}

function Impact({ report: { impact, deployments, changes } }: { report: IncidentReport }) {
  const t = useIncidentReportMessages()
  const { language } = usePreferences()
  const format = useFormat()
  const affected = impact.affected.map(({ monitor }) => monitor.name)
  const rows: [string, ReactNode][] = [
    [t.duration, format.duration(impact.duration_seconds)],
    [t.affected, affected.length > 0 ? listOf(language, affected) : t.nobody],
    ...impact.error_budgets.map(({ slo, burnt_seconds: burnt, budget_seconds: budget }): [string, ReactNode] => {
      if (budget === null) return [t.budgetOf(slo.name), t.burntEarly(format.duration(burnt))]
      const percent = `${format.number(budget > 0 ? Math.round((burnt / budget) * 1000) / 10 : 100)} %`
      return [t.budgetOf(slo.name), t.burnt(format.duration(burnt), format.duration(budget), percent)]
    }),
    [t.changes, format.number(deployments.length + changes.length)],
  ]
  return <KeyValue rows={rows} />
}

// Cause, lessons and follow-ups of an incident. Nobody overwrites a change that they have not seen.

type Notes = IncidentReport['notes']

interface ReportNotesProps {
  readonly id: number
  readonly notes: Notes
}

function ReportNotes({ id, notes }: ReportNotesProps) {
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
