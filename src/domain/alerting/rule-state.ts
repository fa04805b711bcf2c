// A rule over time: what one more check makes of what was known, and whether that opens or closes an incident.
export interface RuleTerms {
  readonly failureThreshold: number
  readonly minFailedProbes: number
  readonly durationWindowMs: number
  readonly clearAfter: number
  /** Days before an expiry at which an open incident is told again; empty for rules about anything else. */
  readonly reminderDays: readonly number[]
}

/** Plain JSON, times in milliseconds: kept as it is. */
export interface RuleState {
  /** Violating checks in a row, and when the first of them was. */
  readonly streak: number
  readonly since: number | null
  /** The locations whose latest check violates. */
  readonly failing: readonly number[]
  readonly open: boolean
  /** Checks in a row that saw fewer failing locations than an incident needs. */
  readonly clean: number
  /** When it opened and closed within the last hour. */
  readonly changes: readonly number[]
  /** It closed while flapping; opening before then takes the closed incident up again. */
  readonly heldUntil: number | null
  /** Days of the reminder list that have been told. */
  readonly reminded: readonly number[]
  /** Of a monitor that is checked in parallel: what its locations have said this time. */
  readonly round: Round | null
}

interface Round {
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
  changes: [],
  heldUntil: null,
  reminded: [],
  round: null,
}

/** One check of a rule's metric. */
export interface Sight {
  readonly at: number
  /** When it was due; the checks of a parallel round share it. */
  readonly dueAt: number
  readonly location: number
  readonly violated: boolean
  readonly value: number
}

export interface Ground {
  /** The monitor's locations that are alive. */
  readonly live: readonly number[]
  readonly parallel: boolean
  /** It observes one fact that a second location cannot confirm. */
  readonly exempt: boolean
}

export type Change =
  | { readonly kind: 'opened'; readonly since: number; readonly flapping: boolean; readonly reopens: boolean }
  | { readonly kind: 'closed'; readonly flapping: boolean; readonly heldUntil: number | null }
  | { readonly kind: 'reminded' }

export interface RuleStep {
  readonly state: RuleState
  readonly change: Change | null
  /** Another look soon would confirm or clear it. */
  readonly undecided: boolean
}

const hour = 3_600_000
const flappingChanges = 4
const flappingHoldMs = 300_000

function neededProbes({ minFailedProbes }: RuleTerms, { live, exempt }: Ground): number {
  return exempt ? 1 : Math.max(Math.min(minFailedProbes, live.length), 1)
}

export function advanceRule(terms: RuleTerms, before: RuleState, sight: Sight, ground: Ground): RuleStep {
  const needed = neededProbes(terms, ground)
  const counted = ground.parallel ? countRound(before, sight, ground.live.length, needed) : countOne(before, sight)
  const failing = before.failing.filter((place) => place !== sight.location && ground.live.includes(place))
  if (sight.violated) failing.push(sight.location)
  const state: RuleState = { ...counted.state, failing, changes: before.changes.filter((at) => at > sight.at - hour) }
  return state.open
    ? whileOpen(terms, state, sight, { needed, check: counted.check })
    : whileClosed(terms, state, sight, needed)
}

type Check = 'violating' | 'clean' | null

interface Counted {
  readonly state: RuleState
  /** What this sight completes. */
  readonly check: Check
}

function countOne(state: RuleState, { at, violated }: Sight): Counted {
  return violated
    ? { state: { ...state, streak: state.streak + 1, since: state.since ?? at }, check: 'violating' }
    : { state: { ...state, streak: 0, since: null }, check: 'clean' }
}

/** All locations at one due time are one check, which violates when as many of them as an incident needs do. */
function countRound(state: RuleState, sight: Sight, places: number, needed: number): Counted {
  const { round } = state
  if (round && sight.dueAt < round.dueAt) return { state, check: null }
  const isNew = !round || sight.dueAt > round.dueAt
  // A round that its locations did not complete, and in which some saw nothing wrong, ends without a violation.
  const base = isNew && round && !round.decided && round.clean.length > 0 ? { ...state, streak: 0, since: null } : state
  const begun: Round = isNew ? { dueAt: sight.dueAt, violating: [], clean: [], decided: false } : round
  const added = sight.violated
    ? { ...begun, violating: [...begun.violating.filter((place) => place !== sight.location), sight.location] }
    : { ...begun, clean: [...begun.clean.filter((place) => place !== sight.location), sight.location] }
  const check: Check = added.decided
    ? null
    : added.violating.length >= needed
      ? 'violating'
      : added.clean.length > places - needed
        ? 'clean'
        : null
  const next = { ...base, round: { ...added, decided: added.decided || check !== null } }
  return check === null
    ? { state: next, check }
    : { state: countOne(next, { ...sight, violated: check === 'violating' }).state, check }
}

function whileClosed(terms: RuleTerms, state: RuleState, sight: Sight, needed: number): RuleStep {
  const { since, streak, failing } = state
  const confirmed =
    since !== null &&
    streak >= terms.failureThreshold &&
    failing.length >= needed &&
    sight.at - since >= terms.durationWindowMs
  if (!confirmed) return { state, change: null, undecided: sight.violated }
  const changes = [...state.changes, sight.at]
  const reopens = state.heldUntil !== null && sight.at < state.heldUntil
  return {
    state: {
      ...state,
      open: true,
      clean: 0,
      changes,
      heldUntil: null,
      reminded: terms.reminderDays.filter((days) => sight.value <= days),
    },
    change: { kind: 'opened', since, flapping: changes.length >= flappingChanges, reopens },
    undecided: false,
  }
}

function whileOpen(
  terms: RuleTerms,
  state: RuleState,
  sight: Sight,
  { needed, check }: { needed: number; check: Check },
): RuleStep {
  if (state.failing.length >= needed) {
    const due = sight.violated
      ? terms.reminderDays.filter((days) => sight.value <= days && !state.reminded.includes(days))
      : []
    const reminded = [...state.reminded, ...due]
    return {
      state: { ...state, clean: 0, reminded },
      change: due.length > 0 ? { kind: 'reminded' } : null,
      undecided: !sight.violated,
    }
  }
  const clean = state.clean + (check === null ? 0 : 1)
  if (clean < terms.clearAfter) return { state: { ...state, clean }, change: null, undecided: true }
  const changes = [...state.changes, sight.at]
  const flapping = changes.length >= flappingChanges
  const heldUntil = flapping ? sight.at + flappingHoldMs : null
  return {
    state: { ...state, open: false, clean: 0, changes, heldUntil, reminded: [] },
    change: { kind: 'closed', flapping, heldUntil },
    undecided: false,
  }
}

/** After a person, a pause or an edit closed its incident: whatever still holds has to be confirmed anew. */
export function closedByHand(state: RuleState): RuleState {
  return { ...atRest, changes: state.changes }
}

/** Nothing worth keeping: the next check starts from scratch. */
export function isAtRest({ streak, failing, open, changes, heldUntil }: RuleState, now: number): boolean {
  const isOver = (until: number | null): boolean => until === null || until <= now
  return streak === 0 && failing.length === 0 && !open && isOver(heldUntil) && changes.every((at) => at <= now - hour)
}
