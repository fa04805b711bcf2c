// What is stored of a plan, and how clients see it.
import { Fault } from '../../domain/fault.ts'
import { openReadable } from '../../domain/vault.ts'
import type { PlanHead, SealedPlanRow, StoredPlan } from '../../store/config/config-plans.ts'
import type { CallerContext } from '../registry/define.ts'
import type { PlanRequest, PlannedObjectChange } from './plan.ts'
import type { planContents, planStates } from './plan-schema.ts'

/** Encrypted, because a document may have secrets. */
export interface SealedPlan {
  readonly request: PlanRequest
  readonly changes: readonly PlannedObjectChange[]
  readonly shown: ReturnType<typeof planContents>
}

const sealContext = (id: string): string => `config plan ${id}`

export const planNotFound = (): Fault =>
  new Fault('not_found', 'Plan not found; plans are deleted a day after they expire')

export const sealPlan = ({ services }: CallerContext, id: string, plan: SealedPlan): Buffer =>
  services.vault.seal(JSON.stringify(plan), sealContext(id))

export function openPlan({ services }: CallerContext, { id, sealed }: SealedPlanRow): SealedPlan {
  const text = openReadable(services.vault, sealed, sealContext(id))
  if (text === null) throw new Fault('conflict', 'The plan can no longer be decrypted; make a new one')
  return JSON.parse(text) as SealedPlan
}

export const interrupted = 'The server stopped before the plan was applied, so nothing was changed. Apply it again.'

export function stateOf(plan: StoredPlan, now: Date): { state: (typeof planStates)[number]; failure: string | null } {
  const { appliedAt, applyingUntil, expiresAt, failure } = plan
  if (appliedAt) return { state: 'applied', failure: null }
  if (applyingUntil)
    return applyingUntil > now ? { state: 'applying', failure: null } : { state: 'failed', failure: interrupted }
  if (failure !== null) return { state: 'failed', failure }
  return { state: expiresAt > now ? 'planned' : 'expired', failure: null }
}

type PlanContents = SealedPlan['shown']

export const headOf = ({ source, prune, summary, warnings, changes }: PlanContents): PlanHead => ({
  total: changes.length,
  source,
  prune,
  summary,
  warnings,
})

/** Without contents it has no changes. */
export function viewOf(stored: StoredPlan, contents: PlanContents | PlanHead, now: Date) {
  const { id, createdAt, expiresAt, appliedAt, carriedOut } = stored
  const { state, failure } = stateOf(stored, now)
  const isHead = 'total' in contents
  const { source, prune, summary, warnings, total } = isHead ? contents : headOf(contents)
  const { changes, drift, rehearsal } = isHead ? { changes: [], drift: [], rehearsal: [] } : contents
  return {
    object: 'config_plan' as const,
    id,
    created_at: createdAt,
    expires_at: expiresAt,
    applied_at: appliedAt,
    state,
    applied: state === 'failed' ? 0 : carriedOut,
    total,
    failure,
    source,
    prune,
    changes,
    summary,
    drift,
    rehearsal,
    warnings,
  }
}
