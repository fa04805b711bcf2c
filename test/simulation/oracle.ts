// What must come of a history of checks, worked out the slow way: at every check everything is counted anew from the
// beginning. It shares no code with the judge.
export interface OracleRule {
  readonly threshold: number
  readonly minFailed: number
  readonly durationMs: number
}

export type Happening =
  | {
      readonly kind: 'check'
      readonly at: number
      readonly location: number
      readonly violated: boolean
      readonly live: readonly number[]
    }
  /** Its incident was closed by a person, or its monitor paused: all is forgotten. */
  | { readonly kind: 'forgotten'; readonly at: number }

export interface Expected {
  readonly openedAt: number
  readonly closedAt: number | null
  readonly byHand: boolean
}

type Checked = Extract<Happening, { kind: 'check' }>

export function expectedIncidents(rule: OracleRule, history: readonly Happening[]): Expected[] {
  const incidents: Expected[] = []
  let since = 0
  history.forEach((happening, index) => {
    const open = incidents.at(-1)?.closedAt === null
    if (happening.kind === 'forgotten') {
      since = index + 1
      if (open) incidents.push({ ...incidents.pop()!, closedAt: happening.at, byHand: true })
      return
    }
    const known = history.slice(since, index + 1) as Checked[]
    const needed = Math.max(Math.min(rule.minFailed, happening.live.length), 1)
    const failing = failingLocations(known).length
    const streak = trailingViolations(known)
    const lasting = streak.length > 0 && happening.at - streak[0]!.at >= rule.durationMs
    if (!open && streak.length >= rule.threshold && failing >= needed && lasting)
      incidents.push({ openedAt: happening.at, closedAt: null, byHand: false })
    if (open && failing < needed) incidents.push({ ...incidents.pop()!, closedAt: happening.at })
  })
  return incidents
}

function trailingViolations(known: readonly Checked[]): Checked[] {
  const lastGood = known.findLastIndex(({ violated }) => !violated)
  return known.slice(lastGood + 1)
}

/** Locations whose latest check violates, and that have been alive at every check since. */
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
