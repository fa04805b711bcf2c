// The judge: what the outcomes of one monitor make of its rules. Everything it needs is handed in; it decides and does nothing.
import type { Metric, Severity } from '../metric.ts'
import type { State, Strategy } from '../monitor.ts'
import type { Outcome } from '../outcome.ts'
import { type Condition, measurement, violates } from './condition.ts'
import { type Finding, detected, findingOf } from './finding.ts'
import {
  type Change,
  type Ground,
  type RuleState,
  type RuleStep,
  type RuleTerms,
  advanceRule,
  atRest,
  isAtRest,
} from './rule-state.ts'

/** What the catalog says about a monitor's type. */
export interface TypeFacts {
  /** It observes one fact that a second location cannot confirm. */
  readonly exempt: boolean
  /** How soon after a first bad outcome another check is due; null for types that are not probed. */
  readonly confirmAfterMs: number | null
  metric(key: string): Metric | undefined
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
  /** Of those rules that are not at rest. */
  readonly states: Readonly<Record<number, RuleState>>
}

export interface JudgedOutcome extends Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error' | 'cause'> {
  readonly at: Date
  readonly dueAt: Date
  readonly location: number
  readonly infrastructure: boolean
  /** JSON. */
  readonly evidence: string | null
}

interface OfRule {
  readonly rule: JudgedRule
  readonly at: Date
  readonly outcome: JudgedOutcome
}

export interface Opened extends OfRule {
  readonly kind: 'opened'
  readonly since: Date
  readonly flapping: boolean
  readonly reopens: boolean
  readonly confirming: readonly number[]
  readonly finding: Finding
}

export interface Closed extends OfRule {
  readonly kind: 'closed'
  readonly flapping: boolean
  readonly heldUntil: Date | null
  readonly resolvedValue: string
}

export type Effect = Opened | Closed | (OfRule & { readonly kind: 'reminded' })

export interface Judgement {
  /** By rule id; null for a rule that is at rest. Only those that changed. */
  readonly states: ReadonlyMap<number, RuleState | null>
  readonly effects: readonly Effect[]
  /** When the next check is due at the latest; null leaves it as it is. */
  readonly hurryAt: Date | null
}

/** How soon most types are looked at again. */
export const usualConfirmAfterMs = 10_000

export function judge(monitor: JudgedMonitor, outcomes: readonly JudgedOutcome[], facts: TypeFacts): Judgement {
  const states = new Map<number, RuleState | null>()
  const effects: Effect[] = []
  let hurryAt: Date | null = null
  const ground: Ground = { live: monitor.live, parallel: monitor.strategy === 'parallel', exempt: facts.exempt }
  for (const outcome of [...outcomes].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    if (outcome.infrastructure) continue
    for (const rule of monitor.rules) {
      const step = stepOf(rule, states.get(rule.ruleId) ?? monitor.states[rule.ruleId] ?? atRest, {
        outcome,
        ground,
        monitor,
      })
      if (!step) continue
      states.set(rule.ruleId, isAtRest(step.state, outcome.at.getTime()) ? null : step.state)
      if (step.change && rule.severity !== 'info')
        effects.push(effectOf(step.change, { rule, outcome, monitor, facts, step }))
      if (wantsAnotherLook(rule, step, ground)) hurryAt = soonAfter(outcome, monitor, facts) ?? hurryAt
    }
  }
  return { states: changedOnly(states, monitor.states), effects, hurryAt }
}

interface Looking {
  readonly outcome: JudgedOutcome
  readonly ground: Ground
  readonly monitor: JudgedMonitor
}

function stepOf(rule: JudgedRule, state: RuleState, { outcome, ground, monitor }: Looking): RuleStep | null {
  const violated = violates(rule, outcome)
  if (violated === null) return null
  const sight = {
    at: outcome.at.getTime(),
    dueAt: outcome.dueAt.getTime(),
    location: outcome.location,
    violated,
    value: measurement(rule, outcome)!,
  }
  return advanceRule(termsOf(rule, monitor), state, sight, ground)
}

function termsOf(rule: JudgedRule, { reminderDays }: Pick<JudgedMonitor, 'reminderDays'>): RuleTerms {
  return {
    failureThreshold: rule.failureThreshold,
    minFailedProbes: rule.minFailedProbes,
    durationWindowMs: rule.durationWindowSeconds * 1000,
    clearAfter: rule.clearAfter,
    reminderDays: isExpiry(rule) ? reminderDays : [],
  }
}

const isExpiry = ({ metricKey }: JudgedRule): boolean => /(days_until_expiry|ssl_expiry_days)$/.test(metricKey)

// A parallel round is looked at again only once it is decided: its locations must be asked together.
function wantsAnotherLook({ severity }: JudgedRule, { undecided, state }: RuleStep, { parallel }: Ground): boolean {
  return undecided && severity === 'critical' && (!parallel || state.round?.decided === true)
}

function soonAfter(
  { at }: JudgedOutcome,
  { intervalSeconds }: JudgedMonitor,
  { confirmAfterMs }: TypeFacts,
): Date | null {
  return confirmAfterMs === null ? null : new Date(at.getTime() + Math.min(intervalSeconds * 1000, confirmAfterMs))
}

interface Happening {
  readonly rule: JudgedRule
  readonly outcome: JudgedOutcome
  readonly monitor: JudgedMonitor
  readonly facts: TypeFacts
  readonly step: RuleStep
}

function effectOf(change: Change, { rule, outcome, monitor, facts, step }: Happening): Effect {
  const base = { rule, outcome, at: outcome.at }
  const metric = facts.metric(rule.metricKey)
  if (change.kind === 'reminded') return { ...base, kind: 'reminded' }
  if (change.kind === 'closed') {
    const heldUntil = change.heldUntil === null ? null : new Date(change.heldUntil)
    return {
      ...base,
      kind: 'closed',
      flapping: change.flapping,
      heldUntil,
      resolvedValue: detected({ rule, metric, outcome }),
    }
  }
  const confirming = step.state.failing
  const finding = findingOf({ monitor, rule, metric, outcome, locations: confirming.length })
  return {
    ...base,
    kind: 'opened',
    since: new Date(change.since),
    flapping: change.flapping,
    reopens: change.reopens,
    confirming,
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
  /** The latest outcome of one of its locations failed. */
  readonly failing: boolean
  /** It has been checked. */
  readonly seen: boolean
}

export function stateOf({ paused, criticalOpen, warningOpen, failing, seen }: Health): State {
  if (paused) return 'paused'
  if (criticalOpen) return 'down'
  if (warningOpen || failing) return 'degraded'
  return seen ? 'up' : 'unknown'
}
