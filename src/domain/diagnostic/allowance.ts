// Limits on diagnostics: a number of each type per hour, and a number of targets.
export interface DiagnosticRequest {
  readonly diagnostic: string
  readonly target: string
  readonly createdAt: Date
}

export interface Allowance {
  /** Per type; -1 is unlimited. */
  readonly perType: number
  /** For all types together; -1 is unlimited. */
  readonly targets: number
}

export interface DiagnosticRefusal {
  readonly limit: 'diagnostics_per_hour' | 'diagnostics_targets_per_hour'
  readonly freesInSeconds: number
}

export const allowanceMs = 3_600_000

/** `recent` holds the requests of the last hour, oldest first. Returns null if one more is allowed. */
export function refusalOf(
  recent: readonly DiagnosticRequest[],
  { diagnostic, target, now }: Pick<DiagnosticRequest, 'diagnostic' | 'target'> & { now: Date },
  { perType, targets }: Allowance,
): DiagnosticRefusal | null {
  const freesIn = (at: Date): number => Math.max(Math.ceil((at.getTime() + allowanceMs - now.getTime()) / 1000), 1)
  const same = recent.filter((one) => one.diagnostic === diagnostic)
  const first = same[same.length - perType]
  if (perType >= 0 && first) return { limit: 'diagnostics_per_hour', freesInSeconds: freesIn(first.createdAt) }
  const lastOf = new Map(recent.map((one) => [one.target, one.createdAt]))
  if (targets < 0 || lastOf.has(target) || lastOf.size < targets) return null
  const soonest = [...lastOf.values()].toSorted((a, b) => a.getTime() - b.getTime())[lastOf.size - targets]!
  return { limit: 'diagnostics_targets_per_hour', freesInSeconds: freesIn(soonest) }
}
