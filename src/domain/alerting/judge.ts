// Applies the outcomes of one monitor to its rules. The decision is pure: all input is passed in, and callers carry out
// the effects.
import type { Metric, Severity } from '../metric.ts'
import type { MonitorState, Strategy } from '../monitor.ts'
import { type Condition, measurement, violates } from './condition.ts'
import type { Diagnoses } from './diagnosis.ts'
import { type IncidentEnding, type Finding, endingOf, findingOf } from './finding.ts'
import type { OutcomeReport } from './report.ts'
import {
  type RuleTransition,
  type RuleState,
  type RuleStep,
  type RuleTerms,
  type RuleContext,
  advanceRule,
  atRest,
  isAtRest,
  isBeingConfirmed,
  keptOpen,
} from './rule-state.ts'
import { symptomOf } from './symptom.ts'

/** What the catalog says about a monitor's type. */
export interface TypeFacts {
  /** It observes one fact that a second location cannot confirm. */
  readonly exempt: boolean
  /** How soon after a first bad outcome another check is due; null for types that are not probed. */
  readonly confirmAfterMs: number | null
  metric(key: string): Metric | undefined
  /** Texts for its causes. */
  readonly diagnoses: Diagnoses
}

export interface JudgedRule extends Condition {
  readonly id: string
  readonly ruleId: number
  readonly name: string
  readonly metric: string
  readonly severity: Severity
  readonly failureThreshold: number
  readonly minFailedProbes: number
  readonly durationWindowSeconds: number
  readonly clearAfter: number
  readonly version: number
}

export interface JudgedMonitor {
  readonly monitorNumber: number
  readonly name: string
  readonly type: string
  readonly strategy: Strategy
  readonly intervalSeconds: number
  /** The numbers of its locations that are alive. */
  readonly live: readonly number[]
  readonly reminderDays: readonly number[]
  readonly rules: readonly JudgedRule[]
  /** Stored states of the rules that are not at rest. */
  readonly states: Readonly<Record<number, RuleState>>
}

interface OfRule {
  readonly rule: JudgedRule
  readonly report: OutcomeReport
}

export interface IncidentOpened extends OfRule {
  readonly kind: 'opened'
  readonly since: Date
  readonly flapping: boolean
  readonly reopens: boolean
  readonly confirming: readonly number[]
  readonly finding: Finding
}

export interface IncidentClosed extends OfRule {
  readonly kind: 'closed'
  readonly flapping: boolean
  readonly heldUntil: Date | null
  readonly ending: IncidentEnding
}

export interface FindingChanged extends OfRule {
  readonly kind: 'changed'
  readonly finding: Finding
}

export type Effect = IncidentOpened | IncidentClosed | FindingChanged | (OfRule & { readonly kind: 'reminded' })

export interface Judgement {
  /** The states that changed, by rule id; null if a rule is at rest again. */
  readonly states: ReadonlyMap<number, RuleState | null>
  readonly effects: readonly Effect[]
  /** The latest time for the next check; null keeps the schedule. */
  readonly expediteAt: Date | null
}

/** Delay of the confirming check for most types. */
export const usualConfirmAfterMs = 10_000

export function judge(monitor: JudgedMonitor, reports: readonly OutcomeReport[], facts: TypeFacts): Judgement {
  const states = new Map<number, RuleState | null>()
  const effects: Effect[] = []
  let expediteAt: Date | null = null
  const watch: RuleContext = { live: monitor.live, parallel: monitor.strategy === 'parallel', exempt: facts.exempt }
  const counting = reports.filter(({ outcome }) => !outcome.infrastructure)
  for (const report of counting.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const stateBefore = ({ ruleId }: JudgedRule): RuleState => states.get(ruleId) ?? monitor.states[ruleId] ?? atRest
    for (const { rule, step } of stepsOf(stateBefore, { report, watch, monitor, facts })) {
      states.set(rule.ruleId, isAtRest(step.state, report.at.getTime()) ? null : step.state)
      if (step.change && rule.severity !== 'info')
        effects.push(effectOf(step.change, { rule, report, monitor, facts, step }))
      if (wantsAnotherCheck(rule, step, watch)) expediteAt = soonAfter(report, monitor, facts) ?? expediteAt
    }
  }
  return { states: changedOnly(states, monitor.states), effects, expediteAt }
}

interface RuleAdvance {
  readonly rule: JudgedRule
  readonly before: RuleState
  readonly step: RuleStep
}

/**
 * An outage that recovered stays open while another critical rule is being confirmed, so that it continues with another
 * symptom.
 */
function stepsOf(stateBefore: (rule: JudgedRule) => RuleState, looking: JudgingInput): RuleAdvance[] {
  const at = looking.report.at.getTime()
  const steps = looking.monitor.rules.flatMap((rule): RuleAdvance[] => {
    const before = stateBefore(rule)
    const step = stepOf(rule, before, looking)
    return step ? [{ rule, before, step }] : []
  })
  const isCritical = ({ rule }: RuleAdvance): boolean => rule.severity === 'critical'
  if (!steps.some((one) => isCritical(one) && isBeingConfirmed(one.step, at))) return steps
  return steps.map((one) =>
    isCritical(one) && one.step.change?.kind === 'closed' ? { ...one, step: keptOpen(one.before, one.step) } : one,
  )
}

interface JudgingInput {
  readonly report: OutcomeReport
  readonly watch: RuleContext
  readonly monitor: JudgedMonitor
  readonly facts: TypeFacts
}

function stepOf(rule: JudgedRule, state: RuleState, { report, watch, monitor, facts }: JudgingInput): RuleStep | null {
  const { turn, at, outcome } = report
  const violated = violates(rule, outcome)
  if (violated === null) return null
  const check = {
    at: at.getTime(),
    dueAt: (turn.dueAt ?? at).getTime(),
    location: turn.location,
    violated,
    value: measurement(rule, outcome)!,
    symptom: symptomOf({ rule, metric: facts.metric(rule.metricKey), outcome }),
  }
  return advanceRule(termsOf(rule, monitor, facts), state, check, watch)
}

function termsOf(rule: JudgedRule, { reminderDays }: JudgedMonitor, { metric }: TypeFacts): RuleTerms {
  return {
    failureThreshold: rule.failureThreshold,
    minFailedProbes: rule.minFailedProbes,
    durationWindowMs: rule.durationWindowSeconds * 1000,
    clearAfter: rule.clearAfter,
    reminderDays: reminderDays.length > 0 && metric(rule.metricKey)?.isExpiry ? reminderDays : [],
  }
}

// A parallel round is repeated only after it is decided, because its locations must be checked together.
function wantsAnotherCheck(
  { severity }: JudgedRule,
  { undecided, state }: RuleStep,
  { parallel }: RuleContext,
): boolean {
  return undecided && severity === 'critical' && (!parallel || state.round?.decided === true)
}

function soonAfter(
  { at }: OutcomeReport,
  { intervalSeconds }: JudgedMonitor,
  { confirmAfterMs }: TypeFacts,
): Date | null {
  return confirmAfterMs === null ? null : new Date(at.getTime() + Math.min(intervalSeconds * 1000, confirmAfterMs))
}

interface RuleChange {
  readonly rule: JudgedRule
  readonly report: OutcomeReport
  readonly monitor: JudgedMonitor
  readonly facts: TypeFacts
  readonly step: RuleStep
}

function effectOf(change: RuleTransition, { rule, report, monitor, facts, step }: RuleChange): Effect {
  const { outcome } = report
  const metric = facts.metric(rule.metricKey)
  if (change.kind === 'reminded') return { rule, report, kind: 'reminded' }
  if (change.kind === 'closed') {
    const heldUntil = change.heldUntil === null ? null : new Date(change.heldUntil)
    const ending = endingOf({ monitor, rule, metric, outcome })
    return { rule, report, kind: 'closed', flapping: change.flapping, heldUntil, ending }
  }
  const { failing } = step.state
  const { diagnoses } = facts
  const finding = findingOf({ monitor, rule, metric, outcome, diagnoses, locations: failing.length })
  if (change.kind === 'changed') return { rule, report, kind: 'changed', finding }
  return {
    rule,
    report,
    kind: 'opened',
    since: new Date(change.since),
    flapping: change.flapping,
    reopens: change.reopens,
    confirming: failing,
    finding,
  }
}

function changedOnly(
  states: Map<number, RuleState | null>,
  before: JudgedMonitor['states'],
): Map<number, RuleState | null> {
  return new Map([...states].filter(([ruleId, state]) => state !== null || before[ruleId] !== undefined))
}

export interface Health {
  readonly paused: boolean
  readonly criticalOpen: boolean
  readonly warningOpen: boolean
  /** Whether the latest outcome of one of its locations failed. */
  readonly failing: boolean
  /** Whether it was checked at all. */
  readonly seen: boolean
}

export function stateOf({ paused, criticalOpen, warningOpen, failing, seen }: Health): MonitorState {
  if (paused) return 'paused'
  if (criticalOpen) return 'down'
  if (warningOpen || failing) return 'degraded'
  return seen ? 'up' : 'unknown'
}
