import { newToken } from '../../domain/secret.ts'
import { type Verification, addVerification, findVerification } from '../../store/accounts/verifications.ts'
import type { Database } from '../../store/database/database.ts'

const hour = 3_600_000

export interface ResetLink {
  readonly url: string
  readonly expiresAt: Date
}

export interface ResetLinkDraft {
  readonly userId: string
  readonly purpose: 'mailed-reset' | 'reset'
  readonly origin: string
  readonly hours: number
  readonly now: Date
}

/** Creates a password reset link. The token is in the fragment, which no server or log ever sees. */
export async function newResetLink(
  db: Database,
  { userId, purpose, origin, hours, now }: ResetLinkDraft,
): Promise<ResetLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + hours * hour)
  await addVerification(db, { purpose, token, value: userId, expiresAt }, now)
  return { url: `${origin}/reset#token=${token}`, expiresAt }
}

export interface ResetVerification extends Verification {
  readonly userId: string
}

/** Undefined if it was used, was replaced or has expired. */
export async function findResetLink(db: Database, token: string, now: Date): Promise<ResetVerification | undefined> {
  for (const purpose of ['mailed-reset', 'reset'] as const) {
    const userId = await findVerification(db, { purpose, token }, now)
    if (userId !== undefined) return { purpose, token, userId }
  }
  return undefined
}
