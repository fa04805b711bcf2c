// Deployments, which pipelines report, so that charts and incidents show what was changed.
import { z } from 'zod'
import { isWorse, nextComparison } from '../../domain/deployment/comparison.ts'
import { newId } from '../../domain/id.ts'
import { ruled } from '../../domain/field.ts'
import {
  type ComparedDeployment,
  type DeploymentComparison,
  addDeployment,
  findDeployment,
  listDeployments as deploymentRows,
} from '../../store/monitors/deployments.ts'
import { type Operation, created, defineOperation, ok } from '../registry/define.ts'
import { Fault } from '../../domain/fault.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { tag } from '../../domain/fields/tag.ts'
import { createdEvent } from './created-event.ts'
import { monitorIds, refuseUnknownMonitors } from './monitor-ids.ts'
import { list, listOf, pageByPosition, pageQuery } from '../registry/page.ts'

const shownFields = {
  id: z.uuid(),
  service: z.string().meta({ example: 'shop' }),
  version: z.string().nullable().meta({ example: '1.4.2' }),
  environment: z.string().nullable().meta({ example: 'production' }),
  link: z.string().nullable().meta({ example: 'https://ci.example.com/runs/1042' }),
  tags: z
    .array(z.string())
    .meta({ description: 'Monitors with one of these tags are concerned', example: ['team:shop'] }),
  monitor_ids: z.array(z.uuid()).meta({ description: 'These monitors too; all monitors if there are no tags either' }),
  deployed_by: z.string().nullable().meta({ example: 'ada' }),
  deployed_at: z.iso.datetime(),
}

/** A deployment beside a chart or an incident. */
export const deploymentMark = z.object(shownFields)

const count = z.object({ failed: z.int(), total: z.int() })
const comparison = z
  .object({
    compared_at: z.iso.datetime(),
    compared: z.int().meta({ description: 'Monitors with enough checks before and after' }),
    worse: z.int().meta({ description: 'How many of these clearly got worse' }),
    incident_id: z.int().nullable().meta({ description: 'The warning that it opened' }),
    monitors: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          worse: z.boolean(),
          response_time: z
            .object({
              before_ms: z.number().meta({ description: 'Median of the hour before' }),
              after_ms: z.number().meta({ description: 'Median since, of at most an hour' }),
              checks_before: z.int(),
              checks_after: z.int(),
              week_rise: z.number().nullable().meta({ description: 'The factor at the same time a week before' }),
              worse: z.boolean(),
            })
            .nullable(),
          failures: z
            .object({ before: count, after: count, week_before: count.nullable(), worse: z.boolean() })
            .nullable(),
        }),
      )
      .meta({ description: 'At most 20, the worst first' }),
  })
  .meta({ id: 'DeploymentComparison' })

const deployment = z
  .object({
    object: z.literal('deployment'),
    ...shownFields,
    comparison: comparison.nullable().meta({
      description: 'Its monitors before and after, first ten minutes after it; null until then',
      example: {
        compared_at: '2026-02-11T08:40:00.412Z',
        compared: 1,
        worse: 1,
        incident_id: 42,
        monitors: [
          {
            id: '0198c5a2-8f3e-7a41-b6d2-1c9e4f7a5b20',
            name: 'Shop',
            worse: true,
            response_time: {
              before_ms: 180,
              after_ms: 420,
              checks_before: 60,
              checks_after: 30,
              week_rise: 1.02,
              worse: true,
            },
            failures: {
              before: { failed: 0, total: 60 },
              after: { failed: 1, total: 31 },
              week_before: { failed: 0, total: 30 },
              worse: false,
            },
          },
        ],
      },
    }),
    created_at: z.iso.datetime(),
  })
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
      description: 'Monitors with one of these tags are concerned; all monitors if `monitorIds` is empty too',
    }),
    monitorIds,
    deployedBy: nameOf(100).nullable().default(null).meta({ description: 'Who deployed it' }),
    deployedAt: plannedInstant.optional().meta({ description: 'Now if omitted' }),
  })
  .meta({ id: 'DeploymentCreate' })

const one = { description: 'The deployment', schema: deployment }
const shared = { tag: 'Deployments' } as const

const listDeployments = defineOperation({
  ...shared,
  id: 'listDeployments',
  method: 'GET',
  path: '/deployments',
  summary: 'List deployments, newest first',
  query: pageQuery.extend({
    service: z.string().min(1).max(100).optional().meta({ description: 'Only deployments of this service' }),
    environment: z.string().min(1).max(50).optional().meta({ description: 'Only in this environment' }),
    tag: tag.optional().meta({ description: 'Only deployments with this tag' }),
  }),
  responses: { 200: { description: 'A page of deployments', schema: listOf(deployment) } },
  async handle({ query: { limit, cursor, ...filter } }, context) {
    const { db, caller } = context
    const page = await pageByPosition({ limit, cursor }, context, {
      list: `deployments ${JSON.stringify(filter)}`,
      position: ({ deployed_at, id }: ComparedDeployment) => [deployed_at.toISOString(), id],
      rows: (after, count) =>
        deploymentRows(db, caller.organization.id, {
          filter,
          after: after && { createdAt: new Date(after[0] ?? ''), id: after[1] ?? '' },
          limit: count,
        }),
    })
    return list(page, show)
  },
})

const createDeployment = defineOperation({
  ...shared,
  id: 'createDeployment',
  method: 'POST',
  path: '/deployments',
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
    deployedBy: 'ada',
  },
  responses: { 201: one },
  async handle({ body: { deployedAt, deployedBy, monitorIds, ...fields } }, context) {
    const { db, caller, now } = context
    await refuseUnknownMonitors(context, monitorIds)
    const deployed_at = deployedAt ?? now
    const made = {
      ...fields,
      id: newId(now),
      tags: [...new Set(fields.tags)],
      monitor_ids: [...new Set(monitorIds)],
      deployed_by: deployedBy,
      deployed_at,
      created_at: now,
    }
    const compareAt = nextComparison(deployed_at, null)
    await addDeployment(db, caller.organization.id, { ...made, externalId: null, compareAt })
    context.record(createdEvent(made))
    return created({ object: 'deployment', ...made, comparison: null })
  },
})

const getDeployment = defineOperation({
  ...shared,
  id: 'getDeployment',
  method: 'GET',
  path: '/deployments/{id}',
  summary: 'Get a deployment',
  params: z.object({ id: z.uuid() }),
  responses: { 200: one },
  async handle({ params: { id } }, { db, caller }) {
    const found = await findDeployment(db, caller.organization.id, id)
    if (!found) throw new Fault('not_found', 'Deployment not found')
    return ok(show(found))
  },
})

export const deploymentOperations: readonly Operation[] = [listDeployments, createDeployment, getDeployment]

function show({ comparison: stored, incidentId, ...row }: ComparedDeployment): object {
  return { object: 'deployment', ...row, comparison: stored && showComparison(stored, incidentId) }
}

function showComparison({ comparedAt, compared, worse, monitors }: DeploymentComparison, incidentId: number | null) {
  return {
    compared_at: comparedAt,
    compared,
    worse,
    incident_id: incidentId,
    monitors: monitors.map(({ id, name, responseTime, failures }) => ({
      id,
      name,
      worse: isWorse({ responseTime, failures }),
      response_time: responseTime && {
        before_ms: Math.round(responseTime.before),
        after_ms: Math.round(responseTime.after),
        checks_before: responseTime.checksBefore,
        checks_after: responseTime.checksAfter,
        week_rise: responseTime.weekRise && Math.round(responseTime.weekRise * 100) / 100,
        worse: responseTime.worse,
      },
      failures: failures && {
        before: failures.before,
        after: failures.after,
        week_before: failures.week,
        worse: failures.worse,
      },
    })),
  }
}
