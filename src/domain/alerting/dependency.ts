// Whether an incident is explained by one of a monitor that its own monitor depends on.
export interface ParentStanding {
  /** The open critical incident that leads its group; null while the parent is not confirmed to be down. */
  readonly incidentId: number | null
  /** Whether its latest check from any location failed. */
  readonly isFailing: boolean
  /** Whether it was checked since the child began to fail. */
  readonly isChecked: boolean
}

export interface AffectedCandidate {
  readonly incidentId: number
  readonly openedAt: Date
  /** Nearest first, with the parents of parents. */
  readonly parents: readonly ParentStanding[]
}

export type Explanation =
  | { readonly kind: 'affected'; readonly by: number }
  /** A parent is about to be confirmed, or has not been checked yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'own' }

/** An incident is folded into one of its parent that is confirmed at most this much later. */
export const foldMs = 60_000

/** The incident that explains each incident, for those that are explained. */
export type Explained = ReadonlyMap<number, number>

/** Follows explanations to the incident that alerts are sent for. Tags can form cycles, which end where they begin. */
export function rootOf(incidentId: number, explained: Explained): number {
  const seen = new Set<number>()
  let root = incidentId
  for (let next = explained.get(root); next !== undefined && !seen.has(next); next = explained.get(root)) {
    seen.add(next)
    root = next
  }
  return root
}

export function explain(
  { incidentId, openedAt, parents }: AffectedCandidate,
  explained: Explained,
  now: Date,
): Explanation {
  for (const parent of parents) {
    if (parent.incidentId === null) continue
    const by = rootOf(parent.incidentId, explained)
    if (by !== incidentId) return { kind: 'affected', by }
  }
  const isUndecided = parents.some((one) => one.incidentId === null && (one.isFailing || !one.isChecked))
  const isEarly = now.getTime() - openedAt.getTime() < foldMs
  return isUndecided && isEarly ? { kind: 'wait' } : { kind: 'own' }
}

export interface Reconfirmation {
  /** When the parent recovered. */
  readonly since: Date
  /** How often the child was checked since then; null if nothing checks it. */
  readonly checks: number | null
  readonly failureThreshold: number
  readonly durationWindowSeconds: number
  readonly intervalSeconds: number
}

/** Whether an incident that is still open after its parent recovered has been confirmed once more. */
export function isConfirmedAgain(
  { since, checks, failureThreshold, durationWindowSeconds, intervalSeconds }: Reconfirmation,
  now: Date,
): boolean {
  const elapsedSeconds = (now.getTime() - since.getTime()) / 1000
  const isSeen = checks === null ? elapsedSeconds >= intervalSeconds : checks >= failureThreshold
  return isSeen && elapsedSeconds >= durationWindowSeconds
}
