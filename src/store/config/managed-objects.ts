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

/** Marks an object as managed under a key, in place of the object that had the key or the key that it had. */
export async function putManaged(
  db: Database,
  organizationId: string,
  { section, key, objectId, source, applied }: ManagedDraft,
  now: Date,
): Promise<void> {
  await db.run(sql`
    delete from managed_objects
    where organization_id = ${organizationId} and section = ${section} and object_id = ${objectId} and key <> ${key}`)
  await db.run(sql`
    insert into managed_objects (organization_id, section, key, object_id, monitor_number, source, applied, applied_at)
    values (${organizationId}, ${section}, ${key}, ${objectId},
      (select m.monitor_number from monitors m
        where m.organization_id = ${organizationId} and ${section} = 'monitors' and m.id::text = ${objectId}),
      ${source}, ${applied}, ${now})
    on conflict (organization_id, section, key) do update
    set object_id = excluded.object_id, monitor_number = excluded.monitor_number, source = excluded.source,
      applied = excluded.applied, applied_at = excluded.applied_at, deleted_at = null`)
}

export async function markDeleted(
  db: Database,
  organizationId: string,
  { section, key }: Pick<ManagedDraft, 'section' | 'key'>,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update managed_objects
    set deleted_at = ${now}
    where organization_id = ${organizationId} and section = ${section} and key = ${key}`)
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
