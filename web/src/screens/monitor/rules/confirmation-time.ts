// How long after an outage begins a rule opens an incident, by the rules of the engine.
export interface ConfirmationTerms {
  readonly intervalSeconds: number
  /** All locations check at the same time. */
  readonly isParallel: boolean
  /** Number of locations that check the monitor. */
  readonly locations: number
  /** One location is enough, because all would see the same. */
  readonly isExempt: boolean
  /** How soon a failed check is repeated; null for types that are not probed. */
  readonly confirmAfterSeconds: number | null
  readonly severity: string
  readonly checks: number
  readonly minLocations: number
  readonly lastingSeconds: number
}

/** An outage begins, on average, half an interval before the next check. */
export function confirmationSeconds(terms: ConfirmationTerms): number {
  return terms.intervalSeconds / 2 + secondsAfterFirstFailure(terms)
}

/** From the first failed check to the one that opens the incident. Only critical rules get earlier checks. */
export function secondsAfterFirstFailure(terms: ConfirmationTerms): number {
  const { intervalSeconds, confirmAfterSeconds, severity, checks, lastingSeconds } = terms
  const gap =
    severity === 'critical' && confirmAfterSeconds !== null
      ? Math.min(intervalSeconds, confirmAfterSeconds)
      : intervalSeconds
  const needed = terms.isExempt ? 1 : Math.max(1, Math.min(terms.minLocations, terms.locations))
  // Locations take turns while a failure is being confirmed, so each check adds one.
  const failures = terms.isParallel ? checks : Math.max(checks, needed)
  return Math.max(failures - 1, Math.ceil(lastingSeconds / gap)) * gap
}
