// What assistants changed: the rows that their limit counts, and how to take a change back.
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface ChangedObject {
  readonly object_type: string
  /** Null if it is created. */
  readonly object_id: string | null
  readonly object_name: string
  readonly effect: string
}

interface CredentialOfOrganization {
  readonly organizationId: string
  readonly credentialId: string
}

export interface ChangeRow extends CredentialOfOrganization {
  readonly id: string
  readonly tool: string
  readonly summary: string
  /** How many objects it deletes, pauses or silences. */
  readonly counted: number
  readonly changes: readonly ChangedObject[]
  /** The sealed operations that take it back; null if nothing does. */
  readonly undo: Buffer | null
  /** Why it cannot be taken back. */
  readonly irreversible: string | null
  readonly knownEvents: readonly string[]
  readonly createdAt: Date
}

/** Changes of one credential are made one after the other until the transaction ends, so that its limit holds. */
export async function lockCredential(db: Database, { credentialId }: CredentialOfOrganization): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`assistant ${credentialId}`}, 0))`)
}

export async function addChange(db: Database, change: ChangeRow): Promise<void> {
  await db.run(sql`
    insert into assistant_changes (id, organization_id, credential_id, tool, summary, counted, changes, undo,
      irreversible, known_events, created_at)
    values (${change.id}, ${change.organizationId}, ${change.credentialId}, ${change.tool}, ${change.summary},
      ${change.counted}, ${json(change.changes)}, ${change.undo}, ${change.irreversible},
      ${change.knownEvents}, ${change.createdAt})`)
}

/** How many objects a credential deleted, paused or silenced since then, oldest first. */
export async function countedChanges(
  db: Database,
  { organizationId, credentialId, since }: CredentialOfOrganization & { since: Date },
): Promise<{ counted: number; at: Date }[]> {
  return db.rows(sql`
    select counted, created_at as at
    from assistant_changes
    where organization_id = ${organizationId}
      and credential_id = ${credentialId}
      and created_at > ${since}
      and counted > 0
    order by created_at`)
}

/** The named change of a credential, or its latest one that is not undone; an undo is not a change of this sort. */
export async function lockUndoable(
  db: Database,
  { organizationId, credentialId, since, id }: CredentialOfOrganization & { since: Date; id: string | undefined },
): Promise<(ChangeRow & { undoneBy: string | null }) | undefined> {
  return db.row(sql`
    select id, organization_id as "organizationId", credential_id as "credentialId", tool, summary, counted, changes,
      undo, irreversible, known_events as "knownEvents", created_at as "createdAt", undone_by as "undoneBy"
    from assistant_changes
    where organization_id = ${organizationId}
      and credential_id = ${credentialId}
      and created_at > ${since}
      and tool <> 'undo'
      and ${id === undefined ? sql`undone_by is null` : sql`id = ${id}`}
    order by created_at desc, id desc
    limit 1
    for update`)
}

/** The changes among these that no longer have an effect: undone ones and undos. */
export async function settledChanges(
  db: Database,
  { organizationId, credentialId, ids }: CredentialOfOrganization & { ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from assistant_changes
    where organization_id = ${organizationId}
      and credential_id = ${credentialId}
      and id = any (${ids}::uuid[])
      and (undone_by is not null or tool = 'undo')`)
  return rows.map(({ id }) => id)
}

export async function markUndone(db: Database, { id, by }: { id: string; by: string }): Promise<void> {
  await db.run(sql`update assistant_changes set undone_by = ${by} where id = ${id}`)
}

export async function dropOldChanges(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from assistant_changes where created_at < ${before}`)
}

export interface SealedUndo {
  readonly id: string
  readonly secrets: Buffer
}

/** Locks the next encrypted undo records, in the order of their ids. */
export async function lockSealedUndo(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<SealedUndo[]> {
  return db.rows(sql`
    select id, undo as secrets
    from assistant_changes
    where undo is not null and id > ${after}
    order by id
    limit ${limit}
    for update`)
}

export async function saveSealedUndo(db: Database, { id, secrets }: SealedUndo): Promise<void> {
  await db.run(sql`update assistant_changes set undo = ${secrets} where id = ${id}`)
}
