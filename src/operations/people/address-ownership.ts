// An email address belongs to the person who opens a link sent to it or printed by the operator (decision 0067).
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { dropPasskeys } from '../../store/accounts/passkeys.ts'
import { dropIdentities } from '../../store/accounts/single-sign-on.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import { dropTwoFactor } from '../../store/accounts/two-factors.ts'
import { type UserAccount, setEmailVerified } from '../../store/accounts/users.ts'
import { dropSignInTokens } from '../../store/accounts/verifications.ts'
import type { Database } from '../../store/database/database.ts'
import { endGrantsOfUser } from '../registry/end-grant.ts'

export interface AddressProof {
  readonly now: Date
  /** For the activity log. */
  readonly via: 'dashboard' | 'provision'
  readonly ip?: string | undefined
}

/**
 * Marks the address as verified and removes all other ways to sign in, which may belong to someone else. The caller has
 * locked the account and replaces the password.
 */
export async function proveAddress(
  db: Database,
  { id: userId, email, emailVerified }: UserAccount,
  { now, via, ip }: AddressProof,
): Promise<void> {
  if (emailVerified) return
  const removed = await dropSignInMethods(db, userId, { now, via, ip })
  await setEmailVerified(db, { userId, isVerified: true, now })
  const changes = { ...removed, via, ip }
  await addActivityOfPerson(db, { email, action: 'user.email_verified', changes }, now)
}

/** All but the password, and connected apps. Returns what it removed, for the activity log. */
export async function dropSignInMethods(db: Database, userId: string, proof: AddressProof): Promise<object> {
  const hadTwoFactor = await dropTwoFactor(db, userId)
  const passkeys = await dropPasskeys(db, userId)
  await dropIdentities(db, userId)
  await endSessions(db, { userId })
  await endGrantsOfUser(db, { userId }, { reason: 'account taken over', ...proof })
  await dropSignInTokens(db, userId)
  return { two_factor_removed: hadTwoFactor, passkeys_removed: passkeys }
}
