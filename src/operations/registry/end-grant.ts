import { addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type EndedGrant, type LockedGrant, deleteGrant, deleteGrantsOfUser } from '../../store/oauth/grants.ts'

export interface GrantEnd {
  readonly reason: string
  readonly via: 'api' | 'dashboard' | 'provision'
  readonly ip?: string | undefined
  readonly now: Date
}

/** Ends a grant with all its tokens at a program's request, or because one of its secrets was used twice. */
export async function endGrant(db: Database, grant: LockedGrant, end: GrantEnd): Promise<void> {
  await deleteGrant(db, grant.id)
  await recordEnd(db, grant, end)
}

interface UserGrants {
  readonly userId: string
  /** Undefined for all organizations. */
  readonly organizationId?: string | undefined
}

/**
 * Disconnects all programs of a user, also those that have not picked up their tokens yet. The caller has locked the
 * account, so that no program is connected meanwhile.
 */
export async function endGrantsOfUser(db: Database, grants: UserGrants, end: GrantEnd): Promise<void> {
  for (const grant of await deleteGrantsOfUser(db, grants)) await recordEnd(db, grant, end)
}

async function recordEnd(
  db: Database,
  { id, organizationId, client, user }: EndedGrant | LockedGrant,
  { reason, via, ip, now }: GrantEnd,
): Promise<void> {
  await addActivity(db, {
    organizationId,
    actor: user,
    events: [
      {
        entityType: 'oauth_client',
        entityId: id,
        entityName: client.name,
        action: 'oauth.revoked',
        changes: { reason, via, ip },
      },
    ],
    now,
  })
}
