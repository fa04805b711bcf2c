// Decides whether an outcome that a probe reports still says how its target is now.

export interface OrderTimes {
  readonly claimedAt: number
  /** When the turn is due again if nothing was reported. */
  readonly leaseEndsAt: number
}

// The judge puts outcomes in order that are reported out of order by less than this.
const currentMs = 30_000
// Probes keep outcomes for a day, and there is always a partition for yesterday.
const maxLateMs = 24 * 3_600_000

/** A check ends after it was claimed and before its lease did, whatever the probe says. */
export function endOfCheck(endedAt: number, { claimedAt, leaseEndsAt }: OrderTimes, now: number): number {
  return Math.max(Math.min(endedAt, leaseEndsAt, now), claimedAt)
}

export const isCurrent = (at: number, now: number): boolean => now - at <= currentMs

export const isTooLate = (at: number, now: number): boolean => now - at > maxLateMs
