// Decides whether an outcome that a probe reports still says how its target is now.

/** For how long a probe repeats its orders while its server is away. */
export const maxRepetitionMs = 30 * 60_000

/** How old an order may be that a probe repeats; one that is not renewed for longer belongs to another probe. */
export const maxOrderAge = (everyMs: number): number => 2 * everyMs + 60_000

export interface OrderTimes {
  readonly claimedAt: number
  /** When the turn is due again if nothing was reported. */
  readonly leaseEndsAt: number
}

export interface RepeatableTimes extends OrderTimes {
  /** How often its probe may repeat it while the server is away; 0 for never. */
  readonly repeatEveryMs: number
}

// The judge puts outcomes in order that are reported out of order by less than this.
const currentMs = 30_000
// Probes keep outcomes for a day, and there is always a partition for yesterday.
const maxLateMs = 24 * 3_600_000

/** A check ends after it was claimed and before its lease did, whatever the probe says. */
export function endOfCheck(endedAt: number, { claimedAt, leaseEndsAt }: OrderTimes, now: number): number {
  return Math.max(Math.min(endedAt, leaseEndsAt, now), claimedAt)
}

/** Whether the ticket of an order allows a repetition that ended at this time. */
export function isRepetition(at: number, { claimedAt, repeatEveryMs }: RepeatableTimes, now: number): boolean {
  const until = claimedAt + maxOrderAge(repeatEveryMs) + maxRepetitionMs
  return repeatEveryMs > 0 && at >= claimedAt && at <= Math.min(until, now)
}

export const isCurrent = (at: number, now: number): boolean => now - at <= currentMs

export const isTooLate = (at: number, now: number): boolean => now - at > maxLateMs
