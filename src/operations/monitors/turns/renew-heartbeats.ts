import { awaitHeartbeats } from '../../../alerting/settle-heartbeats.ts'
import { heartbeatConfig, heartbeatPlan } from '../../../checks/reports/heartbeat.ts'
import { renew } from '../../../domain/heartbeat.ts'
import { heartbeatsOf, saveHeartbeats } from '../../../store/monitors/heartbeats.ts'
import type { OrganizationContext } from '../../registry/define.ts'

/** The turn of a heartbeat is due at its deadline, which depends on earlier check-ins. */
export async function renewHeartbeats(
  { db, caller, now }: OrganizationContext,
  monitorIds: readonly string[],
): Promise<void> {
  const heartbeats = await heartbeatsOf(db, caller.organization.id, monitorIds)
  if (heartbeats.length === 0) return
  const renewed = heartbeats.map(({ monitorNumber, config, intervalSeconds, state, heartbeat }) => {
    const plan = heartbeatPlan(heartbeatConfig(config), intervalSeconds)
    return { monitorNumber, step: renew(plan, heartbeat, { paused: state === 'paused', now }) }
  })
  await saveHeartbeats(
    db,
    renewed.map(({ monitorNumber, step }) => ({ monitorNumber, heartbeat: step.heartbeat })),
  )
  await awaitHeartbeats(db, renewed)
}
