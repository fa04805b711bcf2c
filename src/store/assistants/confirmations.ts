// Changes of assistants that wait for a person's confirmation.
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, json, sql } from '../database/sql.ts'

export const confirmationStatuses = ['pending', 'confirmed', 'refused', 'expired', 'used'] as const

/** A person in the responses of the dashboard. */
interface Decider {
  id: string
  name: string
}

export interface ConfirmationChange {
  object_type: string
  object_id: string | null
  object_name: string
  effect: string
  /** The state of a monitor that is failing. */
  state: string | null
}

export interface ConfirmationRequestDraft {
  id: string
  organizationId: string
  credentialId: string
  tool: string
  fingerprint: Buffer
  summary: string
  reason: string | null
  changes: readonly ConfirmationChange[]
  requestedBy: { credential: string; client: string | null; user: string | null }
  expiresAt: Date
}

export interface Confirmation {
  id: string
  tool: string
  summary: string
  reason: string | null
  changes: ConfirmationChange[]
  requested_by: ConfirmationRequestDraft['requestedBy']
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

export async function addConfirmation(db: Database, draft: ConfirmationRequestDraft, now: Date): Promise<void> {
  const { id, organizationId, credentialId, tool, fingerprint, summary, reason, changes, requestedBy, expiresAt } =
    draft
  await db.run(sql`
    insert into confirmations (id, organization_id, credential_id, tool, fingerprint, summary, reason, changes,
      requested_by, created_at, expires_at)
    values (${id}, ${organizationId}, ${credentialId}, ${tool}, ${fingerprint}, ${summary}, ${reason},
      ${json(changes)}, ${json(requestedBy)}, ${now}, ${expiresAt})`)
  publish(db, organizationId, id)
}

/** Newest first. */
export async function listConfirmations(
  db: Database,
  organizationId: string,
  { now, ...page }: NewestPage & { now: Date },
): Promise<Confirmation[]> {
  return db.rows(sql`
    select ${shown(now)}
    from confirmations
    ${newestFirst(sql`confirmations`, page, [sql`organization_id = ${organizationId}`])}`)
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

export type LockedConfirmation = Confirmation & Pick<ConfirmationRequestDraft, 'credentialId' | 'fingerprint'>

export async function lockConfirmation(
  db: Database,
  { organizationId, id, now }: ConfirmationId,
): Promise<LockedConfirmation | undefined> {
  return db.row(sql`
    select ${shown(now)}, credential_id as "credentialId", fingerprint
    from confirmations
    where organization_id = ${organizationId} and id = ${id}
    for update`)
}

/** Those of a credential that a person has yet to decide. */
export async function pendingConfirmations(
  db: Database,
  { organizationId, credentialId, now }: { organizationId: string; credentialId: string; now: Date },
): Promise<{ id: string; fingerprint: Buffer; changes: ConfirmationChange[]; expires_at: Date }[]> {
  return db.rows(sql`
    select id, fingerprint, changes, expires_at
    from confirmations
    where organization_id = ${organizationId}
      and credential_id = ${credentialId}
      and is_confirmed is null
      and expires_at > ${now}`)
}

export async function decideConfirmation(
  db: Database,
  { organizationId, id, now, isConfirmed, by }: ConfirmationId & { isConfirmed: boolean; by: Decider },
): Promise<void> {
  await db.run(sql`
    update confirmations
    set is_confirmed = ${isConfirmed}, decided_by = ${json(by)}, decided_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
  publish(db, organizationId, id)
}

export async function useConfirmation(db: Database, { organizationId, id, now }: ConfirmationId): Promise<void> {
  await db.run(sql`
    update confirmations set used_at = ${now} where organization_id = ${organizationId} and id = ${id}`)
  publish(db, organizationId, id)
}

export async function dropOldConfirmations(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from confirmations where created_at < ${before}`)
}

function publish(db: Database, organizationId: string, id: string): void {
  db.publish({ events: [{ organizationId, name: 'confirmation', data: { id } }] })
}
