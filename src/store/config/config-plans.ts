// Plans of configuration changes, until they are applied or expire.
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

/** What clients that follow a plan are shown, without its changes. */
export interface PlanHead {
  readonly total: number
  readonly source: string
  readonly prune: boolean
  readonly summary: Readonly<Record<'create' | 'adopt' | 'update' | 'delete' | 'unchanged', number>>
  readonly warnings: readonly string[]
}

export interface StoredPlan {
  readonly id: string
  /** Null if the release before made the plan. */
  readonly head: PlanHead | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly appliedAt: Date | null
  /** The process that applies it renews this; null if none does. */
  readonly applyingUntil: Date | null
  /** How many changes its transaction has carried out so far. */
  readonly carriedOut: number
  /** Why the last attempt to apply it failed. */
  readonly failure: string | null
}

export interface SealedPlanRow extends StoredPlan {
  readonly sealed: Buffer
}

/** One attempt to apply a plan. */
export interface Application {
  readonly id: string
  readonly planId: string
  readonly organizationId: string
}

const columns = sql`
  id, head, created_at as "createdAt", expires_at as "expiresAt", applied_at as "appliedAt",
  applying_until as "applyingUntil", carried_out as "carriedOut", failure`

type NewPlan = Pick<SealedPlanRow, 'id' | 'head' | 'sealed' | 'createdAt' | 'expiresAt'>

export async function addPlan(db: Database, organizationId: string, plan: NewPlan): Promise<StoredPlan> {
  const stored = await db.row<StoredPlan>(sql`
    insert into config_plans (organization_id, id, head, sealed, created_at, expires_at)
    values (${organizationId}, ${plan.id}, ${json(plan.head)}, ${plan.sealed}, ${plan.createdAt}, ${plan.expiresAt})
    returning ${columns}`)
  return stored!
}

export async function findPlan(db: Database, organizationId: string, id: string): Promise<StoredPlan | undefined> {
  return db.row(sql`select ${columns} from config_plans where organization_id = ${organizationId} and id = ${id}`)
}

export async function findSealedPlan(
  db: Database,
  organizationId: string,
  id: string,
): Promise<SealedPlanRow | undefined> {
  return db.row(sql`
    select ${columns}, sealed from config_plans where organization_id = ${organizationId} and id = ${id}`)
}

/** Locks a plan until the transaction ends. */
export async function lockPlan(db: Database, organizationId: string, id: string): Promise<SealedPlanRow | undefined> {
  return db.row(sql`
    select ${columns}, sealed from config_plans where organization_id = ${organizationId} and id = ${id} for update`)
}

export async function startApplying(
  db: Database,
  { id, planId, organizationId }: Application,
  until: Date,
): Promise<void> {
  await db.run(sql`
    update config_plans
    set application_id = ${id}, applying_until = ${until}, carried_out = 0, failure = null
    where organization_id = ${organizationId} and id = ${planId}`)
}

/** The plan of an application that has not ended. */
const running = ({ id, planId, organizationId }: Application) => sql`
  organization_id = ${organizationId} and id = ${planId} and application_id = ${id} and applied_at is null
  and applying_until is not null`

export async function renewApplying(
  db: Database,
  application: Application,
  { until, carriedOut }: { readonly until: Date; readonly carriedOut: number },
): Promise<void> {
  await db.run(sql`
    update config_plans set applying_until = ${until}, carried_out = ${carriedOut} where ${running(application)}`)
}

/** Returns false if it was not renewed in time, so that clients have seen that it failed. */
export async function markApplied(
  db: Database,
  application: Application,
  { now, carriedOut }: { readonly now: Date; readonly carriedOut: number },
): Promise<boolean> {
  const changed = await db.run(sql`
    update config_plans
    set applied_at = ${now}, applying_until = null, carried_out = ${carriedOut}
    where ${running(application)} and applying_until > ${now}`)
  return changed === 1
}

export async function markFailed(db: Database, application: Application, failure: string): Promise<void> {
  await db.run(sql`
    update config_plans
    set applying_until = null, carried_out = 0, failure = ${failure}
    where ${running(application)}`)
}

export async function dropExpiredPlans(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from config_plans where expires_at < ${before}`)
}
