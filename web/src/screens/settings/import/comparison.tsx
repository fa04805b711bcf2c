// The outages that the other tool logged, beside the incidents of the imported monitors.
import type { AnswerOf } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Card, FigureStrip } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/content-states.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { useImportComparisonMessages } from './messages.ts'
import { MonitorLink, IncidentLink } from '../../../parts/links.tsx'

export type ImportComparison = AnswerOf<'/monitors/import/compare', 'post'>

export function Comparison({ comparison }: { comparison: ImportComparison }) {
  const t = useImportComparisonMessages()
  const format = useFormat()
  const { summary, only_theirs: theirs, only_ours: ours } = comparison
  const { agreed, only_theirs, only_ours, median_late_seconds: late, monitors } = summary
  if (agreed + only_theirs + only_ours === 0)
    return (
      <Card title={t.title}>
        <EmptyState title={monitors === 0 ? t.noMonitors : t.none} />
      </Card>
    )
  return (
    <section className="stack" aria-label={t.title}>
      <h2 className="strong">{t.title}</h2>
      <FigureStrip
        figures={[
          { label: t.agreed, value: agreed },
          { label: t.onlyTheirs, value: only_theirs },
          { label: t.onlyOurs, value: only_ours },
          ...(late === null ? [] : [{ label: t.late, value: format.duration(Math.max(0, late)) }]),
        ]}
      />
      {theirs.length > 0 && (
        <Card title={t.onlyTheirs} flush level={3}>
          <ul className="list">
            {theirs.map(({ key, monitor_id: id, name, start, message }) => (
              <li key={`${key} ${start}`}>
                <span className="min-w-0">
                  <MonitorLink id={id} name={name} />
                  <span className="sub">{message}</span>
                </span>
                <span className="at">
                  <Timestamp at={start} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {ours.length > 0 && (
        <Card title={t.onlyOurs} flush level={3}>
          <ul className="list">
            {ours.map(({ incident_id: number, name, start }) => (
              <li key={number}>
                <IncidentLink number={number} text={name} />
                <span className="at">
                  <Timestamp at={start} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
