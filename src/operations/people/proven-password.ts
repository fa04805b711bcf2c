import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { passwordOf } from '../../store/accounts/users.ts'
import type { CallerContext } from '../registry/define.ts'
import { withGuessLimit } from './guess-limit.ts'
import { isTheirPassword } from './password.ts'
import { signedInUser } from './signed-in-user.ts'

/** Whoever sits at somebody's open browser does not get to change how they sign in. */
export async function provenPassword(context: CallerContext, password: string): Promise<User> {
  const user = signedInUser(context)
  const proven = await withGuessLimit(context, user.email, async () => {
    const stored = await passwordOf(context.services.store, user.id)
    return (await isTheirPassword(password, stored)) ? user : null
  })
  if (!proven) throw new Fault('forbidden', 'password: is not yours')
  return proven
}
