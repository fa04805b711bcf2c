// Variables of organizations, with sealed values.
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { sql } from '../database/sql.ts'

export interface StoredVariable {
  id: string
  name: string
  created_at: Date
  updated_at: Date
}

export interface SealedVariable {
  id: string
  name: string
  secrets: Buffer
}

const shown = sql`v.id, v.name, v.created_at, v.updated_at`

/** Newest first. */
export async function listVariables(db: Database, organizationId: string, page: NewestPage): Promise<StoredVariable[]> {
  return db.rows(sql`
    select ${shown}
    from variables v
    ${newestFirst(sql`v`, page, [sql`v.organization_id = ${organizationId}`])}`)
}

export function findVariable(db: Database, organizationId: string, id: string): Promise<StoredVariable | undefined> {
  return db.row(sql`select ${shown} from variables v where v.organization_id = ${organizationId} and v.id = ${id}`)
}

export async function lockVariable(
  db: Database,
  organizationId: string,
  id: string,
): Promise<(StoredVariable & SealedVariable) | undefined> {
  return db.row(sql`
    select ${shown}, v.secrets
    from variables v
    where v.organization_id = ${organizationId} and v.id = ${id}
    for update`)
}

export async function variableNamed(
  db: Database,
  organizationId: string,
  name: string,
): Promise<(SealedVariable & { provisioned: boolean }) | undefined> {
  return db.row(sql`
    select v.id, v.name, v.secrets, v.provisioned
    from variables v
    where v.organization_id = ${organizationId} and v.name = ${name}`)
}

export async function countVariables(db: Database, organizationId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from variables where organization_id = ${organizationId}`,
  )
  return row!.count
}

/** Creates or updates a variable. */
export async function putVariable(
  db: Database,
  organizationId: string,
  { id, name, secrets, provisioned = false }: SealedVariable & { provisioned?: boolean },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into variables as v (organization_id, id, name, secrets, provisioned, created_at, updated_at)
    values (${organizationId}, ${id}, ${name}, ${secrets}, ${provisioned}, ${now}, ${now})
    on conflict (organization_id, id) do update
    set name = excluded.name, secrets = excluded.secrets, provisioned = v.provisioned or excluded.provisioned,
      updated_at = excluded.updated_at`)
}

export async function deleteVariable(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run(sql`delete from variables where organization_id = ${organizationId} and id = ${id}`)
}

/** Deletes the provisioned variables that the provision file no longer lists. */
export async function deleteOtherProvisionedVariables(
  db: Database,
  organizationId: string,
  keep: readonly string[],
): Promise<number> {
  return db.run(sql`
    delete from variables where organization_id = ${organizationId} and provisioned and id <> all (${keep}::uuid[])`)
}

export async function variablesOfOrganization(db: Database, organizationId: string): Promise<SealedVariable[]> {
  return db.rows(
    sql`select v.id, v.name, v.secrets from variables v where v.organization_id = ${organizationId} order by v.name`,
  )
}

/** For each of these monitors, the variables of its organization. */
export async function variablesOfMonitors(
  db: Database,
  monitorNumbers: readonly number[],
): Promise<(SealedVariable & { monitorNumber: number })[]> {
  return db.rows(sql`
    select m.monitor_number as "monitorNumber", v.id, v.name, v.secrets
    from monitors m
    join variables v on v.organization_id = m.organization_id
    where m.monitor_number = any (${monitorNumbers})`)
}

/** Locks a batch of sealed values in a fixed order until the transaction ends. */
export async function lockVariables(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; secrets: Buffer }[]> {
  return db.rows(sql`
    select id, secrets from variables where id > ${after} order by id limit ${limit} for update`)
}

export async function saveVariable(db: Database, { id, secrets }: { id: string; secrets: Buffer }): Promise<void> {
  await db.run(sql`update variables set secrets = ${secrets} where id = ${id}`)
}
