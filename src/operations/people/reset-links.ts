import { newToken } from '../../domain/secret.ts'
import { addVerification } from '../../store/accounts/verifications.ts'
import type { Database } from '../../store/database/database.ts'

const hour = 3_600_000

export interface ResetLink {
  readonly url: string
  readonly expiresAt: Date
}

/** A link to a new password. What it opens is sent in the fragment, which no server and no log ever sees. */
export async function newResetLink(
  db: Database,
  { userId, origin, hours, now }: { userId: string; origin: string; hours: number; now: Date },
): Promise<ResetLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + hours * hour)
  await addVerification(db, { purpose: 'reset', token, value: userId, expiresAt }, now)
  return { url: `${origin}/reset#token=${token}`, expiresAt }
}
