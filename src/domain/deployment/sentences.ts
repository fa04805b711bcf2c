// What an incident after a deployment says.
import { responseTimeText } from '../time/format.ts'
import type { ComparedFailures, ComparedTimes, MonitorComparison } from './comparison.ts'

const timesChange = ({ before, after }: ComparedTimes): string =>
  `response time rose from ${responseTimeText(before)} to ${responseTimeText(after)}`

const failuresChange = ({ before, after }: ComparedFailures): string =>
  `failed checks rose from ${before.failed} of ${before.total} to ${after.failed} of ${after.total}`

/** `response time rose from 180 ms to 420 ms after deployment shop 1.4.2 (median of 60 checks before, 30 after)`. */
export function changeSentence({ responseTime, failures }: MonitorComparison, deployment: string): string {
  if (failures?.worse) return `${failuresChange(failures)} after deployment ${deployment}`
  const { checksBefore, checksAfter } = responseTime!
  const counts = `(median of ${checksBefore} checks before, ${checksAfter} after)`
  return `${timesChange(responseTime!)} after deployment ${deployment} ${counts}`
}

export interface ChangeValues {
  readonly expected: string
  readonly detected: string
}

export function changeValues({ responseTime, failures }: MonitorComparison): ChangeValues {
  const share = ({ failed, total }: ComparedFailures['before']): string => `${failed} of ${total} checks failed`
  if (failures?.worse) return { expected: `as before: ${share(failures.before)}`, detected: share(failures.after) }
  return {
    expected: `about ${responseTimeText(responseTime!.before)}, as before`,
    detected: responseTimeText(responseTime!.after),
  }
}
