// When samples were taken, by our clock, and which of them says how the machine is now.
import type { HostSample, ReceivedReport } from '../../checks/reports/host-report.ts'
import { type HostPlan, sameSampleMs } from '../../domain/host/host.ts'

export interface TimedSample {
  readonly sample: HostSample
  /** Milliseconds, by our clock. */
  readonly at: number
  /** At most one is: what is older belongs to the history. */
  readonly isLive: boolean
}

/** Differences of clocks below this are the time that a report was on its way. */
const slackMs = 2000
/** Results of earlier days may be gone. */
const oldestMs = 24 * 3_600_000
const minLiveMs = 30_000

/** Oldest first. Those from times to come, too old ones and those sent twice are left out. */
export function timed(
  { sent_at, samples }: Pick<ReceivedReport, 'sent_at' | 'samples'>,
  { reportMs }: HostPlan,
  now: Date,
): TimedSample[] {
  const received = now.getTime()
  const ahead = Math.abs(sent_at - received) > slackMs ? sent_at - received : 0
  const shown = samples
    .map((sample) => ({ sample, at: sample.at - ahead }))
    .filter(({ at }) => at <= received + slackMs && at > received - oldestMs)
    .map(({ sample, at }) => ({ sample, at: Math.min(at, received) }))
    .toSorted((a, b) => a.at - b.at)
  const distinct = shown.filter(({ at }, n) => n === shown.length - 1 || shown[n + 1]!.at - at >= sameSampleMs)
  const youngest = received - Math.max(reportMs, minLiveMs)
  return distinct.map((one, n) => ({ ...one, isLive: n === distinct.length - 1 && one.at >= youngest }))
}

/** By the numbers of their versions. */
export function isOutdated(agent: string, ours: string): boolean {
  const numbersOf = (version: string): number[] => version.replace(/-.*$/, '').split('.').map(Number)
  const [theirs, newest] = [numbersOf(agent), numbersOf(ours)]
  const differs = newest.findIndex((part, n) => part !== theirs[n])
  return differs !== -1 && newest[differs]! > theirs[differs]!
}
