import { renewTurns } from '../../../store/checking/turns.ts'
import { renewHosts } from './renew-hosts.ts'
import { renewHeartbeats } from './renew-heartbeats.ts'
import type { OrganizationContext } from '../../registry/define.ts'

/**
 * When monitors are checked next, after anything about them has changed: their turns are made anew from what they are
 * now.
 */
export async function renewAll(context: OrganizationContext, monitorIds: readonly string[]): Promise<void> {
  const { db, caller, now } = context
  await renewTurns(db, { organizationId: caller.organization.id, monitorIds, now })
  await renewHeartbeats(context, monitorIds)
  await renewHosts(context, monitorIds)
}
