// Caches the plans of the monitors that a probe checks, and loads them again when monitors have changed.
import type { MonitorConfig } from '../../domain/monitor.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import { type CheckPlan, checkPlans } from '../../store/checking/check-plans.ts'
import type { DueScan } from '../../store/checking/scans.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'
import type { CheckOrder } from '../workers/messages.ts'

/** A claimed turn, and the order that goes out for it. */
export interface DueCheck {
  readonly turn: Turn
  readonly plan: CheckPlan
  readonly order: CheckOrder
  /** The daily scan that the check carries. */
  readonly scan?: DueScan
}

/** By monitor number. */
export type CheckPlans = Map<number, CheckPlan>

const maxCached = 250_000

/** Loads the plans of these turns whose monitors are new or have changed. */
export async function loadPlans(
  { store, vault }: { store: Database; vault: Vault },
  plans: CheckPlans,
  turns: readonly Turn[],
): Promise<void> {
  // Plans of deleted monitors are never removed one by one.
  if (plans.size > maxCached) plans.clear()
  const outdated = turns
    .filter(({ monitorNumber, version }) => plans.get(monitorNumber)?.version !== version)
    .map(({ monitorNumber }) => monitorNumber)
  if (outdated.length === 0) return
  for (const plan of await checkPlans(store, outdated)) plans.set(plan.monitorNumber, withSecrets(plan, vault))
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
