// The state of a rule over time: how one more check changes it, and whether that opens or closes an incident.
import { type Symptom, withSymptom } from './symptom.ts'

export interface RuleTerms {
  readonly failureThreshold: number
  readonly minFailedProbes: number
  readonly durationWindowMs: number
  readonly clearAfter: number
  /** Days before an expiry at which reminders of an open incident are sent; empty for other rules. */
  readonly reminderDays: readonly number[]
}

/** Stored as plain JSON; times are in milliseconds. */
export interface RuleState {
  /** The number of violating checks in a row, and the time of the first. */
  readonly streak: number
  readonly since: number | null
  /** The locations whose latest check violates the rule. */
  readonly failing: readonly number[]
  readonly open: boolean
  /** Checks in a row, beginning with a good one, that saw fewer failing locations than an incident needs. */
  readonly clean: number
  /** The times at which it opened within the last hour. */
  readonly openings: readonly number[]
  /** Set if it closed while flapping: opening before this time reopens the closed incident. */
  readonly heldUntil: number | null
  /** Days of the reminder list for which a reminder was sent. */
  readonly reminded: readonly number[]
  /** The symptoms of the open incident so far, the latest last. States stored by older versions have none. */
  readonly symptoms?: readonly Symptom[]
  /** The votes of the current round, for a monitor that is checked in parallel. */
  readonly round: RuleRound | null
}

interface RuleRound {
  readonly dueAt: number
  readonly violating: readonly number[]
  readonly clean: readonly number[]
  readonly decided: boolean
}

export const atRest: RuleState = {
  streak: 0,
  since: null,
  failing: [],
  open: false,
  clean: 0,
  openings: [],
  heldUntil: null,
  reminded: [],
  symptoms: [],
  round: null,
}

/** One check of a rule's metric. */
export interface RuleCheck {
  readonly at: number
  /** When it was due; the checks of a parallel round share it. */
  readonly dueAt: number
  readonly location: number
  readonly violated: boolean
  readonly value: number
  /** What a violation looks like. */
  readonly symptom?: string
}

/** How the monitor of a rule is checked. */
export interface RuleContext {
  /** The locations that are alive. */
  readonly live: readonly number[]
  readonly parallel: boolean
  /** It observes one fact that a second location cannot confirm. */
  readonly exempt: boolean
}

export type RuleTransition =
  | { readonly kind: 'opened'; readonly since: number; readonly flapping: boolean; readonly reopens: boolean }
  | { readonly kind: 'closed'; readonly flapping: boolean; readonly heldUntil: number | null }
  | { readonly kind: 'reminded' }
  /** The incident continues with a different symptom. */
  | { readonly kind: 'changed' }

export interface RuleStep {
  readonly state: RuleState
  readonly change: RuleTransition | null
  /** Another check soon would confirm or clear it. */
  readonly undecided: boolean
}

const hour = 3_600_000
/** A rule that opens so often within an hour is flapping. */
export const flappingOpenings = 3
/** How long the end of a flapping incident is held back. */
export const flappingHoldMs = 300_000

function neededProbes({ minFailedProbes }: RuleTerms, { live, exempt }: RuleContext): number {
  return exempt ? 1 : Math.max(Math.min(minFailedProbes, live.length), 1)
}

// Checks are reported out of order by less than this.
const disorderMs = 30_000

/** Moves times that lie in the future, after the clock was set back, to the time of this check. */
function pulledBack(state: RuleState, at: number): RuleState {
  const isAhead = (moment: number): boolean => moment > at + disorderMs
  const past = (moment: number): number => (isAhead(moment) ? at : moment)
  const { since, openings, heldUntil, round } = state
  return {
    ...state,
    since: since === null ? null : past(since),
    symptoms: state.symptoms?.map((one) => ({ ...one, at: past(one.at) })),
    openings: openings.map(past),
    heldUntil: heldUntil === null ? null : past(heldUntil - flappingHoldMs) + flappingHoldMs,
    round: round && isAhead(round.dueAt) ? null : round,
  }
}

export function advanceRule(terms: RuleTerms, known: RuleState, check: RuleCheck, watch: RuleContext): RuleStep {
  const before = pulledBack(known, check.at)
  const needed = neededProbes(terms, watch)
  const counted = watch.parallel
    ? countInRound(before, check, { locations: watch.live.length, needed })
    : countOne(before, check)
  const failing = before.failing.filter((location) => location !== check.location && watch.live.includes(location))
  if (check.violated) failing.push(check.location)
  const state: RuleState = { ...counted.state, failing, openings: before.openings.filter((at) => at > check.at - hour) }
  return state.open
    ? whileOpen(terms, state, check, { needed, verdict: counted.verdict })
    : whileClosed(terms, state, check, needed)
}

type RoundVerdict = 'violating' | 'clean' | null

interface CountedRuleState {
  readonly state: RuleState
  /** Null while a round is undecided, and after it was decided. */
  readonly verdict: RoundVerdict
}

function countOne(state: RuleState, { at, violated }: Pick<RuleCheck, 'at' | 'violated'>): CountedRuleState {
  return violated
    ? { state: { ...state, streak: state.streak + 1, since: state.since ?? at }, verdict: 'violating' }
    : { state: { ...state, streak: 0, since: null }, verdict: 'clean' }
}

interface Quorum {
  readonly locations: number
  readonly needed: number
}

/** All locations at one due time count as one check, which violates if enough of them do. */
function countInRound(before: RuleState, check: RuleCheck, quorum: Quorum): CountedRuleState {
  if (before.round && check.dueAt < before.round.dueAt) return { state: before, verdict: null }
  const { round: begun, state } = roundOf(before, check)
  const voted = withVote(begun, check)
  const verdict = voted.decided ? null : verdictOf(voted, quorum)
  const next = { ...state, round: { ...voted, decided: voted.decided || verdict !== null } }
  return verdict === null
    ? { state: next, verdict }
    : countOne(next, { at: check.at, violated: verdict === 'violating' })
}

/** An incomplete round in which at least one location saw no violation ends without one. */
function roundOf(state: RuleState, { dueAt }: RuleCheck): { round: RuleRound; state: RuleState } {
  const { round } = state
  if (round && dueAt === round.dueAt) return { round, state }
  const endsClean = round !== null && !round.decided && round.clean.length > 0
  const fresh = { dueAt, violating: [], clean: [], decided: false }
  return { round: fresh, state: endsClean ? { ...state, streak: 0, since: null } : state }
}

function withVote(round: RuleRound, { location, violated }: RuleCheck): RuleRound {
  const side = violated ? 'violating' : 'clean'
  return { ...round, [side]: [...round[side].filter((one) => one !== location), location] }
}

function verdictOf({ violating, clean }: RuleRound, { locations, needed }: Quorum): RoundVerdict {
  if (violating.length >= needed) return 'violating'
  return clean.length > locations - needed ? 'clean' : null
}

function whileClosed(terms: RuleTerms, state: RuleState, check: RuleCheck, needed: number): RuleStep {
  const { since, streak, failing } = state
  const confirmed =
    check.violated &&
    since !== null &&
    streak >= terms.failureThreshold &&
    failing.length >= needed &&
    check.at - since >= terms.durationWindowMs
  if (!confirmed) return { state, change: null, undecided: check.violated }
  const openings = [...state.openings, check.at]
  const reopens = state.heldUntil !== null && check.at < state.heldUntil
  return {
    state: {
      ...state,
      open: true,
      clean: 0,
      openings,
      heldUntil: null,
      reminded: terms.reminderDays.filter((days) => check.value <= days),
      symptoms: withSymptom([], check),
    },
    change: { kind: 'opened', since, flapping: openings.length >= flappingOpenings, reopens },
    undecided: false,
  }
}

function whileOpen(
  terms: RuleTerms,
  state: RuleState,
  check: RuleCheck,
  { needed, verdict }: { needed: number; verdict: RoundVerdict },
): RuleStep {
  if (state.failing.length >= needed) return stillOpen(terms, state, check)
  // A violating check is no sign of recovery, even if more locations are alive or required than when it opened.
  const isRecovering = verdict === 'clean' || (verdict === 'violating' && state.clean > 0)
  const clean = state.clean + (isRecovering ? 1 : 0)
  if (clean < terms.clearAfter) return { state: { ...state, clean }, change: null, undecided: true }
  const flapping = state.openings.length >= flappingOpenings
  const heldUntil = flapping ? check.at + flappingHoldMs : null
  return {
    state: { ...state, open: false, clean: 0, heldUntil, reminded: [], symptoms: [] },
    change: { kind: 'closed', flapping, heldUntil },
    undecided: false,
  }
}

function stillOpen({ reminderDays }: RuleTerms, state: RuleState, check: RuleCheck): RuleStep {
  const { violated, value } = check
  const { symptoms: known = [] } = state
  const due = violated ? reminderDays.filter((days) => value <= days && !state.reminded.includes(days)) : []
  const symptoms = violated ? withSymptom(known, check) : known
  const isDifferent = known.length > 0 && symptoms.length > known.length
  return {
    state: { ...state, clean: 0, reminded: [...state.reminded, ...due], symptoms },
    change: due.length > 0 ? { kind: 'reminded' } : isDifferent ? { kind: 'changed' } : null,
    undecided: !violated,
  }
}

/** How long an outage that has recovered stays open for another rule that is being confirmed. */
const maxConfirmationMs = 300_000

/** It began to fail recently, and the next checks decide whether it opens. */
export function isBeingConfirmed({ state, change, undecided }: RuleStep, at: number): boolean {
  if (state.open || change !== null) return false
  return (undecided || state.streak > 0) && at - (state.since ?? at) < maxConfirmationMs
}

/** Keeps a rule open that would close while another rule of its monitor is being confirmed. */
export function keptOpen(before: RuleState, { state }: RuleStep): RuleStep {
  const { clean, reminded, symptoms } = before
  return { state: { ...state, open: true, clean, heldUntil: null, reminded, symptoms }, change: null, undecided: true }
}

/** For an incident that was closed by a user, a pause or an edit: a violation has to be confirmed again. */
export function closedByHand(state: RuleState): RuleState {
  return { ...atRest, openings: state.openings }
}

/** Whether the state holds nothing worth storing. */
export function isAtRest({ streak, failing, open, openings, heldUntil }: RuleState, now: number): boolean {
  const isOver = (until: number | null): boolean => until === null || until <= now
  return streak === 0 && failing.length === 0 && !open && isOver(heldUntil) && openings.every((at) => at <= now - hour)
}
