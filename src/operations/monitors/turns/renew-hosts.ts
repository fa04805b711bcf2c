import { awaitHeartbeats } from '../../../alerting/settle-heartbeats.ts'
import { hostPlan } from '../../../checks/reports/host.ts'
import { renewHost, silenceMoments } from '../../../domain/host/host.ts'
import { hostsAmong, saveHosts } from '../../../store/hosts/hosts.ts'
import type { OrganizationContext } from '../../registry/define.ts'

/** The turn of a host is due at its deadline, which depends on its latest report. */
export async function renewHosts(
  { db, caller, now }: OrganizationContext,
  monitorIds: readonly string[],
): Promise<void> {
  const hosts = await hostsAmong(db, caller.organization.id, monitorIds)
  if (hosts.length === 0) return
  const renewed = hosts.map(({ monitorNumber, config, state, host }) => {
    const plan = hostPlan(config)
    const step = renewHost(plan, host, { paused: state === 'paused', now })
    const { reportedAt } = step.host
    return { monitorNumber, step, moments: reportedAt === null ? null : silenceMoments(plan, reportedAt) }
  })
  await saveHosts(
    db,
    renewed.map(({ monitorNumber, step, moments }) => ({ monitorNumber, host: step.host, moments })),
  )
  await awaitHeartbeats(db, renewed)
}
