// Escalation: who is paged next, and when, while an incident is not acknowledged.
export const targetTypes = ['schedule', 'user', 'contact_group', 'channel'] as const

export type EscalationTarget =
  | { readonly type: 'schedule' | 'channel'; readonly id: number }
  | { readonly type: 'user' | 'contact_group'; readonly id: string }

export const targetKey = ({ type, id }: EscalationTarget): string => `${type} ${id}`

export interface EscalationStep {
  /** After the previous step, or after the alert. */
  readonly delayMinutes: number
  readonly targets: readonly EscalationTarget[]
}

export interface EscalationPolicy {
  /** How often all steps are repeated. */
  readonly repeatCount: number
  readonly steps: readonly EscalationStep[]
}

/** The step that is due; both count from 0. */
export interface EscalationProgress {
  readonly step: number
  readonly round: number
}

export const minRestMinutes = 5

/** The step that follows; null after the last. */
export function stepAfter(
  { repeatCount, steps }: EscalationPolicy,
  { step, round }: EscalationProgress,
): (EscalationProgress & { afterMinutes: number }) | null {
  const following = steps[step + 1]
  if (following) return { step: step + 1, round, afterMinutes: following.delayMinutes }
  if (round >= repeatCount || steps.length === 0) return null
  return { step: 0, round: round + 1, afterMinutes: restOf(steps) }
}

/** The people of the last step get a delay too before the first step is repeated. */
function restOf(steps: readonly EscalationStep[]): number {
  return Math.max(minRestMinutes, ...steps.map(({ delayMinutes }) => delayMinutes))
}

/** Whether someone may have been notified before, which makes a page a reminder. */
export function isReminder({ steps }: EscalationPolicy, { step, round }: EscalationProgress): boolean {
  return step > 0 || round > 0 || (steps[0]?.delayMinutes ?? 0) > 0
}
