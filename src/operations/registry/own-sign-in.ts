// What a session of single sign-on may not change: the provider speaks for one organization, not for the person.
import type { Caller } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { membershipsOf } from '../../store/accounts/users.ts'
import type { Database } from '../../store/database/database.ts'
import type { PersonalChange } from './define.ts'

const refusals: Readonly<Record<PersonalChange, string>> = {
  settings:
    'You signed in with the provider of one organization. Your name and preferences apply in all of yours: sign in ' +
    'with your password or passkey to change them',
  credentials: 'Sign in with your password or passkey to change how you sign in without your provider',
}

/** Throws if the session began with single sign-on and the change reaches beyond that organization. */
export async function refuseForeignProvider(db: Database, change: PersonalChange, caller: Caller): Promise<void> {
  if (await mayChangePerson(db, change, caller)) return
  throw new Fault('forbidden', refusals[change])
}

/** The settings of someone who is in no other organization belong to this one; how they sign in is always theirs. */
export async function mayChangePerson(db: Database, change: PersonalChange, caller: Caller): Promise<boolean> {
  if (!caller.credential.isSingleSignOn) return true
  return change === 'settings' && (await membershipsOf(db, caller.user!.id)).length === 1
}
