// What a probe knows of the monitors it checks, fetched again when they have changed.
import type { RuleCondition } from '../../domain/alerting/report.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import { type JobFacts, jobFacts } from '../../store/checking/jobs.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'

export interface CheckPlan {
  readonly version: number
  readonly type: string
  readonly organizationId: string
  readonly monitorId: string
  readonly target: string
  readonly config: MonitorConfig
  readonly deadlineSeconds: number
  readonly intervalSeconds: number
  readonly rules: readonly RuleCondition[]
  /** Why it cannot be checked. */
  readonly problem?: string
}

export type CheckPlans = Map<number, CheckPlan>

const maxRemembered = 250_000

/** Fetches what has changed since the monitors of these turns were checked last. */
export async function loadPlans(
  { store, vault }: { store: Database; vault: Vault },
  jobs: CheckPlans,
  turns: readonly Turn[],
): Promise<void> {
  // Deleted monitors are never asked for again, so now and then everything is learned anew.
  if (jobs.size > maxRemembered) jobs.clear()
  const outdated = turns
    .filter(({ monitorNumber, version }) => jobs.get(monitorNumber)?.version !== version)
    .map(({ monitorNumber }) => monitorNumber)
  if (outdated.length === 0) return
  for (const facts of await jobFacts(store, outdated)) jobs.set(facts.monitorNumber, toJob(facts, vault))
}

/** Secrets that cannot be read keep their monitor from being checked, and no other. */
function toJob({ secrets, ...facts }: JobFacts, vault: Vault): CheckPlan {
  if (!secrets) return facts
  try {
    return {
      ...facts,
      config: { ...facts.config, ...(JSON.parse(vault.open(secrets, facts.monitorId)) as MonitorConfig) },
    }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { ...facts, problem: error.message }
    throw error
  }
}
