import type { User } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import type { CallerContext } from '../registry/define.ts'

/** Who asks, where it has to be a person. */
export function signedInUser({ caller }: CallerContext): User {
  if (!caller.user) throw new Fault('forbidden', 'This is for a person who has signed in')
  return caller.user
}
