// Computes the expected incidents of a history the slow way, recounting everything at each check. It shares no code
// with the judge.
export interface OracleRule {
  readonly ruleId: number
  readonly isCritical: boolean
  readonly threshold: number
  readonly minFailed: number
  readonly durationMs: number
}

/** The events of a monitor, in the order in which they were reported. */
export type Happening =
  | {
      readonly kind: 'check'
      readonly at: number
      readonly location: number
      readonly live: readonly number[]
      /** By rule, for enabled rules whose metric was measured. */
      readonly violated: ReadonlyMap<number, boolean>
    }
  /** A user closed the incident of these rules, or the monitor was paused: all state is dropped. */
  | { readonly kind: 'forgotten'; readonly at: number; readonly ruleIds: readonly number[] }

export interface Expected {
  /** The first check of the violation. */
  readonly failingSince: number
  readonly openedAt: number
  readonly closedAt: number | null
  readonly byHand: boolean
}

type Check = Extract<Happening, { kind: 'check' }>

interface Checked {
  readonly at: number
  readonly location: number
  readonly live: readonly number[]
  readonly violated: boolean
}

/** The incidents of each rule. */
export function expectedIncidents(
  rules: readonly OracleRule[],
  history: readonly Happening[],
): ReadonlyMap<number, readonly Expected[]> {
  const incidents = new Map<number, Expected[]>(rules.map(({ ruleId }) => [ruleId, []]))
  const isOpen = ({ ruleId }: OracleRule): boolean => incidents.get(ruleId)!.at(-1)?.closedAt === null
  const end = ({ ruleId }: OracleRule, closedAt: number, byHand: boolean): void => {
    const own = incidents.get(ruleId)!
    own.push({ ...own.pop()!, closedAt, byHand })
  }
  history.forEach((happening, index) => {
    const { at } = happening
    if (happening.kind === 'forgotten') {
      for (const rule of rules) if (happening.ruleIds.includes(rule.ruleId) && isOpen(rule)) end(rule, at, true)
      return
    }
    const looked = rules.filter(({ ruleId }) => happening.violated.has(ruleId))
    const signs = looked.map((rule) => ({ rule, ...signsOf(rule, knownOf(rule, history.slice(0, index + 1))) }))
    // An outage that would end continues if another critical rule has begun to fail without an incident.
    const goesOn = signs.some(
      ({ rule, fires, failsForMs }) => rule.isCritical && !isOpen(rule) && !fires && failsForMs < 300_000,
    )
    for (const { rule, fires, clears, failsForMs } of signs) {
      if (!isOpen(rule) && fires)
        incidents.get(rule.ruleId)!.push({ failingSince: at - failsForMs, openedAt: at, closedAt: null, byHand: false })
      else if (isOpen(rule) && clears && !(rule.isCritical && goesOn)) end(rule, at, false)
    }
  })
  return incidents
}

function knownOf({ ruleId }: OracleRule, history: readonly Happening[]): Checked[] {
  const forgotten = history.findLastIndex((one) => one.kind === 'forgotten' && one.ruleIds.includes(ruleId))
  const checks = history.slice(forgotten + 1).filter((one): one is Check => one.kind === 'check')
  return checks.flatMap(({ violated, ...check }) =>
    violated.has(ruleId) ? [{ ...check, violated: violated.get(ruleId)! }] : [],
  )
}

interface Signs {
  readonly fires: boolean
  readonly clears: boolean
  /** Infinite for a rule that does not fail. */
  readonly failsForMs: number
}

function signsOf({ threshold, minFailed, durationMs }: OracleRule, known: readonly Checked[]): Signs {
  const { at, live, violated } = known.at(-1)!
  const needed = Math.max(Math.min(minFailed, live.length), 1)
  const failing = failingLocations(known).length
  const streak = trailingViolations(known)
  const failsForMs = streak.length > 0 ? at - streak[0]!.at : Infinity
  const lasts = streak.length > 0 && failsForMs >= durationMs
  const fires = streak.length >= threshold && failing >= needed && lasts
  return { fires, clears: !violated && failing < needed, failsForMs }
}

function trailingViolations(known: readonly Checked[]): Checked[] {
  const lastGood = known.findLastIndex(({ violated }) => !violated)
  return known.slice(lastGood + 1)
}

/** Locations whose latest check violates the rule, and that were alive at every check since. */
function failingLocations(known: readonly Checked[]): number[] {
  const locations = [...new Set(known.map(({ location }) => location))]
  return locations.filter((one) => {
    const latest = known.findLastIndex(({ location }) => location === one)
    return (
      known[latest]!.violated &&
      known.slice(latest).every(({ live, location }) => location === one || live.includes(one))
    )
  })
}
