// Metadata of artifacts. The bytes are stored elsewhere; a row is written before and deleted after them.
import type { ArtifactKind } from '../../domain/checking/artifact.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface StoredArtifact {
  id: string
  kind: ArtifactKind
  name: string
  contentType: string
  bytes: number
  createdAt: Date
  expiresAt: Date
}

export interface ArtifactOwner {
  readonly organizationId: string
  /** Null if it does not belong to a monitor. */
  readonly monitorId: string | null
}

/** Marks the oldest artifacts of the organization for deletion beyond its storage limit. */
export async function addArtifacts(
  db: Database,
  { organizationId, monitorId }: ArtifactOwner,
  { artifacts, maxBytes }: { artifacts: readonly StoredArtifact[]; maxBytes: number },
): Promise<void> {
  const column = <K extends keyof StoredArtifact>(key: K): StoredArtifact[K][] => artifacts.map((one) => one[key])
  const room = maxBytes - artifacts.reduce((sum, { bytes }) => sum + bytes, 0)
  await db.run(sql`
    with added as (
      insert into artifacts (organization_id, monitor_id, id, kind, name, content_type, bytes, created_at, expires_at)
      select ${organizationId}, ${monitorId}, *
      from unnest(
        ${column('id')}::uuid[], ${column('kind')}::text[], ${column('name')}::text[],
        ${column('contentType')}::text[], ${column('bytes')}::int[], ${column('createdAt')}::timestamptz[],
        ${column('expiresAt')}::timestamptz[]
      )
    )
    update artifacts
    set organization_id = null
    where id in (
      select id
      from (
        select id, sum(bytes) over (order by created_at desc, id desc) as total
        from artifacts
        where organization_id = ${organizationId}
      ) newest
      where total > ${room}
    )`)
}

export async function findArtifact(
  db: Database,
  organizationId: string,
  { id, now }: { id: string; now: Date },
): Promise<StoredArtifact | undefined> {
  return db.row(sql`
    select id, kind, name, content_type as "contentType", bytes, created_at as "createdAt", expires_at as "expiresAt"
    from artifacts
    where id = ${id} and organization_id = ${organizationId} and expires_at > ${now}`)
}

/** Hides artifacts; the next housekeeping run deletes them. */
export async function disownArtifacts(db: Database, ids: readonly string[]): Promise<void> {
  await db.run(sql`update artifacts set organization_id = null where id = any (${ids}::uuid[])`)
}

/** Artifacts to delete. */
export async function artifactsToDelete(
  db: Database,
  { limit, now }: DueSelection,
): Promise<{ id: string; createdAt: Date }[]> {
  return db.rows(sql`
    select id, created_at as "createdAt"
    from artifacts a
    where (expires_at <= ${now} or organization_id is null) and ${queueItems.artifacts.isReady({ now })}
    limit ${limit}`)
}

/** Deletes the metadata, after the bytes are deleted. */
export async function forgetArtifacts(db: Database, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from artifacts where id = any (${ids}::uuid[])`)
}
