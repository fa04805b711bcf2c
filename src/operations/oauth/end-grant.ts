import { addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type LockedGrant, deleteGrant } from '../../store/oauth/grants.ts'

interface GrantEnd {
  readonly reason: string
  readonly ip: string
  readonly now: Date
}

/** Ends a grant with all its tokens at a program's request, or because one of its secrets was used twice. */
export async function endGrant(db: Database, grant: LockedGrant, { reason, ip, now }: GrantEnd): Promise<void> {
  await deleteGrant(db, grant.id)
  await addActivity(db, {
    organizationId: grant.organizationId,
    actor: grant.user,
    events: [
      {
        entityType: 'oauth_client',
        entityId: grant.id,
        entityName: grant.client.name,
        action: 'oauth.revoked',
        changes: { reason, via: 'api', ip },
      },
    ],
    now,
  })
}
