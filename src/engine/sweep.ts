// Puts away what has served its time.
import { dropExpiredActivity } from '../store/activity.ts'
import type { Database } from '../store/database.ts'
import { dropKeptAnswers } from '../store/idempotency.ts'
import { dropIdleWindows } from '../store/rate-windows.ts'

const minute = 60_000
const day = 24 * 60 * minute

export async function sweep(db: Database, now: Date): Promise<void> {
  await dropKeptAnswers(db, new Date(now.getTime() - day))
  await dropIdleWindows(db, new Date(now.getTime() - 2 * minute))
  await dropExpiredActivity(db, now)
}
