import { renewTurns } from '../../../store/checking/turns.ts'
import { renewHosts } from './renew-hosts.ts'
import { renewHeartbeats } from './renew-heartbeats.ts'
import type { OrganizationContext } from '../../registry/define.ts'

/** Recreates the turns of monitors after a change; at the end of the transaction if it is one of many. */
export async function renewAll(context: OrganizationContext, monitorIds: readonly string[]): Promise<void> {
  const { db, caller, now, shared } = context
  if (shared) return monitorIds.forEach((id) => shared.renewals.add(id))
  await renewTurns(db, { organizationId: caller.organization.id, monitorIds, now })
  await renewHeartbeats(context, monitorIds)
  await renewHosts(context, monitorIds)
}
