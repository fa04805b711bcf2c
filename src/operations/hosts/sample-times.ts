// Converts the times of samples to our clock, and picks the one that shows the current state.
import type { HostSample, ReceivedReport } from '../../checks/reports/host-report.ts'
import { type HostPlan, sameSampleMs } from '../../domain/host/host.ts'

export interface TimedSample {
  readonly sample: HostSample
  /** Milliseconds, by our clock. */
  readonly at: number
  /** At most one sample is live; older ones are history. */
  readonly isLive: boolean
}

/** Smaller clock differences count as transfer time. */
const slackMs = 2000
/** Results of earlier days may already be deleted. */
const oldestMs = 24 * 3_600_000
const minLiveMs = 30_000

/** Oldest first, without duplicates, future samples and old ones. */
export function timed(
  { sent_at, samples }: Pick<ReceivedReport, 'sent_at' | 'samples'>,
  { reportMs }: HostPlan,
  now: Date,
): TimedSample[] {
  const received = now.getTime()
  const ahead = Math.abs(sent_at - received) > slackMs ? sent_at - received : 0
  const unique = samples
    .map((sample) => ({ sample, at: sample.at - ahead }))
    .filter(({ at }) => at <= received + slackMs && at > received - oldestMs)
    .map(({ sample, at }) => ({ sample, at: Math.min(at, received) }))
    .toSorted((a, b) => a.at - b.at)
  const distinct = unique.filter(({ at }, n) => n === unique.length - 1 || unique[n + 1]!.at - at >= sameSampleMs)
  const youngest = received - Math.max(reportMs, minLiveMs)
  return distinct.map((one, n) => ({ ...one, isLive: n === distinct.length - 1 && one.at >= youngest }))
}

/** Compares version numbers. */
export function isOutdated(agent: string, ours: string): boolean {
  const numbersOf = (version: string): number[] => version.replace(/-.*$/, '').split('.').map(Number)
  const [theirs, newest] = [numbersOf(agent), numbersOf(ours)]
  const differs = newest.findIndex((part, n) => part !== theirs[n])
  return differs !== -1 && newest[differs]! > theirs[differs]!
}
