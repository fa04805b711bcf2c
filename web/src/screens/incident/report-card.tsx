// The report of an incident: what it cost, and what people write about it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Incident, IncidentReport } from '../../api-types.ts'
import { queryFor } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePreferences } from '../../preferences.ts'
import { useIncidentReportMessages } from './report-messages.ts'
import { ReportNotes } from './report-notes.tsx'

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
      const percent = `${format.number(budget > 0 ? Math.round((burnt / budget) * 1000) / 10 : 100)} %`
      return [t.budgetOf(slo.name), t.burnt(format.duration(burnt), format.duration(budget), percent)]
    }),
    [t.changes, format.number(deployments.length + changes.length)],
  ]
  return <KeyValue rows={rows} />
}
