// A report of a period: uptime, incidents, maintenance and the error budget.
import './reports.css'
import type { ReactNode } from 'react'
import type { Report } from '../../api-types.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { splitList } from '../../url.ts'
import { daysOf, maintainedDates, type ReportDay } from './days.ts'
import { Excluded, Incidents, Maintenance } from './lists.tsx'
import { useReportMessages } from './messages.ts'
import { MonitorTable } from './monitor-table.tsx'
import { useBudgetText, usePeriodNames } from './period-names.ts'
import { type ReportChoice, exportUrl, usePreviousReport, useReport, useReportChoice } from './report-data.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ObjectivesCard, SchedulesCard } from './side.tsx'
import { Toolbar } from './toolbar.tsx'
import { FigureStrip, Card } from '../../parts/card.tsx'
import { Bars } from '../../parts/bars.tsx'
import { Table, right } from '../../parts/table.tsx'
import { formatDay } from '../../format/time.ts'

export function Screen(): ReactNode {
  const t = useReportMessages()
  const state = useReportChoice()
  const { choice, choose } = state
  const report = useReport(choice)
  const { name, before } = usePeriodNames(choice)
  const title = useTitle(name, report.data)
  return (
    <>
      <PageHead title={title} actions={<Exports choice={choice} />}>
        {report.data && <Context choice={choice} report={report.data} before={before} />}
      </PageHead>
      <div className="stack">
        <ReportTabs current="report" />
        <Toolbar {...state} />
        <QueryResult query={report} what={t.couldNotLoad}>
          {(data) =>
            data.monitors.length === 0 ? (
              <NoMonitors hasTags={choice.tags !== ''} onClear={() => choose({ tags: '' })} />
            ) : (
              <ReportBody report={data} choice={choice} previousName={before} />
            )
          }
        </QueryResult>
      </div>
    </>
  )
}

function useTitle(name: string, report: Report | undefined): string {
  const t = useReportMessages()
  const format = useFormat()
  const budgetText = useBudgetText()
  if (!report) return t.loading
  const { uptime_percent: uptime, sla_target: target, sla_met: isMet, monitors, error_budget: budget } = report.summary
  if (uptime === null || monitors === 0) return t.nothing(name)
  const monitored = format.positive(report.summary.monitored_seconds / monitors)
  if (isMet === null) return t.tooEarly(name, format.uptime(uptime), monitored)
  const used = budgetText(budget.consumed_seconds / monitors, budget.total_seconds / monitors)
  const sentence = isMet ? t.kept : t.missed
  return sentence(name, format.uptime(uptime), `${format.number(target)} %`, used)
}

function Context({ choice, report, before }: { choice: ReportChoice; report: Report; before: string }) {
  const t = useReportMessages()
  const { language } = usePreferences()
  const previous = usePreviousReport(choice, report)
  const tags = splitList(choice.tags)
  const change = previous && report.summary.incidents - previous.summary.incidents
  const parts = [
    t.about(report.summary.monitors),
    ...(tags.length > 0 ? [t.tagged(listOf(language, tags))] : []),
    t.times(report.period.timezone),
    ...(change === undefined
      ? []
      : [change === 0 ? t.asMany(before) : t.than(change < 0 ? t.fewer(-change) : t.more(change), before)]),
  ]
  return <>{parts.join(' · ')}</>
}

function Exports({ choice }: { choice: ReportChoice }) {
  const t = useReportMessages()
  return (
    <>
      <a className="btn" href={exportUrl(choice, 'csv')} download>
        <Icon name="down" size={14} />
        {t.csv}
      </a>
      <a className="btn" href={exportUrl(choice, 'pdf')} target="_blank" rel="noreferrer">
        <Icon name="pages" size={14} />
        {t.pdf}
      </a>
      <Button icon="reports" label={t.print} onClick={() => print()} />
    </>
  )
}

interface ReportBodyProps {
  readonly report: Report
  readonly choice: ReportChoice
  readonly previousName: string
}

function ReportBody({ report, choice, previousName }: ReportBodyProps) {
  const t = useReportMessages()
  const previous = usePreviousReport(choice, report)
  const maintained = maintainedDates(report.maintenance, report.period.timezone)
  return (
    <>
      <Figures summary={report.summary} previous={previous?.summary} previousName={previousName} />
      <DayCard days={daysOf(report.summary.daily, maintained)} />
      <div className="cols">
        <div className="stack">
          <MonitorTable report={report} previous={previous} previousName={previousName} maintained={maintained} />
          <Incidents incidents={report.incidents} />
          <Maintenance windows={report.maintenance} />
          <Excluded excluded={report.excluded} />
        </div>
        <div className="stack noprint">
          <ObjectivesCard />
          <SchedulesCard />
        </div>
      </div>
      <p className="faint">{t.footnote}</p>
    </>
  )
}

function NoMonitors({ hasTags, onClear }: { hasTags: boolean; onClear: () => void }) {
  const t = useReportMessages()
  const mayWrite = useCan()('member')
  if (hasTags) return <EmptyState title={t.emptyTags} action={<Button label={t.clearTags} onClick={onClear} />} />
  return (
    <EmptyState
      title={t.empty}
      text={t.emptyGives}
      action={mayWrite && <ButtonLink weight="primary" icon="plus" label={t.addMonitor} to="/monitors/new" />}
    />
  )
}

type Summary = Report['summary']

interface FiguresProps {
  readonly summary: Summary
  readonly previous: Summary | undefined
  readonly previousName: string
}

function Figures({ summary, previous, previousName }: FiguresProps) {
  const t = useReportMessages()
  const format = useFormat()
  const time = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  const perMonitor = (seconds: number, monitors: number): string =>
    monitors === 0 ? '—' : format.duration(seconds / monitors)
  const left = ({ error_budget: { remaining_seconds: rest }, monitors, sla_met: isMet }: Summary): string =>
    isMet === null ? '—' : `${rest < 0 ? '−' : ''}${format.duration(Math.abs(rest) / monitors)}`
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

function DayCard({ days }: { days: readonly ReportDay[] }) {
  const t = useReportMessages()
  const format = useFormat()
  const named = useDayName()
  const describe = (index: number): string => {
    const { date, letter, uptime_percent: uptime, downtime_seconds: down } = days[index]!
    const day = named(date)
    if (down > 0) return t.dayDown(day, format.duration(down))
    if (letter === 'm') return t.dayMaintenance(day)
    return uptime === null ? t.dayUnknown(day) : t.dayUp(day, format.uptime(uptime))
  }
  const down = days.filter(({ downtime_seconds: seconds }) => seconds > 0).length
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  return (
    <Card title={t.byDay} end={t.byDayHint}>
      <Bars
        bars={days.map(({ letter }) => letter).join('')}
        label={t.daysLabel(days.length, down)}
        height={56}
        describe={describe}
      />
      <div className="scale">
        <span>{named(first.date)}</span>
        <span>{named(last.date)}</span>
      </div>
      <details className="mt-3">
        <summary className="link">{t.dayList}</summary>
        <Table columns={[t.date, right(t.uptime), right(t.down)]}>
          {days.map(({ date, uptime_percent: uptime, downtime_seconds: seconds }) => (
            <tr key={date}>
              <td>{named(date)}</td>
              <td className="right num">{format.uptime(uptime)}</td>
              <td className="right num">{seconds > 0 ? format.duration(seconds) : '—'}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}

/** Names a date of the report, which is already in its time zone. */
function useDayName(): (date: string) => string {
  const { language } = usePreferences()
  return (date) => formatDay(new Date(date), { language, zone: 'UTC' }, new Date())
}
