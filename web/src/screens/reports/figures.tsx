import type { Report } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { FigureStrip } from '../../parts/card.tsx'
import { useReportMessages } from './messages.ts'

type Summary = Report['summary']

interface FiguresProps {
  readonly summary: Summary
  readonly previous: Summary | undefined
  readonly previousName: string
}

export function Figures({ summary, previous, previousName }: FiguresProps) {
  const t = useReportMessages()
  const format = useFormat()
  const time = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  const perMonitor = (seconds: number, monitors: number): string =>
    monitors === 0 ? '—' : format.duration(seconds / monitors)
  const left = ({ error_budget: { remaining_seconds: rest }, monitors }: Summary): string =>
    monitors === 0 ? '—' : `${rest < 0 ? '−' : ''}${format.duration(Math.abs(rest) / monitors)}`
  const values: readonly (readonly [label: string, value: (of: Summary) => string])[] = [
    [t.uptime, (of) => format.uptime(of.uptime_percent)],
    [t.downtime, (of) => perMonitor(of.downtime_seconds, of.monitors)],
    [t.incidents, (of) => format.number(of.incidents)],
    [t.toAcknowledge, (of) => time(of.mtta_seconds)],
    [t.toResolve, (of) => time(of.mttr_seconds)],
    [t.budgetLeft, left],
  ]
  return (
    <FigureStrip
      figures={values.map(([label, value]) => ({
        label,
        value: (
          <>
            {value(summary)}
            {previous && <span className="sub report-before">{t.before(previousName, value(previous))}</span>}
          </>
        ),
      }))}
    />
  )
}
