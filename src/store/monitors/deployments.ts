// Deployments that pipelines report.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { every, sql } from '../database/sql.ts'

export interface Deployment {
  readonly id: string
  readonly service: string
  readonly version: string | null
  readonly environment: string | null
  readonly link: string | null
  readonly tags: readonly string[]
  readonly deployed_at: Date
  readonly created_at: Date
}

const columns = sql`id, service, version, environment, link, tags, deployed_at, created_at`

export async function addDeployment(db: Database, organizationId: string, deployment: Deployment): Promise<void> {
  const { id, service, version, environment, link, tags, deployed_at, created_at } = deployment
  await db.run(sql`
    insert into deployments (organization_id, id, service, version, environment, link, tags, deployed_at, created_at)
    values (${organizationId}, ${id}, ${service}, ${version}, ${environment}, ${link}, ${tags}, ${deployed_at},
      ${created_at})`)
}

export async function findDeployment(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Deployment | undefined> {
  return db.row(sql`select ${columns} from deployments where organization_id = ${organizationId} and id = ${id}`)
}

export interface DeploymentFilter {
  readonly service?: string | undefined
  readonly environment?: string | undefined
  readonly tag?: string | undefined
}

/** Newest first. */
export async function listDeployments(
  db: Database,
  organizationId: string,
  { filter, after, limit }: { filter: DeploymentFilter; after: Position | undefined; limit: number },
): Promise<Deployment[]> {
  const { service, environment, tag } = filter
  return db.rows(sql`
    select ${columns}
    from deployments
    where ${every([
      sql`organization_id = ${organizationId}`,
      service !== undefined && sql`service = ${service}`,
      environment !== undefined && sql`environment = ${environment}`,
      tag !== undefined && sql`tags @> array[${tag}]`,
      after !== undefined && sql`(deployed_at, id) < (${after.createdAt}, ${after.id})`,
    ])}
    order by deployed_at desc, id desc
    limit ${limit}`)
}

/** Those that concern a monitor with these tags, newest first. */
export async function deploymentsDuring(
  db: Database,
  { organizationId, tags, from, to, limit }: Span & { organizationId: string; tags: readonly string[]; limit: number },
): Promise<Deployment[]> {
  return db.rows(sql`
    select ${columns}
    from deployments
    where organization_id = ${organizationId} and deployed_at >= ${from} and deployed_at < ${to}
      and (tags = '{}' or tags && ${tags}::text[])
    order by deployed_at desc, id desc
    limit ${limit}`)
}

export async function dropOldDeployments(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from deployments where deployed_at < ${before}`)
}
