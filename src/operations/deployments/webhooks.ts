// The addresses at which GitHub, GitLab and pipelines report deployments. A secret is shown once, when it is created.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type DeploymentSource, deploymentSources, webhookContext } from '../../domain/deployment/signature.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { newToken } from '../../domain/secret.ts'
import { mask } from '../../domain/stored-config.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  type SealedWebhook,
  countDeploymentWebhooks,
  deleteDeploymentWebhook as removeWebhook,
  listDeploymentWebhooks as webhookRows,
  lockDeploymentWebhook,
  putDeploymentWebhook,
} from '../../store/monitors/deployment-webhooks.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, type Operation, created, defineOperation } from '../registry/define.ts'
import { managed } from '../registry/fields/managed.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { tag } from '../../domain/fields/tag.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { defineResource } from '../registry/resource.ts'
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
  managed,
}

const settings = {
  name: nameOf(100),
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
  secret: z
    .string()
    .min(16)
    .max(200)
    .regex(/^\S+$/, 'must not contain spaces')
    .optional()
    .meta({ description: 'What the sender signs or sends; encrypted and never returned', writeOnly: true }),
}

const createBody = z
  .strictObject({
    ...settings,
    source: z.enum(deploymentSources).meta({
      description: '`github` and `gitlab` send events of their own; `ci` is any pipeline that can send JSON',
    }),
    secret: settings.secret.meta({
      description: 'What the sender signs or sends; generated if you leave it out',
      writeOnly: true,
    }),
  })
  .meta({ id: 'DeploymentWebhookCreate' })

const updateBody = z
  .strictObject({
    ...settings,
    workflow: settings.workflow.unwrap(),
    environments: settings.environments.unwrap(),
    tags: settings.tags.unwrap(),
    monitorIds: monitorIds.unwrap(),
  })
  .partial()
  .meta({ id: 'DeploymentWebhookUpdate' })

const shared = { tag: 'Deployments', role: 'admin' } as const

const webhooks = defineResource({
  object: 'deployment_webhook',
  noun: 'deployment webhook',
  section: 'deploymentWebhooks',
  tag: shared.tag,
  path: '/deployment-webhooks',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The webhook, without its secret', schema: z.object(fields).meta({ id: 'DeploymentWebhook' }) },
  find: ({ db, caller }, { id }) => lockDeploymentWebhook(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockDeploymentWebhook(db, caller.organization.id, id),
  show: ({ secrets: _secrets, organizationId: _organization, ...webhook }: SealedWebhook, { services }) => ({
    object: 'deployment_webhook',
    ...webhook,
    url: `${services.origin()}/hooks/deployments/${webhook.id}`,
  }),
})

const listDeploymentWebhooks = webhooks.list({
  ...shared,
  id: 'listDeploymentWebhooks',
  summary: 'List the webhooks that report deployments, newest first',
  page: { description: 'A page of webhooks, without their secrets' },
  rows: newestOfOrganization('deployment webhooks', webhookRows),
})

// Accepts no Idempotency-Key, because the stored response would contain the secret.
export const createDeploymentWebhook = defineOperation({
  ...shared,
  id: 'createDeploymentWebhook',
  method: 'POST',
  path: '/deployment-webhooks',
  summary: 'Create a webhook that reports deployments',
  description:
    'Enter its address and secret at GitHub or GitLab, or use them in a pipeline. Events whose signature does not ' +
    'match are refused.',
  body: createBody,
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
  async handle({ body: { monitorIds, secret: chosen, ...given } }, context) {
    const { db, caller, now, services } = context
    const organizationId = caller.organization.id
    await lockOrganization(db, organizationId)
    await refuseUnknownMonitors(context, monitorIds)
    await refuseTooMany(context)
    const id = newId(now)
    const secret = chosen ?? newSecret(given.source)
    const secrets = services.vault.seal(secret, webhookContext(id))
    const webhook = {
      ...given,
      organizationId,
      id,
      monitor_ids: monitorIds,
      created_at: now,
      last_used_at: null,
      secrets,
    }
    await putDeploymentWebhook(db, webhook)
    webhooks.record(context, 'deployment_webhook.created', webhook, changesBetween({}, factsOf(webhook)))
    return created({ ...(await webhooks.show(webhook, context)), secret })
  },
})

export const updateDeploymentWebhook = webhooks.update({
  ...shared,
  id: 'updateDeploymentWebhook',
  summary: 'Change a webhook that reports deployments, or replace its secret',
  description: 'Omitted fields keep their values. A replaced secret stops working at once.',
  body: updateBody,
  bodyExample: { environments: ['production', 'staging'] },
  async change(before, { monitorIds: ids = before.monitor_ids, secret, ...given }, context) {
    if (ids !== before.monitor_ids) await refuseUnknownMonitors(context, ids)
    const { db, services } = context
    const secrets = secret === undefined ? before.secrets : services.vault.seal(secret, webhookContext(before.id))
    const after = { ...before, ...given, monitor_ids: ids, secrets }
    const replaced = secret === undefined ? {} : { secret: { from: mask, to: mask } }
    return {
      changes: { ...changesBetween(factsOf(before), factsOf(after)), ...replaced },
      async write() {
        await putDeploymentWebhook(db, after)
        return after
      },
    }
  },
})

export const deleteDeploymentWebhook = webhooks.delete({
  ...shared,
  id: 'deleteDeploymentWebhook',
  summary: 'Delete a webhook that reports deployments',
  description: 'Its address and its secret stop working. Deployments that it reported stay.',
  remove: ({ id }, { db, caller }) => removeWebhook(db, caller.organization.id, id),
})

export const deploymentWebhookOperations: readonly Operation[] = [
  listDeploymentWebhooks,
  createDeploymentWebhook,
  updateDeploymentWebhook,
  deleteDeploymentWebhook,
]

/** GitLab's signing tokens are base64 with this prefix; its secret tokens may be any text. */
const newSecret = (source: DeploymentSource): string =>
  source === 'gitlab' ? `whsec_${randomBytes(32).toString('base64')}` : newToken()

/** The fields that the activity log shows. */
const factsOf = ({ name, source, workflow, environments, tags, monitor_ids }: SealedWebhook) => ({
  name,
  source,
  workflow,
  environments,
  tags,
  monitor_ids,
})

async function refuseTooMany({ db, caller }: CallerContext): Promise<void> {
  if ((await countDeploymentWebhooks(db, caller.organization.id)) < maxWebhooks) return
  throw new Fault('forbidden', `An organization can have at most ${maxWebhooks} deployment webhooks; delete one first`)
}
