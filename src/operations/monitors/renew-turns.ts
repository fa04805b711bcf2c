// When monitors are checked next, after anything about them has changed.
import { awaitHeartbeats } from '../../alerting/settle-heartbeats.ts'
import { heartbeatConfig, heartbeatPlan } from '../../checks/reports/heartbeat.ts'
import { renew } from '../../domain/heartbeat.ts'
import { heartbeatsOf, keepHeartbeats } from '../../store/monitors/heartbeats.ts'
import { renewTurns } from '../../store/checking/turns.ts'
import type { OrganizationContext } from '../registry/define.ts'

/**
 * Makes the turns of these monitors anew from what they are now. Those of heartbeats are due when silence becomes a
 * failure, which depends on what was heard of them before.
 */
export async function renewAll({ db, caller, now }: OrganizationContext, monitorIds: readonly string[]): Promise<void> {
  const organizationId = caller.organization.id
  await renewTurns(db, { organizationId, monitorIds, now })
  const heartbeats = await heartbeatsOf(db, organizationId, monitorIds)
  if (heartbeats.length === 0) return
  const renewed = heartbeats.map(({ monitorNumber, config, intervalSeconds, state, heartbeat }) => {
    const plan = heartbeatPlan(heartbeatConfig(config), intervalSeconds)
    return { monitorNumber, step: renew(plan, heartbeat, { paused: state === 'paused', now }) }
  })
  await keepHeartbeats(
    db,
    renewed.map(({ monitorNumber, step }) => ({ monitorNumber, heartbeat: step.heartbeat })),
  )
  await awaitHeartbeats(db, renewed)
}
