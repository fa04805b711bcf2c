// Escalation: who is paged next when nobody has taken an incident on, and when.
export const targetTypes = ['schedule', 'user', 'contact_group', 'channel'] as const

export type EscalationTarget =
  | { readonly type: 'schedule' | 'channel'; readonly id: number }
  | { readonly type: 'user' | 'contact_group'; readonly id: string }

export const targetKey = ({ type, id }: EscalationTarget): string => `${type} ${id}`

export interface EscalationStep {
  /** After the step before it, or after the alert. */
  readonly delayMinutes: number
  readonly targets: readonly EscalationTarget[]
}

export interface EscalationPolicy {
  /** How often all steps are gone through again. */
  readonly repeatCount: number
  readonly steps: readonly EscalationStep[]
}

/** Which step is due; both count from 0. */
export interface EscalationProgress {
  readonly step: number
  readonly round: number
}

export const minRestMinutes = 5

/** What comes after a step; null when that was the last. */
export function stepAfter(
  { repeatCount, steps }: EscalationPolicy,
  { step, round }: EscalationProgress,
): (EscalationProgress & { afterMinutes: number }) | null {
  const following = steps[step + 1]
  if (following) return { step: step + 1, round, afterMinutes: following.delayMinutes }
  if (round >= repeatCount || steps.length === 0) return null
  return { step: 0, round: round + 1, afterMinutes: restOf(steps) }
}

/** Those who were paged last get as much time as anybody before the first are paged again. */
function restOf(steps: readonly EscalationStep[]): number {
  return Math.max(minRestMinutes, ...steps.map(({ delayMinutes }) => delayMinutes))
}

/** Whether somebody may have been told of it before, so that a page is a reminder. */
export function isReminder({ steps }: EscalationPolicy, { step, round }: EscalationProgress): boolean {
  return step > 0 || round > 0 || (steps[0]?.delayMinutes ?? 0) > 0
}
