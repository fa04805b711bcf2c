// Deployments, which pipelines report, so that charts and incidents show what was changed.
import { z } from 'zod'
import { newId } from '../../domain/id.ts'
import { ruled } from '../../domain/field.ts'
import {
  type Deployment,
  addDeployment,
  findDeployment,
  listDeployments as deploymentRows,
} from '../../store/monitors/deployments.ts'
import { type Operation, created, defineOperation, ok } from '../registry/define.ts'
import { Fault } from '../../domain/fault.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../registry/fields/name.ts'
import { tag } from '../registry/fields/tag.ts'
import { list, listOf, pageByPosition, pageQuery } from '../registry/page.ts'

const shownFields = {
  id: z.uuid(),
  service: z.string(),
  version: z.string().nullable(),
  environment: z.string().nullable(),
  link: z.string().nullable(),
  tags: z.array(z.string()).meta({ description: 'Monitors with one of these tags are concerned; all if empty' }),
  deployed_at: z.iso.datetime(),
}

/** A deployment beside a chart or an incident. */
export const deploymentMark = z.object(shownFields)

const deployment = z
  .object({ object: z.literal('deployment'), ...shownFields, created_at: z.iso.datetime() })
  .meta({ id: 'Deployment' })

const linkProblem = (text: string): string | null =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)
    ? null
    : 'must be an address that starts with https:// or http://'

const body = z
  .strictObject({
    service: nameOf(100),
    version: nameOf(100).nullable().default(null),
    environment: nameOf(50).nullable().default(null),
    link: ruled(z.string().trim().max(500), linkProblem)
      .nullable()
      .default(null)
      .meta({ description: 'Such as the run of the pipeline or the release notes' }),
    tags: z.array(tag).max(20).default([]).meta({
      description: 'Monitors with one of these tags are concerned; without tags, all monitors',
    }),
    deployedAt: plannedInstant.optional().meta({ description: 'Now if omitted' }),
  })
  .meta({ id: 'DeploymentCreate' })

const example = {
  object: 'deployment',
  id: '0198c5a2-f1a0-7b3c-8f21-5e4d3c2b1a09',
  service: 'shop',
  version: '1.4.2',
  environment: 'production',
  link: 'https://ci.example.com/runs/1042',
  tags: ['team:shop'],
  deployed_at: '2026-02-11T08:10:00.000Z',
  created_at: '2026-02-11T08:10:02.031Z',
}
const one = { description: 'The deployment', schema: deployment, example }
const shared = { tag: 'Deployments' } as const

const listDeployments = defineOperation({
  ...shared,
  id: 'listDeployments',
  method: 'GET',
  path: '/deployments',
  access: 'read',
  summary: 'List deployments, newest first',
  query: pageQuery.extend({
    service: z.string().min(1).max(100).optional().meta({ description: 'Only deployments of this service' }),
    environment: z.string().min(1).max(50).optional().meta({ description: 'Only in this environment' }),
    tag: tag.optional().meta({ description: 'Only deployments with this tag' }),
  }),
  responses: {
    200: {
      description: 'A page of deployments',
      schema: listOf(deployment),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query: { limit, cursor, ...filter } }, context) {
    const { db, caller } = context
    const page = await pageByPosition({ limit, cursor }, context, {
      list: `deployments ${JSON.stringify(filter)}`,
      position: ({ deployed_at, id }: Deployment) => [deployed_at.toISOString(), id],
      rows: (after, count) =>
        deploymentRows(db, caller.organization.id, {
          filter,
          after: after && { createdAt: new Date(after[0] ?? ''), id: after[1] ?? '' },
          limit: count,
        }),
    })
    return list(page, (row) => ({ object: 'deployment', ...row }))
  },
})

const createDeployment = defineOperation({
  ...shared,
  id: 'createDeployment',
  method: 'POST',
  path: '/deployments',
  access: 'write',
  creating: true,
  summary: 'Report a deployment',
  description: 'It marks the charts of its monitors, and incidents that begin soon after show it. Kept for 400 days.',
  body,
  bodyExample: {
    service: 'shop',
    version: '1.4.2',
    environment: 'production',
    link: 'https://ci.example.com/runs/1042',
    tags: ['team:shop'],
  },
  responses: { 201: one },
  async handle({ body: { deployedAt, ...fields } }, context) {
    const { db, caller, now } = context
    const tags = [...new Set(fields.tags)]
    const made = { ...fields, tags, id: newId(now), deployed_at: deployedAt ?? now, created_at: now }
    await addDeployment(db, caller.organization.id, made)
    context.record({
      entityType: 'deployment',
      entityId: made.id,
      entityName: [made.service, made.version].filter(Boolean).join(' '),
      action: 'deployment.created',
      changes: { environment: { from: null, to: made.environment }, link: { from: null, to: made.link } },
    })
    return created({ object: 'deployment', ...made })
  },
})

const getDeployment = defineOperation({
  ...shared,
  id: 'getDeployment',
  method: 'GET',
  path: '/deployments/{id}',
  access: 'read',
  summary: 'Get a deployment',
  params: z.object({ id: z.uuid() }),
  responses: { 200: one },
  async handle({ params: { id } }, { db, caller }) {
    const found = await findDeployment(db, caller.organization.id, id)
    if (!found) throw new Fault('not_found', 'Deployment not found')
    return ok({ object: 'deployment', ...found })
  },
})

export const deploymentOperations: readonly Operation[] = [listDeployments, createDeployment, getDeployment]
