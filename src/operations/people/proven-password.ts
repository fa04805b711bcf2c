import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { isOpenSession } from '../../store/accounts/sessions.ts'
import { lockAccount, passwordOf } from '../../store/accounts/users.ts'
import type { CallerContext } from '../registry/define.ts'
import { withGuessLimit } from './guess-limit.ts'
import { isTheirPassword } from './password.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

/** Someone at an unattended browser must not be able to change how its owner signs in. */
export async function provenPassword(context: CallerContext, password: string): Promise<User> {
  const user = signedInUser(context)
  const proven = await withGuessLimit(context, user.email, async () => {
    const stored = await passwordOf(context.services.store, user.id)
    return (await isTheirPassword(password, stored)) ? user : null
  })
  if (!proven) throw new Fault('forbidden', 'password: is not yours')
  return proven
}

/**
 * For what changes how somebody signs in: locks their account, and refuses if this session was ended since the request
 * came in. Otherwise a request under way while the owner of the address takes the account over would outlive that.
 */
export async function requireOpenSession(context: CallerContext): Promise<void> {
  const { db, caller } = context
  await lockAccount(db, signedInUser(context).id)
  if (!(await isOpenSession(db, caller.credential.id)))
    throw new Fault('unauthorized', 'You are signed out; sign in again')
}
