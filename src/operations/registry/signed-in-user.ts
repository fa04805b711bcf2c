import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { isOpenSession } from '../../store/accounts/sessions.ts'
import { type Membership, localMembershipsOf, lockAccount, unknownMembers } from '../../store/accounts/users.ts'
import type { CallerContext } from './define.ts'

/** The user of the request; throws for API keys. */
export function signedInUser({ caller }: CallerContext): User {
  if (!caller.user) throw new Fault('forbidden', 'This requires a signed-in user; API keys cannot do it')
  return caller.user
}

/** The organizations that the session of the request reaches. */
export async function organizationsOf(context: CallerContext): Promise<Membership[]> {
  const { id: userId, role } = signedInUser(context)
  const { credential, organization } = context.caller
  if (!credential.isSingleSignOn) return localMembershipsOf(context.db, userId)
  const { id, name, slug } = organization
  return [{ id, name, slug, role }]
}

/** The organization whose single sign-on began the session; undefined for other sessions. */
export const singleSignOnOf = ({ caller }: CallerContext): string | undefined =>
  caller.credential.isSingleSignOn ? caller.organization.id : undefined

/** A user as the owner of personal resources in an organization. */
interface Owner {
  readonly organizationId: string
  readonly userId: string
}

/** Only signed-in users own personal resources; API keys do not. */
export function ownerOf(context: CallerContext): Owner {
  return { organizationId: context.caller.organization.id, userId: signedInUser(context).id }
}

/** The same for writes: locks the membership until the transaction ends. */
export async function lockOwner(context: CallerContext): Promise<Owner> {
  const owner = ownerOf(context)
  const unknown = await unknownMembers(context.db, owner.organizationId, [owner.userId])
  if (unknown.length > 0) throw new Fault('forbidden', 'You are not a member of this organization')
  return owner
}

/**
 * Locks the account, and throws if this session has ended since the request arrived. Otherwise a request could add a
 * sign-in method after the owner of the address took over the account.
 */
export async function lockSession(context: CallerContext): Promise<void> {
  const { db, caller } = context
  await lockAccount(db, signedInUser(context).id)
  if (!(await isOpenSession(db, caller.credential.id)))
    throw new Fault('unauthorized', 'You are signed out; sign in again')
}
