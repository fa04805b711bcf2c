// Turns claimed turns into orders: the plan of each monitor, and what its type needs beyond it.
import type { Clock } from '../../domain/clock.ts'
import type { Vault } from '../../domain/vault.ts'
import type { CheckPlan } from '../../store/checking/check-plans.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Store } from '../../store/database/database.ts'
import type { CheckOrder } from '../workers/messages.ts'
import { memoriesFor } from './memories.ts'
import type { PlanCache } from './plan-cache.ts'
import { type DueCheck, loadPlans } from './plans.ts'
import { scansDue } from './scans.ts'
import { variablesFor } from './variables.ts'

interface PreparingServices {
  readonly store: Store
  readonly clock: Clock
  readonly vault: Vault
}

/** Turns of monitors that were deleted after the claim are left out. */
export async function prepareChecks(
  services: PreparingServices,
  cache: PlanCache,
  { turns, hasSlot }: { turns: readonly Turn[]; hasSlot: boolean | undefined },
): Promise<DueCheck[]> {
  const { store, clock } = services
  const plans = await loadPlans(services, cache, turns)
  const scans = await scansDue(store, { turns, plans, now: clock.now() })
  const memories = await memoriesFor(store, { turns, plans })
  const variables = await variablesFor(services, { turns, plans })
  return turns.flatMap((turn) => {
    const plan = plans.get(turn.monitorNumber)
    if (!plan) return []
    const [scan, known] = [scans.get(turn), memories.get(turn)]
    const { values, problem } = variables.get(turn.monitorNumber) ?? {}
    const order = orderOf(plan, { withScan: scan !== undefined, known, variables: values, hasSlot })
    return [{ turn, plan: problem === undefined ? plan : { ...plan, problem: plan.problem ?? problem }, order, scan }]
  })
}

function orderOf(
  { type, organizationId, monitorId, version, target, config, deadlineSeconds, intervalSeconds }: CheckPlan,
  { withScan, known, variables, hasSlot }: Pick<CheckOrder, 'withScan' | 'known' | 'variables' | 'hasSlot'>,
): CheckOrder {
  return {
    type,
    organizationId,
    monitorId,
    version,
    target,
    config,
    deadlineMs: deadlineSeconds * 1000,
    maxWaitMs: intervalSeconds * 1000,
    withScan,
    known,
    variables,
    hasSlot,
  }
}
