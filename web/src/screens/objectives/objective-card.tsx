import type { Slo, SloBurn } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card, FigureStrip, Tag } from '../../parts/card.tsx'
import { TimeChart } from '../../parts/chart/time-chart.tsx'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { Pill } from '../../parts/status-mark.tsx'
import { useObjectiveMessages } from './messages.ts'
import { objectiveMarks } from './objective-marks.ts'
import { budgetOutlook, spentInLastDay } from './outlook.ts'
import { Menu } from '../../parts/overlay/menu.tsx'
import { confirmDeletion } from '../../frame/confirm/confirm-deletion.ts'

interface ObjectiveCardProps {
  readonly objective: Slo
  /** Null for viewers. */
  readonly onEdit: (() => void) | null
}

export function ObjectiveCard({ objective, onEdit }: ObjectiveCardProps) {
  const t = useObjectiveMessages()
  const { id, name, monitor_tags: tags } = objective
  const remove = (): void =>
    void confirmDeletion({
      name,
      text: t.removeText,
      request: () => client.delete('/slos/{id}', { params: { id } }),
      stale: ['objective'],
    })
  const burn = useResource('/dashboard/slos/{id}/burn', { params: { id } })
  return (
    <Card
      title={name}
      end={
        <>
          <ObjectiveStatus objective={objective} />
          {onEdit && (
            <Menu
              small
              label={t.actions(name)}
              items={[
                { label: t.edit, icon: 'edit', run: onEdit },
                { label: t.delete, icon: 'trash', danger: true, run: remove },
              ]}
            />
          )}
        </>
      }
      stack
    >
      <ManagedNote managed={objective.managed} />
      <About objective={objective} />
      {tags.length > 0 && (
        <span className="row wrap">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      )}
      <Figures objective={objective} />
      <QueryResult query={burn} what={t.chartFailed} waiting={<Skeleton height="15rem" />}>
        {(data) => (
          <>
            <Outlook objective={objective} burn={data} />
            {objective.error_budget.remaining_percent !== null && <BurnChart name={name} burn={data} />}
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function ObjectiveStatus({ objective: { state } }: { objective: Slo }) {
  const t = useObjectiveMessages()
  return <Pill status={objectiveMarks[state]}>{t.states[state]}</Pill>
}

function About({ objective: { target, window, monitors } }: { objective: Slo }) {
  const t = useObjectiveMessages()
  const format = useFormat()
  const percent = `${format.number(target)} %`
  const count = t.monitorCount(monitors)
  return (
    <p className="muted">
      {window === 'month' ? t.aboutMonth(percent, count) : t.about(percent, t.windows[window], count)}
    </p>
  )
}

function Figures({ objective: { uptime_percent: uptime, error_budget: budget } }: { objective: Slo }) {
  const t = useObjectiveMessages()
  const format = useFormat()
  const { remaining_seconds: rest, remaining_percent: percentLeft } = budget
  return (
    <FigureStrip
      figures={[
        { label: t.uptime, value: format.uptime(uptime) },
        {
          label: t.left,
          value: percentLeft === null ? '—' : `${rest < 0 ? '−' : ''}${format.duration(Math.abs(rest))}`,
          note: percentLeft !== null && `${format.number(Math.round(percentLeft))} %`,
        },
        {
          label: t.burnRate,
          value: percentLeft === null || budget.burn_rate === null ? '—' : format.number(budget.burn_rate),
        },
      ]}
    />
  )
}

/** When the budget is used up at today's rate, and which outage would use up the rest. */
function Outlook({ objective, burn }: { objective: Slo; burn: SloBurn }) {
  const t = useObjectiveMessages()
  const format = useFormat()
  const { monitors, monitored_seconds: monitored, error_budget: budget } = objective
  const rest = budget.remaining_seconds
  const outlook = budgetOutlook({
    remainingSeconds: rest,
    lastDaySeconds: spentInLastDay(burn.points),
    now: new Date(burn.to),
  })
  if (monitors === 0) return <p>{t.noMonitors}</p>
  if (budget.remaining_percent === null) return <p>{t.tooEarly(format.positive(monitored / monitors))}</p>
  const sentence = {
    'used-up': () => t.usedUp,
    steady: () => t.steady,
    lasts: () => t.lasts,
    'runs-out': () => (outlook.kind === 'runs-out' ? t.runsOut(format.day(outlook.at)) : ''),
  }[outlook.kind]()
  const what =
    monitors === 1
      ? t.oneOutage(format.duration(rest))
      : t.outages(format.duration(rest), format.duration(rest / monitors), monitors)
  return <p>{rest > 0 ? `${sentence} ${what}` : sentence}</p>
}

function BurnChart({ name, burn }: { name: string; burn: SloBurn }) {
  const t = useObjectiveMessages()
  const format = useFormat()
  const { points, total_seconds: total } = burn
  const [from, to] = [Date.parse(burn.from), Date.parse(burn.to)]
  const minutes = (seconds: number): number => seconds / 60
  const times = points.map(({ at }) => at)
  const even = times.map((at) => minutes(total * ((Date.parse(at) - from) / Math.max(1, to - from))))
  return (
    <TimeChart
      label={t.chart(name)}
      times={times}
      series={[
        { label: t.used, values: points.map(({ consumed_seconds: used }) => minutes(used)) },
        { label: t.budget, values: times.map(() => minutes(total)) },
        { label: t.even, values: even },
      ]}
      format={(value) => t.minutes(format.number(Math.round(value)))}
    />
  )
}
