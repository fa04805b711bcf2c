// Replays a rule over past checks: when it would have fired, and for how long. It uses the state machine of the judge.
import type { Metric } from '../metric.ts'
import type { ReportedOutcome } from '../outcome.ts'
import { type Condition, measurement, violates } from './condition.ts'
import { detected } from './finding.ts'
import {
  type RuleTransition,
  type RuleState,
  type RuleTerms,
  type RuleContext,
  advanceRule,
  atRest,
} from './rule-state.ts'

export interface ReplayedRule extends Condition {
  readonly terms: RuleTerms
  /** The rule's metric in the catalog. */
  readonly metric: Metric
}

/** A past check; times are in milliseconds. */
export interface PastCheck extends Pick<ReportedOutcome, 'usual'> {
  readonly at: number
  readonly durationMs: number
  readonly location: number
  /** Whether the probe got a response. */
  readonly success: boolean
  readonly statusCode: number | null
  readonly error: string | null
  readonly metrics: Readonly<Record<string, number>>
}

export interface ReplayOptions {
  readonly rule: ReplayedRule
  readonly watch: RuleContext
  /** Minimum time between two rounds of a monitor that is checked in parallel. */
  readonly minGapMs: number
}

export interface ReplayedIncident {
  readonly startedAt: number
  /** Null while it is firing. */
  readonly endedAt: number | null
  readonly detectedValue: string
}

/** The state of a replay after some of the checks. */
export interface Replay {
  readonly state: RuleState
  readonly round: ReplayRound | null
  /** The number of checks that measured the rule's metric. */
  readonly checks: number
  readonly firings: readonly ReplayedIncident[]
}

interface ReplayRound {
  readonly dueAt: number
  readonly startedAt: number
  readonly locations: readonly number[]
}

export const beforeReplay: Replay = { state: atRest, round: null, checks: 0, firings: [] }

/** Continues a replay with the next checks, in the order in which they ended. */
export function replay(before: Replay, checks: readonly PastCheck[], { rule, watch, minGapMs }: ReplayOptions): Replay {
  let { state, round } = before
  let measured = before.checks
  const firings = [...before.firings]
  for (const check of checks) {
    const violated = watch.live.includes(check.location) ? violates(rule, check) : null
    if (violated === null) continue
    measured += 1
    const joined = joinRound(round, check, minGapMs)
    round = joined.round
    const asChecked = {
      at: check.at,
      dueAt: joined.dueAt,
      location: check.location,
      violated,
      value: measurement(rule, check)!,
    }
    const step = advanceRule(rule.terms, state, asChecked, watch)
    state = step.state
    if (step.change)
      note(firings, step.change, {
        at: check.at,
        detectedValue: detected({ rule, metric: rule.metric, outcome: check }),
      })
  }
  return { state, round, checks: measured, firings }
}

/** A firing that reopens during the flapping hold never ended. */
function note(
  firings: ReplayedIncident[],
  change: RuleTransition,
  { at, detectedValue }: { at: number; detectedValue: string },
): void {
  const last = firings.at(-1)
  if (change.kind === 'closed' && last) firings[firings.length - 1] = { ...last, endedAt: at }
  if (change.kind !== 'opened') return
  if (change.reopens && last) firings[firings.length - 1] = { ...last, endedAt: null }
  else firings.push({ startedAt: at, endedAt: null, detectedValue })
}

/** Results do not store their round, but the checks of a round start together, each at another location. */
function joinRound(
  round: ReplayRound | null,
  { at, durationMs, location }: PastCheck,
  minGapMs: number,
): { round: ReplayRound; dueAt: number } {
  const startedAt = at - durationMs
  if (!round) return { round: { dueAt: startedAt, startedAt, locations: [location] }, dueAt: startedAt }
  const apartMs = startedAt - round.startedAt
  if (apartMs <= -minGapMs / 2) return { round, dueAt: startedAt }
  if (apartMs < minGapMs / 2 && !round.locations.includes(location))
    return { round: { ...round, locations: [...round.locations, location] }, dueAt: round.dueAt }
  const dueAt = Math.max(startedAt, round.dueAt + 1)
  return { round: { dueAt, startedAt, locations: [location] }, dueAt }
}

/** The total firing time up to `until`. */
export function firingMs({ firings }: Replay, until: number): number {
  return firings.reduce((sum, { startedAt, endedAt }) => sum + ((endedAt ?? until) - startedAt), 0)
}
