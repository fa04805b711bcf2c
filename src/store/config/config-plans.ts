// Plans of configuration changes, until they are applied or expire.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface StoredPlan {
  readonly id: string
  readonly sealed: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly appliedAt: Date | null
}

const columns = sql`
  id, sealed, created_at as "createdAt", expires_at as "expiresAt", applied_at as "appliedAt"`

export async function addPlan(db: Database, organizationId: string, plan: StoredPlan): Promise<void> {
  await db.run(sql`
    insert into config_plans (organization_id, id, sealed, created_at, expires_at)
    values (${organizationId}, ${plan.id}, ${plan.sealed}, ${plan.createdAt}, ${plan.expiresAt})`)
}

export async function findPlan(db: Database, organizationId: string, id: string): Promise<StoredPlan | undefined> {
  return db.row(sql`select ${columns} from config_plans where organization_id = ${organizationId} and id = ${id}`)
}

/** Locks a plan until the transaction ends. */
export async function lockPlan(db: Database, organizationId: string, id: string): Promise<StoredPlan | undefined> {
  return db.row(sql`
    select ${columns} from config_plans where organization_id = ${organizationId} and id = ${id} for update`)
}

export async function markApplied(db: Database, organizationId: string, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update config_plans set applied_at = ${now} where organization_id = ${organizationId} and id = ${id}`)
}

export async function dropExpiredPlans(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from config_plans where expires_at < ${before}`)
}
