// Loads the plans of the monitors that a probe checks, once for each version of a monitor.
import type { MonitorConfig } from '../../domain/monitor.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import { type CheckPlan, checkPlans } from '../../store/checking/check-plans.ts'
import type { DueScan } from '../../store/checking/scans.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'
import type { CheckOrder } from '../workers/messages.ts'
import type { PlanCache } from './plan-cache.ts'

/** A claimed turn, and the order that goes out for it. */
export interface DueCheck {
  readonly turn: Turn
  readonly plan: CheckPlan
  readonly order: CheckOrder
  /** The daily scan that the check carries. */
  readonly scan?: DueScan
}

/** The plans of these turns, by monitor number. Reads those of monitors that are new or have changed. */
export async function loadPlans(
  { store, vault }: { store: Database; vault: Vault },
  cache: PlanCache,
  turns: readonly Turn[],
): Promise<ReadonlyMap<number, CheckPlan>> {
  const plans = new Map<number, CheckPlan>()
  const outdated = new Set<number>()
  for (const { monitorNumber, version } of turns) {
    const plan = cache.get(monitorNumber)
    if (plan?.version === version) plans.set(monitorNumber, plan)
    else outdated.add(monitorNumber)
  }
  if (outdated.size === 0) return plans
  for (const plan of await checkPlans(store, [...outdated])) {
    const opened = withSecrets(plan, vault)
    plans.set(plan.monitorNumber, opened)
    cache.set(opened)
  }
  return plans
}

/** If the secrets cannot be read, only their monitor cannot be checked. */
function withSecrets(plan: CheckPlan, vault: Vault): CheckPlan {
  if (!plan.secrets) return plan
  try {
    const secrets = JSON.parse(vault.open(plan.secrets, plan.monitorId)) as MonitorConfig
    return { ...plan, config: { ...plan.config, ...secrets }, secrets: null }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { ...plan, problem: error.message }
    throw error
  }
}
