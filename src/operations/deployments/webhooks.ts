// The addresses at which GitHub, GitLab and pipelines report deployments. A secret is shown once, when it is created.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type DeploymentSource, deploymentSources, webhookContext } from '../../domain/deployment/signature.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { newToken } from '../../domain/secret.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  type DeploymentWebhook,
  addDeploymentWebhook,
  countDeploymentWebhooks,
  deleteDeploymentWebhook as removeWebhook,
  listDeploymentWebhooks as webhookRows,
  lockDeploymentWebhook,
} from '../../store/monitors/deployment-webhooks.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, type Operation, created, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { tag } from '../../domain/fields/tag.ts'
import { list, listOf, newestOfOrganization, pageQuery } from '../registry/page.ts'
import { monitorIds, refuseUnknownMonitors } from './monitor-ids.ts'

const maxWebhooks = 50

const fields = {
  object: z.literal('deployment_webhook'),
  id: z.uuid(),
  name: z.string().meta({ example: 'shop at GitHub' }),
  source: z.enum(deploymentSources).meta({ example: 'github' }),
  url: z.string().meta({
    description: 'Where the sender posts its events',
    example: 'https://lapwing.example.com/hooks/deployments/0198c5a2-c2e1-7a60-8b4c-3d2e1f0a9b87',
  }),
  workflow: z.string().nullable(),
  environments: z.array(z.string()).meta({ example: ['production'] }),
  tags: z.array(z.string()).meta({ example: ['team:shop'] }),
  monitor_ids: z.array(z.uuid()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When a genuine event last arrived', example: '2026-02-11T08:10:02.031Z' }),
}

const body = z
  .strictObject({
    name: nameOf(100),
    source: z.enum(deploymentSources).meta({
      description: '`github` and `gitlab` send events of their own; `ci` is any pipeline that can send JSON',
    }),
    workflow: nameOf(100).nullable().default(null).meta({
      description:
        'Successful runs of this GitHub workflow, or GitLab pipelines with this name or branch, count as deployments',
    }),
    environments: z.array(nameOf(50)).max(20).default([]).meta({
      description: 'Only deployments to one of these environments count; all if empty',
    }),
    tags: z.array(tag).max(20).default([]).meta({
      description: 'Its deployments concern monitors with one of these tags; all monitors if `monitorIds` is empty too',
    }),
    monitorIds,
  })
  .meta({ id: 'DeploymentWebhookCreate' })

const shared = { tag: 'Deployments', role: 'admin' } as const

const listDeploymentWebhooks = defineOperation({
  ...shared,
  id: 'listDeploymentWebhooks',
  method: 'GET',
  path: '/deployment-webhooks',
  summary: 'List the webhooks that report deployments, newest first',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of webhooks, without their secrets',
      schema: listOf(z.object(fields).meta({ id: 'DeploymentWebhook' })),
    },
  },
  async handle({ query }, context) {
    const page = await newestOfOrganization('deployment webhooks', webhookRows)(query, context)
    return list(page, (webhook) => show(context, webhook))
  },
})

// Accepts no Idempotency-Key, because the stored response would contain the secret.
const createDeploymentWebhook = defineOperation({
  ...shared,
  id: 'createDeploymentWebhook',
  method: 'POST',
  path: '/deployment-webhooks',
  summary: 'Create a webhook that reports deployments',
  description:
    'Enter its address and secret at GitHub or GitLab, or use them in a pipeline. Events whose signature does not ' +
    'match are refused. To replace a secret, create another webhook and delete this one.',
  body,
  bodyExample: { name: 'shop at GitHub', source: 'github', environments: ['production'], tags: ['team:shop'] },
  responses: {
    201: {
      description: 'The webhook with its secret, which is shown only once',
      schema: z
        .object({ ...fields, secret: z.string().meta({ example: '9fK2xQZr8m3tVbN5yLcE7hJ1aWdG4sPu' }) })
        .meta({ id: 'NewDeploymentWebhook' }),
      example: { last_used_at: null, secret: '9fK2xQZr8m3tVbN5yLcE7hJ1aWdG4sPu' },
    },
  },
  async handle({ body: { monitorIds, ...given } }, context) {
    const { db, caller, now, services } = context
    const organizationId = caller.organization.id
    await lockOrganization(db, organizationId)
    await refuseUnknownMonitors(context, monitorIds)
    await refuseTooMany(context)
    const id = newId(now)
    const secret = newSecret(given.source)
    const webhook = { ...given, id, monitor_ids: monitorIds, created_at: now, last_used_at: null }
    const secrets = services.vault.seal(secret, webhookContext(id))
    await addDeploymentWebhook(db, { ...webhook, organizationId, secrets })
    const { name, source, environments, tags } = webhook
    record(context, webhook, 'created', changesBetween({}, { name, source, environments, tags }))
    return created({ ...show(context, webhook), secret })
  },
})

const deleteDeploymentWebhook = defineOperation({
  ...shared,
  id: 'deleteDeploymentWebhook',
  method: 'DELETE',
  path: '/deployment-webhooks/{id}',
  summary: 'Delete a webhook that reports deployments',
  description: 'Its address and its secret stop working. Deployments that it reported stay.',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const organizationId = context.caller.organization.id
    const webhook = await lockDeploymentWebhook(context.db, organizationId, id)
    if (!webhook) throw new Fault('not_found', 'Deployment webhook not found')
    await removeWebhook(context.db, organizationId, id)
    record(context, webhook, 'deleted', {})
    return deleted(id)
  },
})

export const deploymentWebhookOperations: readonly Operation[] = [
  listDeploymentWebhooks,
  createDeploymentWebhook,
  deleteDeploymentWebhook,
]

/** GitLab's signing tokens are base64 with this prefix; its secret tokens may be any text. */
const newSecret = (source: DeploymentSource): string =>
  source === 'gitlab' ? `whsec_${randomBytes(32).toString('base64')}` : newToken()

const show = ({ services }: CallerContext, webhook: DeploymentWebhook) => ({
  object: 'deployment_webhook',
  ...webhook,
  url: `${services.origin()}/hooks/deployments/${webhook.id}`,
})

function record(
  { record: write }: CallerContext,
  { id, name }: DeploymentWebhook,
  verb: 'created' | 'deleted',
  changes: Record<string, unknown>,
): void {
  const entityType = 'deployment_webhook'
  write({ entityType, entityId: id, entityName: name, action: `${entityType}.${verb}`, changes })
}

async function refuseTooMany({ db, caller }: CallerContext): Promise<void> {
  if ((await countDeploymentWebhooks(db, caller.organization.id)) < maxWebhooks) return
  throw new Fault('forbidden', `An organization can have at most ${maxWebhooks} deployment webhooks; delete one first`)
}
