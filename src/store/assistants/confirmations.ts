// Changes of assistants that wait for a person's confirmation.
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { type Statement, sql } from '../database/sql.ts'

export const confirmationStatuses = ['pending', 'confirmed', 'refused', 'expired', 'used'] as const

/** A person in the responses of the dashboard. */
interface Decider {
  id: string
  name: string
}

interface ConfirmationChange {
  object_type: string
  object_id: string | null
  object_name: string
  effect: string
  /** The state of a monitor that is failing. */
  state: string | null
}

export interface Confirmation {
  id: string
  tool: string
  summary: string
  reason: string | null
  changes: ConfirmationChange[]
  requested_by: { credential: string; client: string | null; user: string | null }
  status: (typeof confirmationStatuses)[number]
  created_at: Date
  expires_at: Date
  decided_by: Decider | null
  decided_at: Date | null
}

const statusAt = (now: Date): Statement => sql`
  case
    when used_at is not null then 'used'
    when not is_confirmed then 'refused'
    when expires_at <= ${now} then 'expired'
    when is_confirmed then 'confirmed'
    else 'pending'
  end`

const shown = (now: Date): Statement => sql`
  id, tool, summary, reason, changes, requested_by, ${statusAt(now)} as status, created_at, expires_at, decided_by,
  decided_at`

/** Newest first. */
export async function listConfirmations(
  db: Database,
  organizationId: string,
  { after, limit, now }: { after: Position | undefined; limit: number; now: Date },
): Promise<Confirmation[]> {
  return db.rows(sql`
    select ${shown(now)}
    from confirmations
    where organization_id = ${organizationId}
      ${after ? sql`and (created_at, id) < (${after.createdAt}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${limit}`)
}

interface ConfirmationId {
  organizationId: string
  id: string
  now: Date
}

export async function findConfirmation(
  db: Database,
  { organizationId, id, now }: ConfirmationId,
): Promise<Confirmation | undefined> {
  return db.row(sql`
    select ${shown(now)} from confirmations where organization_id = ${organizationId} and id = ${id}`)
}

export async function lockConfirmation(
  db: Database,
  { organizationId, id, now }: ConfirmationId,
): Promise<Confirmation | undefined> {
  return db.row(sql`
    select ${shown(now)}
    from confirmations
    where organization_id = ${organizationId} and id = ${id}
    for update`)
}

export async function decideConfirmation(
  db: Database,
  { organizationId, id, now, isConfirmed, by }: ConfirmationId & { isConfirmed: boolean; by: Decider },
): Promise<void> {
  await db.run(sql`
    update confirmations
    set is_confirmed = ${isConfirmed}, decided_by = ${JSON.stringify(by)}, decided_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
  publish(db, organizationId, id)
}

export async function dropOldConfirmations(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from confirmations where created_at < ${before}`)
}

function publish(db: Database, organizationId: string, id: string): void {
  db.publish({ events: [{ organizationId, name: 'confirmation', data: { id } }] })
}
