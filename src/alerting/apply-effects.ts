// Turns the decisions of the judge into incidents.
import { factsOf } from '../checks/index.ts'
import { expressionOf } from '../domain/alerting/finding.ts'
import type { FindingChanged, IncidentClosed, Effect, IncidentOpened } from '../domain/alerting/judge.ts'
import type { Database } from '../store/database/database.ts'
import { noteSymptoms } from '../store/incidents/incident-events.ts'
import { type IncidentDraft, openIncidents, reopenIncidents } from '../store/incidents/open-incidents.ts'
import { type ChangedIncident, closeRecovered, remindOf } from '../store/incidents/incidents.ts'
import type { MonitorToJudge } from '../store/incidents/judged-monitors.ts'

export interface MonitorEffects {
  readonly monitor: MonitorToJudge
  readonly effects: readonly Effect[]
}

/** Incidents that were opened and ended, each in this order. */
export interface IncidentChanges {
  readonly opened: readonly ChangedIncident[]
  readonly ended: readonly ChangedIncident[]
}

/** One batch can open and close the same rule, so the effects of its outcomes are applied one after the other. */
export async function applyEffects(db: Database, all: readonly MonitorEffects[], now: Date): Promise<IncidentChanges> {
  const opened: ChangedIncident[] = []
  const ended: ChangedIncident[] = []
  for (let wave = 0; ; wave += 1) {
    const due = all.flatMap(({ monitor, effects }) =>
      effectsOfNth(effects, wave).map((effect) => ({ monitor, effect })),
    )
    if (due.length === 0) return { opened, ended }
    const drafts = due.flatMap(({ monitor, effect }) => (effect.kind === 'opened' ? [draftOf(monitor, effect)] : []))
    if (drafts.length > 0) opened.push(...(await openOrReopen(db, drafts, now)))
    const closed = due.flatMap(({ effect }): IncidentClosed[] => (effect.kind === 'closed' ? [effect] : []))
    if (closed.length > 0) ended.push(...(await closeRecovered(db, closed.map(endOf), now)))
    const reminded = due.flatMap(({ effect }) => (effect.kind === 'reminded' ? [effect.rule.ruleId] : []))
    if (reminded.length > 0) await remindOf(db, reminded, now)
    const changed = due.flatMap(({ effect }): FindingChanged[] => (effect.kind === 'changed' ? [effect] : []))
    if (changed.length > 0) await noteSymptoms(db, changed.map(symptomOf))
  }
}

function effectsOfNth(effects: readonly Effect[], n: number): Effect[] {
  const reports = [...new Set(effects.map(({ report }) => report))]
  return effects.filter(({ report }) => report === reports[n])
}

export async function openOrReopen(
  db: Database,
  drafts: readonly IncidentDraft[],
  now: Date,
): Promise<ChangedIncident[]> {
  const again = drafts.filter(({ reopens }) => reopens)
  const reopened = again.length > 0 ? await reopenIncidents(db, again, now) : new Set()
  const fresh = drafts.filter(({ ruleId }) => !reopened.has(ruleId))
  const opened: ChangedIncident[] = []
  for (const drafts of onePerIncident(fresh)) opened.push(...(await openIncidents(db, drafts, now)))
  return opened
}

/** The first batch has at most one critical incident per monitor; the others join its incident group. */
function onePerIncident(drafts: readonly IncidentDraft[]): IncidentDraft[][] {
  const isCritical = ({ severity }: IncidentDraft): boolean => severity === 'critical'
  const alarmed = new Set<string>()
  const [first, next]: [IncidentDraft[], IncidentDraft[]] = [[], []]
  for (const draft of drafts) {
    const follows = isCritical(draft) && alarmed.has(draft.subject.id)
    if (isCritical(draft)) alarmed.add(draft.subject.id)
    ;(follows ? next : first).push(draft)
  }
  return [first, next].filter((batch) => batch.length > 0)
}

const ruleAndTime = ({ rule, report }: Pick<Effect, 'rule' | 'report'>) => ({ ruleId: rule.ruleId, at: report.at })

const endOf = (closed: IncidentClosed) => ({
  ...ruleAndTime(closed),
  flapping: closed.flapping,
  heldUntil: closed.heldUntil,
  resolvedValue: closed.ending.value,
  message: closed.ending.message,
})

const symptomOf = ({ finding, ...effect }: FindingChanged) => ({ ...ruleAndTime(effect), ...finding })

function draftOf(monitor: MonitorToJudge, opened: IncidentOpened): IncidentDraft {
  const { rule, report, reopens, since, flapping, finding, confirming } = opened
  const { turn, at, outcome } = report
  return {
    organizationId: monitor.organizationId,
    subject: {
      kind: 'monitor',
      id: monitor.monitorId,
      number: monitor.monitorNumber,
      name: monitor.name,
      type: monitor.type,
      target: monitor.target,
    },
    alertRuleId: rule.id,
    ruleId: rule.ruleId,
    ruleName: rule.name,
    ruleExpression: expressionOf(rule, factsOf(monitor.type).metric(rule.metricKey), outcome),
    ruleVersion: rule.version,
    severity: rule.severity,
    at,
    since,
    flapping,
    reopens,
    ...finding,
    confirming,
    location: turn.location,
    error: outcome.error,
    evidence: outcome.evidence === null ? null : (JSON.parse(outcome.evidence) as unknown),
  }
}
