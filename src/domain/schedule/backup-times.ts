// When scheduled backups are made. All times are UTC, so that no change of clocks skips or repeats one.
import * as cron from './cron.ts'

const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/
const minute = 60_000
const maxRetryMs = 60 * minute

export function backupScheduleProblem(schedule: string): string | null {
  return timeOfDay.test(schedule) ? null : cron.problem(schedule)
}

/** The first scheduled time strictly after a moment. */
export function nextBackupAfter(schedule: string, after: Date): Date {
  return cron.next(cronOf(schedule), { after, timeZone: 'UTC' })!
}

/** When to try again after so many failures in a row: 5 minutes, then twice as long each time, up to an hour. */
export function retryBackupAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(5 * minute * 2 ** (failures - 1), maxRetryMs))
}

function cronOf(schedule: string): string {
  const [, hours, minutes] = timeOfDay.exec(schedule) ?? []
  return hours === undefined ? schedule : `${Number(minutes)} ${Number(hours)} * * *`
}
