import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { unknownMembers } from '../../store/accounts/users.ts'
import type { CallerContext } from './define.ts'

/** The user of the request; throws for API keys. */
export function signedInUser({ caller }: CallerContext): User {
  if (!caller.user) throw new Fault('forbidden', 'This requires a signed-in user; API keys cannot do it')
  return caller.user
}

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
