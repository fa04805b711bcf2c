import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { unknownMembers } from '../../store/accounts/users.ts'
import type { CallerContext } from './define.ts'

/** Who asks, where it has to be a person. */
export function signedInUser({ caller }: CallerContext): User {
  if (!caller.user) throw new Fault('forbidden', 'This is for a person who has signed in')
  return caller.user
}

/** A person as the owner of what is theirs in an organization. */
interface Owner {
  readonly organizationId: string
  readonly userId: string
}

/** Keys are nobody's: only a person who has signed in has something of their own. */
export function whose(context: CallerContext): Owner {
  return { organizationId: context.caller.organization.id, userId: signedInUser(context).id }
}

/** The same for what is about to be kept: nobody takes them out of the organization until the transaction ends. */
export async function memberHeld(context: CallerContext): Promise<Owner> {
  const owner = whose(context)
  const strangers = await unknownMembers(context.db, owner.organizationId, [owner.userId])
  if (strangers.length > 0) throw new Fault('forbidden', 'You are no member of this organization')
  return owner
}
