// Browsers get the CPU time that other checks leave. If a browser got almost none, a failure is the location's fault.
import { BrowserProgramFailed } from '../../browsers/program-failed.ts'

const minShare = 0.2
const fairShare = 0.5

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Call this before you report the target as down. */
export function throwIfStarved(processorShare: number | null): void {
  if (processorShare === null || processorShare >= minShare) return
  throw new BrowserProgramFailed(
    `not checked: this location is overloaded; the browser got ${percent(processorShare)} of the CPU time it needed`,
  )
}

/** Whether measured times say something about the page. */
export const isMeasurable = (processorShare: number | null): boolean =>
  processorShare === null || processorShare >= minShare

/** A note about measured times; null if they are reliable. */
export function slowness(processorShare: number | null): string | null {
  if (processorShare === null || processorShare >= fairShare) return null
  const got = `the browser got ${percent(processorShare)} of the CPU time it needed`
  if (processorShare < minShare) return `This location was too busy to measure times and the performance score: ${got}.`
  return `This location was busy: ${got}. Times and the performance score look worse than they are.`
}
