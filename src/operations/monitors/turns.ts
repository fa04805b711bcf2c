// When monitors are checked next, after anything about them has changed.
import { heartbeatConfig, heartbeatPlan } from '../../checks/heartbeat.ts'
import { renew } from '../../domain/heartbeat.ts'
import { heartbeatsOf, keepHeartbeats, setTurns } from '../../store/heartbeats.ts'
import { renewTurns } from '../../store/turns.ts'
import type { OrganizationContext } from '../define.ts'

/**
 * Makes the turns of these monitors anew from what they are now. Those of heartbeats are due when silence becomes a
 * failure, which depends on what was heard of them before.
 */
export async function renewAll({ db, caller, now }: OrganizationContext, monitorIds: readonly string[]): Promise<void> {
  const organizationId = caller.organization.id
  await renewTurns(db, { organizationId, monitorIds, now })
  const heartbeats = await heartbeatsOf(db, organizationId, monitorIds)
  if (heartbeats.length === 0) return
  const renewed = heartbeats.map(({ schedulerId, config, intervalSeconds, state, heartbeat }) => {
    const plan = heartbeatPlan(heartbeatConfig(config), intervalSeconds)
    return { schedulerId, step: renew(plan, heartbeat, { paused: state === 'paused', now }) }
  })
  await keepHeartbeats(
    db,
    renewed.map(({ schedulerId, step }) => ({ schedulerId, heartbeat: step.heartbeat })),
  )
  await setTurns(db, renewed)
}
