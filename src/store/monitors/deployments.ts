// Deployments that pipelines report.
import type { MonitorComparison } from '../../domain/deployment/comparison.ts'
import type { Span } from '../../domain/span.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { type Statement, every, iso, json, sql } from '../database/sql.ts'

/** What the monitors of a deployment show since. */
export interface DeploymentComparison {
  readonly comparedAt: string
  /** How many monitors had enough checks, and how many of these are worse. */
  readonly compared: number
  readonly worse: number
  /** The worst first. */
  readonly monitors: readonly (MonitorComparison & { readonly id: string; readonly name: string })[]
}

export interface Deployment {
  readonly id: string
  readonly service: string
  readonly version: string | null
  readonly environment: string | null
  readonly link: string | null
  readonly tags: readonly string[]
  readonly monitor_ids: readonly string[]
  readonly deployed_by: string | null
  readonly deployed_at: Date
  readonly created_at: Date
}

export interface ComparedDeployment extends Deployment {
  readonly comparison: DeploymentComparison | null
  /** The incident that the comparison opened. */
  readonly incidentId: number | null
}

const columns = sql`
  id, service, version, environment, link, tags, monitor_ids, deployed_by, deployed_at, created_at`
const comparedColumns = sql`
  ${columns}, comparison,
  (select max(i.id) from incidents i where i.rule_id = deployments.rule_id) as "incidentId"`

export interface DeploymentDraft extends Deployment {
  /** Identifies it at its sender. */
  readonly externalId: string | null
  /** When its monitors are compared with before; null for never. */
  readonly compareAt: Date | null
}

/** False if it was reported before. */
export async function addDeployment(db: Database, organizationId: string, draft: DeploymentDraft): Promise<boolean> {
  const { id, service, version, environment, link, tags, monitor_ids, deployed_by, deployed_at, created_at } = draft
  const added = await db.run(sql`
    insert into deployments (organization_id, id, service, version, environment, link, tags, monitor_ids, deployed_by,
      deployed_at, created_at, external_id, compare_at)
    values (${organizationId}, ${id}, ${service}, ${version}, ${environment}, ${link}, ${tags}, ${monitor_ids},
      ${deployed_by}, ${deployed_at}, ${created_at}, ${draft.externalId}, ${draft.compareAt})
    on conflict (organization_id, external_id) where external_id is not null do nothing`)
  return added > 0
}

export async function findDeployment(
  db: Database,
  organizationId: string,
  id: string,
): Promise<ComparedDeployment | undefined> {
  return db.row(
    sql`select ${comparedColumns} from deployments where organization_id = ${organizationId} and id = ${id}`,
  )
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
): Promise<ComparedDeployment[]> {
  const { service, environment, tag } = filter
  return db.rows(sql`
    select ${comparedColumns}
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

/** SQL condition: `deployment` concerns the monitor with this id and these tags. */
const concerns = (deployment: Statement, { id, tags }: { id: Statement; tags: Statement }): Statement => sql`(
  ${deployment}.tags = '{}' and ${deployment}.monitor_ids = '{}'
  or ${deployment}.tags && ${tags}
  or ${id} = any (${deployment}.monitor_ids)
)`

/** A deployment is named by incidents of its monitors that begin failing within this time. */
const namedFor = sql`interval '30 minutes'`

/** SQL: the latest deployment before an incident `i` of a monitor `m`, as JSON without spaces; null without one. */
export const deploymentBefore: Statement = sql`(
  select row_to_json(named)
  from (
    select d.id, d.service, d.version, d.environment, d.link, d.deployed_by, ${iso(sql`d.deployed_at`)} as deployed_at
    from deployments d
    where d.organization_id = i.organization_id
      and d.deployed_at > i.failing_since - ${namedFor} and d.deployed_at <= i.started_at
      and ${concerns(sql`d`, { id: sql`i.monitor_id`, tags: sql`coalesce(m.tags, '{}')` })}
    order by d.deployed_at desc, d.id desc
    limit 1
  ) named
)`

interface ConcernedMonitor extends Span {
  readonly organizationId: string
  /** Null for an objective. */
  readonly monitorId: string | null
  readonly tags: readonly string[]
  readonly limit: number
}

/** Those that concern a monitor, newest first. */
export async function deploymentsDuring(
  db: Database,
  { organizationId, monitorId, tags, from, to, limit }: ConcernedMonitor,
): Promise<Deployment[]> {
  return db.rows(sql`
    select ${columns}
    from deployments d
    where organization_id = ${organizationId} and deployed_at >= ${from} and deployed_at < ${to}
      and ${concerns(sql`d`, { id: sql`${monitorId}::uuid`, tags: sql`${tags}::text[]` })}
    order by deployed_at desc, id desc
    limit ${limit}`)
}

export async function dropOldDeployments(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from deployments where deployed_at < ${before}`)
}

export interface DueDeployment extends Deployment {
  readonly organizationId: string
  readonly comparison: DeploymentComparison | null
  /** Identifies its incident; null if none was opened. */
  readonly ruleId: number | null
  /** A newer deployment of the same service and environment. */
  readonly successor: Pick<Deployment, 'service' | 'version'> | null
}

/** Locks deployments that are due for a comparison until the transaction ends. */
export async function lockDueDeployments(db: Database, { limit, now, only }: DueSelection): Promise<DueDeployment[]> {
  return db.rows(sql`
    select organization_id as "organizationId", ${columns}, comparison, rule_id as "ruleId", (
      select jsonb_build_object('service', later.service, 'version', later.version)
      from deployments later
      where later.organization_id = d.organization_id and later.service = d.service
        and later.environment is not distinct from d.environment
        and (later.deployed_at, later.id) > (d.deployed_at, d.id)
      order by later.deployed_at desc, later.id desc
      limit 1
    ) as successor
    from deployments d
    where compare_at <= ${now} and ${queueItems.deployments.isReady({ now, only })}
    order by compare_at
    limit ${limit}
    for update skip locked`)
}

interface ComparisonUpdate {
  readonly comparison: DeploymentComparison | null
  readonly compareAt: Date | null
}

export async function saveComparison(
  db: Database,
  { organizationId, id }: Pick<DueDeployment, 'organizationId' | 'id'>,
  { comparison, compareAt }: ComparisonUpdate,
): Promise<void> {
  await db.run(sql`
    update deployments
    set comparison = ${comparison && json(comparison)}, compare_at = ${compareAt}
    where organization_id = ${organizationId} and id = ${id}`)
}

/** Reserves the number that identifies the incident of a deployment. */
export async function addRuleId(
  db: Database,
  { organizationId, id }: Pick<DueDeployment, 'organizationId' | 'id'>,
): Promise<number> {
  const row = await db.row<{ ruleId: number }>(sql`
    update deployments
    set rule_id = nextval(pg_get_serial_sequence('alert_rules', 'rule_id'))
    where organization_id = ${organizationId} and id = ${id}
    returning rule_id as "ruleId"`)
  return row!.ruleId
}
