// Computes the state of objectives, and opens and closes the incident of one whose error budget burns too fast.
import { type ErrorBudget, type TargetVerdict, budgetOf, verdictOf } from '../domain/objective/budget.ts'
import {
  type Burn,
  type Rate,
  burnAfter,
  farthestLookMs,
  isRaised,
  ratesOf,
  severityOf,
  watchedBurns,
  windowAt,
} from '../domain/objective/objective.ts'
import type { Span } from '../domain/span.ts'
import { durationText } from '../domain/time/format.ts'
import { type UptimeSums, addUp, uptimeIn, uptimePercent } from '../domain/uptime/monitored-time.ts'
import type { Log } from '../domain/log.ts'
import type { DueSelection } from '../store/checking/queue-items.ts'
import type { Database } from '../store/database/database.ts'
import { changeOpenSeverity, closeRecovered, remindOf } from '../store/incidents/incidents.ts'
import { type IncidentDraft, openIncidents } from '../store/incidents/open-incidents.ts'
import { type DueObjective, type Objective, saveBurning, takeDueObjectives } from '../store/objectives/objectives.ts'
import { chosenMonitors } from '../store/reports/chosen-monitors.ts'
import { type MonitorTime, monitoredTimes } from '../store/results/monitored-times.ts'
import { logIncidents } from './log-incidents.ts'

export interface ObjectiveStanding extends Span, UptimeSums {
  readonly monitors: number
  readonly uptime: number | null
  readonly verdict: TargetVerdict
  readonly budget: ErrorBudget
  readonly rates: Readonly<Record<Burn, Rate>>
  /** The monitors that were down within the last hours, longest first. */
  readonly burners: readonly { readonly name: string; readonly downMs: number }[]
}

type WatchedObjective = Pick<Objective, 'monitorIds' | 'monitorTags' | 'target' | 'window' | 'created_at'>

interface StandingTime {
  readonly organizationId: string
  readonly timezone: string
  readonly now: Date
}

export async function standingOf(
  db: Database,
  objective: WatchedObjective,
  time: StandingTime,
): Promise<ObjectiveStanding> {
  const { target, created_at: since } = objective
  const { window, all } = await timesOf(db, objective, time)
  const sums = uptimeIn(all, window)
  const lastOf = (lastMs: number): Span => ({ from: new Date(time.now.getTime() - lastMs), to: time.now })
  return {
    from: window.from,
    to: window.to,
    monitors: all.length,
    ...sums,
    uptime: uptimePercent(sums),
    verdict: verdictOf(target, sums, { monitors: all.length, periodMs: window.lengthMs }),
    budget: budgetOf(target, sums),
    rates: ratesOf(target, window.lengthMs, (lastMs) => burnedIn(all, lastOf(lastMs), since)),
    burners: all
      .map((one) => ({ name: one.name, downMs: burnedIn([one], lastOf(farthestLookMs), since).downMs }))
      .filter(({ downMs }) => downMs > 0)
      .toSorted((a, b) => b.downMs - a.downMs),
  }
}

type ObjectiveSpan = ReturnType<typeof windowAt>

async function timesOf(
  db: Database,
  { monitorIds, monitorTags: tags, window: name }: WatchedObjective,
  { organizationId, timezone, now }: StandingTime,
): Promise<{ window: ObjectiveSpan; all: MonitorTime[] }> {
  const window = windowAt(name, { now, timezone })
  const from = new Date(Math.min(window.from.getTime(), now.getTime() - farthestLookMs))
  const monitors = await chosenMonitors(db, organizationId, { monitorIds, tags })
  const ids = monitors.map(({ id }) => id)
  const times = await monitoredTimes(db, { organizationId, monitorIds: ids, from, to: now })
  return { window, all: [...times.values()] }
}

/** Only since the objective and the monitor exist: time before counts as up. */
function burnedIn(times: readonly MonitorTime[], { from, to }: Span, since: Date): UptimeSums {
  return addUp(
    times.map((time) => {
      const begin = new Date(Math.max(from.getTime(), since.getTime(), time.createdAt.getTime()))
      const { monitoredMs, downMs } = uptimeIn([time], { from: begin, to })
      return { monitoredMs: monitoredMs + begin.getTime() - from.getTime(), downMs }
    }),
  )
}

export interface BurnHistory extends Span {
  readonly monitors: number
  readonly totalMs: number
  /** How much was spent from the start of the window up to each of these times. */
  readonly points: readonly { readonly at: Date; readonly consumedMs: number }[]
}

const maxBurnPoints = 120

/** How the budget of the current window was spent over time. */
export async function burnHistoryOf(
  db: Database,
  objective: WatchedObjective,
  time: StandingTime,
): Promise<BurnHistory> {
  const { window, all } = await timesOf(db, objective, time)
  const { from, to, lengthMs } = window
  const stepMs = lengthMs / maxBurnPoints
  const count = Math.floor((to.getTime() - from.getTime()) / stepMs)
  const moments = [...Array.from({ length: count + 1 }, (_, n) => from.getTime() + n * stepMs), to.getTime()]
  return {
    from,
    to,
    monitors: all.length,
    totalMs: budgetOf(objective.target, uptimeIn(all, window)).totalMs,
    points: [...new Set(moments)].map((moment) => {
      const at = new Date(moment)
      return { at, consumedMs: uptimeIn(all, { from, to: at }).downMs }
    }),
  }
}

const everyMs = 60_000

/** Judges the due objectives once; returns how many there were. */
export async function judgeObjectives(db: Database, due: DueSelection, log: Log): Promise<number> {
  const { now } = due
  const objectives = await takeDueObjectives(db, due, new Date(now.getTime() + everyMs))
  for (const objective of objectives) await judgeObjective(db, objective, { now, log })
  return objectives.length
}

async function judgeObjective(
  db: Database,
  objective: DueObjective,
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const { burning: before, alerts, ruleId } = objective
  const standing = await standingOf(db, objective, { ...objective, now })
  const after = burnAfter(before, standing.rates, watchedBurns(alerts))
  if (after === before) return
  await saveBurning(db, objective, after)
  if (after === null) {
    const resolvedValue = rateText(standing, before!)
    const message = `${objective.name} has recovered: the error budget burns at ${resolvedValue}`
    const end = { ruleId, at: now, resolvedValue, message, flapping: false, heldUntil: null }
    const ended = await closeRecovered(db, [end], now)
    db.afterCommit(() => logIncidents(log, { opened: [], ended }))
    return
  }
  if (before === null || isRaised(alerts, before, after))
    await openOrEscalate(db, objective, { burn: after, standing, now, log })
}

interface BurnAlert {
  readonly burn: Burn
  readonly standing: ObjectiveStanding
  readonly now: Date
  readonly log: Log
}

/** Opens an incident, or raises the severity of the open one and sends a reminder. */
async function openOrEscalate(db: Database, objective: DueObjective, telling: BurnAlert): Promise<void> {
  const { burn, now, log } = telling
  const { ruleId, alerts } = objective
  const opened = await openIncidents(db, [draftOf(objective, telling)], now)
  db.afterCommit(() => logIncidents(log, { opened, ended: [] }))
  if (opened.length > 0) return
  const severity = severityOf(alerts, burn) === 'critical' ? 'critical' : 'warning'
  await changeOpenSeverity(db, ruleId, { severity, now })
  await remindOf(db, [ruleId], now)
}

const titles: Readonly<Record<Burn, string>> = { fast: 'Fast burn', slow: 'Slow burn' }
const times = (rate: number): string => `${Math.round(rate * 10) / 10}`

function rateText({ rates }: ObjectiveStanding, burn: Burn): string {
  return `${times(rates[burn].short)} times what the budget allows`
}

function draftOf(objective: DueObjective, { burn, standing, now }: BurnAlert): IncidentDraft {
  const { id, name, target, alerts } = objective
  const rate = standing.rates[burn]
  const detectedValue = `${times(rate.long)} times what the budget allows`
  const burners = standing.burners.slice(0, 5).map(({ name }) => name)
  return {
    organizationId: objective.organizationId,
    subject: { kind: 'objective', id, name, target: `${target} % over ${objective.window}` },
    alertRuleId: id,
    ruleId: objective.ruleId,
    ruleName: titles[burn],
    ruleExpression: `burn_rate >= ${times(rate.threshold)}`,
    ruleVersion: objective.version,
    severity: severityOf(alerts, burn) === 'critical' ? 'critical' : 'warning',
    at: now,
    since: now,
    flapping: false,
    message: `${name}: the error budget burns at ${detectedValue}`,
    rootCause: 'other',
    rootCauseDetail: burners.length > 0 ? `Down in the last six hours: ${burners.join(', ')}` : null,
    diagnosis: diagnosisOf(standing),
    expected: `less than ${times(rate.threshold)} times`,
    detectedValue,
    confirming: [],
    location: 0,
    error: null,
    evidence: null,
  }
}

function diagnosisOf({ budget: { totalMs, remainingMs }, verdict, monitors, monitoredMs }: ObjectiveStanding): string {
  const left = totalMs > 0 ? Math.floor((remainingMs / totalMs) * 100) : 0
  const states: Readonly<Record<TargetVerdict, string>> = {
    met: `At this rate the objective will be missed. ${left} % of the error budget is left.`,
    missed: 'The objective is missed: the error budget is used up.',
    too_early: `At this rate the objective will be missed. Monitored for ${durationText(monitoredMs / monitors)} so far.`,
  }
  return `${states[verdict]} Check the monitors that are down first.`
}
