// Objects that a configuration file manages, by section and key.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ManagedObject {
  readonly section: string
  readonly key: string
  readonly objectId: string
  readonly monitorNumber: number | null
  readonly source: string
  readonly applied: Buffer
  readonly appliedAt: Date
  readonly deletedAt: Date | null
}

const columns = sql`
  section, key, object_id as "objectId", monitor_number as "monitorNumber", source, applied, applied_at as "appliedAt",
  deleted_at as "deletedAt"`

export async function managedObjects(db: Database, organizationId: string): Promise<ManagedObject[]> {
  return db.rows(sql`
    select ${columns} from managed_objects where organization_id = ${organizationId} order by section, key`)
}

export interface ObjectOwner {
  readonly key: string
  readonly source: string
}

/** The owners of those of these objects that a configuration manages, by id. */
export async function ownersOf(
  db: Database,
  organizationId: string,
  { section, ids }: { section: string; ids: readonly (string | number)[] },
): Promise<Map<string, ObjectOwner>> {
  const rows = await db.rows<ObjectOwner & { id: string }>(sql`
    select object_id as id, key, source
    from managed_objects
    where organization_id = ${organizationId} and section = ${section} and deleted_at is null
      and object_id = any (${ids.map(String)}::text[])`)
  return new Map(rows.map(({ id, key, source }) => [id, { key, source }]))
}

export interface ManagedDraft {
  readonly section: string
  readonly key: string
  readonly objectId: string
  readonly source: string
  readonly applied: Buffer
}

/** Marks objects as managed under their keys, in place of the objects that had the keys or the keys that they had. */
export async function putManaged(
  db: Database,
  organizationId: string,
  drafts: readonly ManagedDraft[],
  now: Date,
): Promise<void> {
  const rows = sql`
    unnest(${drafts.map(({ section }) => section)}::text[], ${drafts.map(({ key }) => key)}::text[],
      ${drafts.map(({ objectId }) => objectId)}::text[], ${drafts.map(({ source }) => source)}::text[],
      ${drafts.map(({ applied }) => applied)}::bytea[]) as d (section, key, object_id, source, applied)`
  await db.run(sql`
    delete from managed_objects o
    using ${rows}
    where o.organization_id = ${organizationId} and o.section = d.section and o.object_id = d.object_id
      and o.key <> d.key`)
  await db.run(sql`
    insert into managed_objects (organization_id, section, key, object_id, monitor_number, source, applied, applied_at)
    select ${organizationId}, d.section, d.key, d.object_id, m.monitor_number, d.source, d.applied, ${now}
    from ${rows}
    left join monitors m
      on d.section = 'monitors' and m.organization_id = ${organizationId} and m.id::text = d.object_id
    on conflict (organization_id, section, key) do update
    set object_id = excluded.object_id, monitor_number = excluded.monitor_number, source = excluded.source,
      applied = excluded.applied, applied_at = excluded.applied_at, deleted_at = null`)
}

export async function markDeleted(
  db: Database,
  organizationId: string,
  { section, keys }: { readonly section: string; readonly keys: readonly string[] },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update managed_objects
    set deleted_at = ${now}
    where organization_id = ${organizationId} and section = ${section} and key = any (${keys})`)
}

/** The object stays, but nothing manages it any longer. */
export async function releaseManaged(
  db: Database,
  organizationId: string,
  { section, key }: Pick<ManagedDraft, 'section' | 'key'>,
): Promise<void> {
  await db.run(sql`
    delete from managed_objects where organization_id = ${organizationId} and section = ${section} and key = ${key}`)
}

/** After this, the objects that were deleted before can no longer be restored. */
export async function dropDeletedObjects(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from managed_objects where deleted_at < ${before}`)
}
