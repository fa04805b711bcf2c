// The addresses at which GitHub, GitLab and pipelines report deployments, with sealed secrets.
import type { DeploymentSource } from '../../domain/deployment/signature.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { sql } from '../database/sql.ts'

export interface SealedWebhook {
  readonly organizationId: string
  readonly id: string
  readonly name: string
  readonly source: DeploymentSource
  readonly workflow: string | null
  readonly environments: readonly string[]
  readonly monitor_ids: readonly string[]
  readonly tags: readonly string[]
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly secrets: Buffer
}

const columns = sql`
  organization_id as "organizationId", id, name, source, workflow, environments, monitor_ids, tags, created_at,
  last_used_at, secrets`

export async function putDeploymentWebhook(db: Database, webhook: SealedWebhook): Promise<void> {
  const { organizationId, id, name, source, workflow, environments, monitor_ids, tags, created_at, secrets } = webhook
  await db.run(sql`
    insert into deployment_webhooks (organization_id, id, name, source, secrets, workflow, environments, monitor_ids,
      tags, created_at)
    values (${organizationId}, ${id}, ${name}, ${source}, ${secrets}, ${workflow}, ${environments}, ${monitor_ids},
      ${tags}, ${created_at})
    on conflict (id) do update
    set name = excluded.name, secrets = excluded.secrets, workflow = excluded.workflow,
      environments = excluded.environments, monitor_ids = excluded.monitor_ids, tags = excluded.tags`)
}

/** Newest first. */
export async function listDeploymentWebhooks(
  db: Database,
  organizationId: string,
  page: NewestPage,
): Promise<SealedWebhook[]> {
  return db.rows(sql`
    select ${columns}
    from deployment_webhooks
    ${newestFirst(sql`deployment_webhooks`, page, [sql`organization_id = ${organizationId}`])}`)
}

export async function lockDeploymentWebhook(
  db: Database,
  organizationId: string,
  id: string,
): Promise<SealedWebhook | undefined> {
  return db.row(sql`
    select ${columns} from deployment_webhooks where organization_id = ${organizationId} and id = ${id} for update`)
}

/** Whatever organization it belongs to: its address is all that a sender knows. */
export async function deploymentWebhookAt(db: Database, id: string): Promise<SealedWebhook | undefined> {
  return db.row(sql`select ${columns} from deployment_webhooks where id = ${id}`)
}

export async function countDeploymentWebhooks(db: Database, organizationId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from deployment_webhooks where organization_id = ${organizationId}`,
  )
  return row!.count
}

export async function noteWebhookUse(db: Database, id: string, now: Date): Promise<void> {
  await db.run(sql`update deployment_webhooks set last_used_at = ${now} where id = ${id}`)
}

export async function deleteDeploymentWebhook(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run(sql`delete from deployment_webhooks where organization_id = ${organizationId} and id = ${id}`)
}

/** Locks a batch of sealed secrets in a fixed order until the transaction ends. */
export async function lockWebhookSecrets(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; secrets: Buffer }[]> {
  return db.rows(sql`
    select id, secrets from deployment_webhooks where id > ${after} order by id limit ${limit} for update`)
}

export async function saveWebhookSecret(db: Database, { id, secrets }: { id: string; secrets: Buffer }): Promise<void> {
  await db.run(sql`update deployment_webhooks set secrets = ${secrets} where id = ${id}`)
}
