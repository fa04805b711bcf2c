// Compares the monitors of deployments with before. If one clearly got worse, a warning opens; it ends when the values
// are back, with the next deployment of the service, or after a day.
import { worseSinceDeployment } from '../domain/alerting/diagnosis.ts'
import {
  type MonitorComparison,
  compareChecks,
  gravityOf,
  isBack,
  isWorse,
  nextComparison,
  spanAfterMs,
  spanBeforeMs,
  weekEarlier,
} from '../domain/deployment/comparison.ts'
import { deploymentName } from '../domain/deployment/report.ts'
import { changeSentence, changeValues } from '../domain/deployment/sentences.ts'
import type { Log } from '../domain/log.ts'
import type { Span } from '../domain/span.ts'
import type { DueSelection } from '../store/checking/queue-items.ts'
import type { Database } from '../store/database/database.ts'
import { isIncidentOpen, monitorsWithIncidents } from '../store/incidents/deployment-incidents.ts'
import { closeRecovered } from '../store/incidents/incidents.ts'
import { type IncidentDraft, openIncidents } from '../store/incidents/open-incidents.ts'
import {
  type DeploymentComparison,
  type DueDeployment,
  addRuleId,
  lockDueDeployments,
  saveComparison,
} from '../store/monitors/deployments.ts'
import { type ChosenMonitor, chosenMonitors } from '../store/reports/chosen-monitors.ts'
import { checksToCompare } from '../store/results/compared-checks.ts'
import { logIncidents } from './log-incidents.ts'

interface ComparedMonitor {
  readonly monitor: ChosenMonitor
  readonly comparison: MonitorComparison
}

interface JudgingTime {
  readonly now: Date
  readonly log: Log
}

const maxMonitors = 200
const maxStored = 20
/** The latest checks that decide whether values are back. */
const maxLatest = 20
const recheckMs = 5 * 60_000
/** An older deployment is compared, but no longer opens an incident. */
const maxAgeMs = 2 * 60 * 60_000
/** Then the new values count as normal. */
const maxOpenMs = 24 * 60 * 60_000

/** Compares the due deployments once; returns how many there were. */
export async function judgeDeployments(db: Database, due: DueSelection, log: Log): Promise<number> {
  const deployments = await lockDueDeployments(db, due)
  for (const deployment of deployments) await judgeDeployment(db, deployment, { now: due.now, log })
  return deployments.length
}

async function judgeDeployment(db: Database, deployment: DueDeployment, time: JudgingTime): Promise<void> {
  const { ruleId, deployed_at: deployedAt, comparison: last } = deployment
  const { now } = time
  const isOpen = ruleId !== null && (await isIncidentOpen(db, ruleId))
  const stillOpen = isOpen && !(await endIfOver(db, deployment, { ...time, ruleId }))
  const isDue = last === null || nextComparison(deployedAt, new Date(last.comparedAt)) !== null
  const compared = isDue ? await compareMonitors(db, deployment, sinceOf(deployedAt, now)) : null
  const opened = ruleId === null && compared !== null && (await openIfWorse(db, deployment, { ...time, compared }))
  const next = nextComparison(deployedAt, now)
  const recheckAt = new Date(now.getTime() + recheckMs)
  const compareAt = stillOpen || opened ? (next && next < recheckAt ? next : recheckAt) : next
  const comparison = compared === null ? last : summaryOf(compared, now)
  await saveComparison(db, deployment, { comparison, compareAt })
}

/** From the deployment to now, at most an hour. */
const sinceOf = (deployedAt: Date, now: Date): Span => ({
  from: deployedAt,
  to: new Date(Math.min(now.getTime(), deployedAt.getTime() + spanAfterMs)),
})

/** The monitors with enough checks, worst first. */
async function compareMonitors(
  db: Database,
  deployment: DueDeployment,
  after: Span,
  latest = Infinity,
): Promise<ComparedMonitor[]> {
  const { organizationId, monitor_ids: monitorIds, tags, deployed_at: deployedAt } = deployment
  const chosen = await chosenMonitors(db, organizationId, { monitorIds, tags })
  const monitors = chosen.filter(({ isProbed }) => isProbed).slice(0, maxMonitors)
  const before = { from: new Date(deployedAt.getTime() - spanBeforeMs), to: deployedAt }
  const checksOf = (span: Span) =>
    checksToCompare(
      db,
      monitors.map(({ monitorNumber }) => monitorNumber),
      span,
    )
  const old = await checksOf(before)
  const young = await checksOf(after)
  const weekBefore = await checksOf(weekEarlier(before))
  const weekAfter = await checksOf(weekEarlier(after))
  return monitors
    .map((monitor) => {
      const checksIn = (span: typeof old) => span.get(monitor.monitorNumber) ?? []
      const comparison = compareChecks({
        before: checksIn(old),
        after: checksIn(young).slice(-latest),
        weekBefore: checksIn(weekBefore),
        weekAfter: checksIn(weekAfter),
      })
      return { monitor, comparison }
    })
    .filter(({ comparison }) => comparison.responseTime !== null || comparison.failures !== null)
    .toSorted((a, b) => gravityOf(b.comparison) - gravityOf(a.comparison))
}

const summaryOf = (compared: readonly ComparedMonitor[], now: Date): DeploymentComparison => ({
  comparedAt: now.toISOString(),
  compared: compared.length,
  worse: compared.filter(({ comparison }) => isWorse(comparison)).length,
  monitors: compared.slice(0, maxStored).map(({ monitor: { id, name }, comparison }) => ({ id, name, ...comparison })),
})

interface JudgedComparison extends JudgingTime {
  readonly compared: readonly ComparedMonitor[]
}

/** One incident, however many monitors are worse. Monitors that alarm by themselves need no second alarm. */
async function openIfWorse(db: Database, deployment: DueDeployment, judged: JudgedComparison): Promise<boolean> {
  const { organizationId, deployed_at: since, successor } = deployment
  const { now, log } = judged
  if (successor !== null || now.getTime() - since.getTime() > maxAgeMs) return false
  const worse = judged.compared.filter(({ comparison }) => isWorse(comparison))
  const monitorIds = worse.map(({ monitor }) => monitor.id)
  const alarmed = await monitorsWithIncidents(db, { organizationId, monitorIds, since })
  const [worst, ...others] = worse.filter(({ monitor }) => !alarmed.has(monitor.id))
  if (!worst) return false
  const draft = draftOf(deployment, { worst, others, now, ruleId: await addRuleId(db, deployment) })
  const opened = await openIncidents(db, [draft], now)
  db.afterCommit(() => logIncidents(log, { opened, ended: [] }))
  return true
}

interface WorseMonitors {
  readonly worst: ComparedMonitor
  readonly others: readonly ComparedMonitor[]
  readonly now: Date
  readonly ruleId: number
}

function draftOf(deployment: DueDeployment, { worst, others, now, ruleId }: WorseMonitors): IncidentDraft {
  const { id, name, monitorNumber, type, target } = worst.monitor
  const { expected, detected } = changeValues(worst.comparison)
  const named = others.slice(0, 5).map(({ monitor }) => monitor.name)
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : ''
  return {
    organizationId: deployment.organizationId,
    subject: { kind: 'monitor', id, number: monitorNumber, name, type, target },
    alertRuleId: deployment.id,
    ruleId,
    ruleName: 'After a deployment',
    ruleExpression: '',
    ruleVersion: 1,
    severity: 'warning',
    at: now,
    since: deployment.deployed_at,
    flapping: false,
    message: `${name}: ${changeSentence(worst.comparison, deploymentName(deployment))}`,
    rootCause: worst.comparison.failures?.worse ? 'other' : 'performance',
    rootCauseDetail: named.length > 0 ? `Also worse since then: ${named.join(', ')}${more}` : null,
    diagnosis: diagnosisOf(worst.comparison),
    expected,
    detectedValue: detected,
    confirming: [],
    location: 0,
    error: null,
    evidence: null,
  }
}

function diagnosisOf({ responseTime, failures }: MonitorComparison): string {
  const knowsLastWeek = (responseTime?.weekRise ?? failures?.week ?? null) !== null
  return worseSinceDeployment(knowsLastWeek)
}

/** Ends the open incident if the values are back, a newer deployment replaced this one, or a day has passed. */
async function endIfOver(
  db: Database,
  deployment: DueDeployment,
  { now, log, ruleId }: JudgingTime & { ruleId: number },
): Promise<boolean> {
  const ending = await endingOf(db, deployment, now)
  if (ending === null) return false
  const name = deploymentName(deployment)
  const message = `After deployment ${name}: ${ending}`
  const end = { ruleId, at: now, resolvedValue: ending, message, flapping: false, heldUntil: null }
  const ended = await closeRecovered(db, [end], now)
  db.afterCommit(() => logIncidents(log, { opened: [], ended }))
  return true
}

async function endingOf(db: Database, deployment: DueDeployment, now: Date): Promise<string | null> {
  const { successor, deployed_at: deployedAt, comparison } = deployment
  if (successor) return `deployment ${deploymentName(successor)} replaced it`
  if (now.getTime() - deployedAt.getTime() >= maxOpenMs) return 'the values of the last day count as normal'
  const latest = { from: new Date(Math.max(deployedAt.getTime(), now.getTime() - spanAfterMs)), to: now }
  const compared = await compareMonitors(db, deployment, latest, maxLatest)
  const wasWorse = new Set(comparison?.monitors.filter(isWorse).map(({ id }) => id))
  const watched = compared.filter(({ monitor }) => wasWorse.has(monitor.id))
  const areBack = watched.length > 0 && watched.every((one) => isBack(one.comparison))
  return areBack ? 'the values are back to those before it' : null
}
