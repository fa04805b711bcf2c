import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { passwordOf } from '../../store/accounts/users.ts'
import type { CallerContext } from '../registry/define.ts'
import { withGuessLimit } from './guess-limit.ts'
import { isTheirPassword } from './password.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

/** Requires the password again, so that nobody at an unattended browser can change how its owner signs in. */
export async function provenPassword(context: CallerContext, password: string): Promise<User> {
  const user = signedInUser(context)
  const proven = await withGuessLimit(context, user.email, async () => {
    const stored = await passwordOf(context.services.store, user.id)
    return (await isTheirPassword(password, stored)) ? user : null
  })
  if (!proven) throw new Fault('forbidden', 'password: is wrong')
  return proven
}
