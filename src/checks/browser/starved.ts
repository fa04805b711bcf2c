// A browser has what ordinary checks leave of the processor. Where that is next to nothing, a page that fails has not
// failed.
import { BrowserProgramFailed } from '../../browsers/program-failed.ts'

const minShare = 0.2
const fairShare = 0.5

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Called before somebody else is blamed. */
export function throwIfStarved(processorShare: number | null): void {
  if (processorShare === null || processorShare >= minShare) return
  throw new BrowserProgramFailed(
    `not checked: this location is overloaded; the browser got ${percent(processorShare)} of the CPU time it needed`,
  )
}

/** Whether what was measured in time says something about the page. */
export const isMeasurable = (processorShare: number | null): boolean =>
  processorShare === null || processorShare >= minShare

/** What to say of times that were measured; null when they are fair. */
export function slowness(processorShare: number | null): string | null {
  if (processorShare === null || processorShare >= fairShare) return null
  const got = `the browser got ${percent(processorShare)} of the CPU time it needed`
  if (processorShare < minShare) return `This location was too busy to measure times and the performance score: ${got}.`
  return `This location was busy: ${got}. Times and the performance score look worse than they are.`
}
