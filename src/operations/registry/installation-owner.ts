// Who runs the installation: the first organization. What concerns all organizations is shown to its owners only.
import type { Caller } from '../../domain/caller.ts'
import { isAtLeast } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { anyOrganization } from '../../store/accounts/organizations.ts'
import type { Database } from '../../store/database/database.ts'

export async function ownsInstallation(db: Database, { user, organization }: Caller): Promise<boolean> {
  if (user && !isAtLeast(user.role, 'owner')) return false
  return (await anyOrganization(db))?.id === organization.id
}

/** Besides the role, which `authorize` checks. */
export async function requireInstallationOwner(db: Database, caller: Caller): Promise<void> {
  if (await ownsInstallation(db, caller)) return
  throw new Fault('forbidden', 'Only owners of the first organization of this installation may do this')
}
