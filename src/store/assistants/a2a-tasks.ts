// Tasks of A2A clients. A credential sees only its own.
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'

interface TaskHolder {
  readonly organizationId: string
  readonly credentialId: string
}

export interface A2aTaskRow extends TaskHolder {
  readonly id: string
  readonly contextId: string
  readonly state: string
  readonly sealed: Buffer
  readonly statusAt: Date
  readonly updatedAt: Date
}

export async function saveA2aTask(db: Database, row: A2aTaskRow): Promise<void> {
  await db.run(sql`
    insert into a2a_tasks as t (id, organization_id, credential_id, context_id, state, sealed, status_at, updated_at)
    values (${row.id}, ${row.organizationId}, ${row.credentialId}, ${row.contextId}, ${row.state}, ${row.sealed},
      ${row.statusAt}, ${row.updatedAt})
    on conflict (id) do update
    set context_id = excluded.context_id, state = excluded.state, sealed = excluded.sealed,
      status_at = excluded.status_at, updated_at = excluded.updated_at
    where t.organization_id = excluded.organization_id and t.credential_id = excluded.credential_id`)
}

const columns = sql`
  id, organization_id as "organizationId", credential_id as "credentialId", context_id as "contextId", state, sealed,
  status_at as "statusAt", updated_at as "updatedAt"`

export async function findA2aTask(
  db: Database,
  { organizationId, credentialId, id }: TaskHolder & { id: string },
): Promise<A2aTaskRow | undefined> {
  return db.row(sql`
    select ${columns}
    from a2a_tasks
    where organization_id = ${organizationId} and credential_id = ${credentialId} and id = ${id}`)
}

interface TaskFilter extends TaskHolder {
  readonly contextId: string | undefined
  readonly state: string | undefined
  readonly statusAfter: Date | undefined
}

const matching = ({ organizationId, credentialId, contextId, state, statusAfter }: TaskFilter) => [
  sql`organization_id = ${organizationId}`,
  sql`credential_id = ${credentialId}`,
  contextId !== undefined && sql`context_id = ${contextId}`,
  state !== undefined && sql`state = ${state}`,
  statusAfter !== undefined && sql`status_at > ${statusAfter}`,
]

export async function countA2aTasks(db: Database, filter: TaskFilter): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*) from a2a_tasks where ${every(matching(filter))}`)
  return row!.count
}

/** The latest status first. */
export async function listA2aTasks(
  db: Database,
  filter: TaskFilter,
  { after, limit }: { after: { statusAt: Date; id: string } | undefined; limit: number },
): Promise<A2aTaskRow[]> {
  return db.rows(sql`
    select ${columns}
    from a2a_tasks
    where ${every([...matching(filter), after && sql`(status_at, id) < (${after.statusAt}, ${after.id}::uuid)`])}
    order by status_at desc, id desc
    limit ${limit}`)
}

export async function dropOldA2aTasks(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from a2a_tasks where updated_at < ${before}`)
}

interface SealedTask {
  readonly id: string
  readonly secrets: Buffer
}

/** Locks the next tasks, in the order of their ids. */
export async function lockSealedA2aTasks(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<SealedTask[]> {
  return db.rows(sql`
    select id, sealed as secrets from a2a_tasks where id > ${after} order by id limit ${limit} for update`)
}

export async function saveSealedA2aTask(db: Database, { id, secrets }: SealedTask): Promise<void> {
  await db.run(sql`update a2a_tasks set sealed = ${secrets} where id = ${id}`)
}
