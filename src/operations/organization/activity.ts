import { z } from 'zod'
import { actions, entityTypes } from './activity-actions.ts'
import { type ActivityEvent, listActivity as activityRows, whenRecorded } from '../../store/accounts/activity.ts'
import { defineOperation } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { list, listOf, pageByItem, pageQuery } from '../registry/page.ts'

const activityEvent = z
  .object({
    object: z.literal('activity_event'),
    id: z.uuid(),
    entity_type: z.string().meta({ example: 'organization' }),
    entity_id: z.string().nullable().meta({ example: '0198c5a2-7d4f-7b12-8d1e-0c5a9f7e3b20' }),
    entity_name: z
      .string()
      .nullable()
      .meta({ description: 'The current name, or the last one before the entity was deleted', example: 'Acme' }),
    action: z.string().meta({ description: '`<entity>.<verb>`, such as `monitor.created`', example: 'config.applied' }),
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'Changed fields as `{from, to}`, secrets as `[redacted]`, and flags such as `via`. If the threshold of an ' +
        'alert rule changed, `of_metric` names the metric that it is compared with.',
      example: { via: 'config' },
    }),
    actor: z.object({ name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ActivityEvent' })

const query = pageQuery.extend({
  entity_type: z
    .enum(entityTypes)
    .optional()
    .meta({ description: 'Only events of this type of entity, such as `monitor`' }),
  entity_id: z.string().min(1).max(100).optional().meta({ description: 'Only events of this entity' }),
  action: z.enum(actions).optional().meta({ description: 'Only this action, such as `monitor.created`' }),
  actor: z
    .string()
    .min(1)
    .max(320)
    .optional()
    .meta({ description: 'Only actions of the user with this email address' }),
  since: instant.optional().meta({ description: 'At or after this time' }),
  until: instant.optional().meta({ description: 'Before this time' }),
})

export const listActivity = defineOperation({
  id: 'listActivity',
  method: 'GET',
  path: '/activity',
  tag: 'Organization',
  summary: 'List the activity log, newest first',
  query,
  responses: { 200: { description: 'Activity events, newest first', schema: listOf(activityEvent) } },
  async handle({ query }, context) {
    const { limit, cursor, entity_type, entity_id, ...rest } = query
    const organizationId = context.caller.organization.id
    const filter = { ...rest, entityType: entity_type, entityId: entity_id }
    const page = await pageByItem({ limit, cursor }, context, {
      list: 'activity',
      id: (row: ActivityEvent) => row.id,
      positionOf: async (id) => {
        const createdAt = await whenRecorded(context.db, organizationId, id)
        return createdAt && { createdAt, id }
      },
      rows: (after, limit) => activityRows(context.db, organizationId, { filter, after, limit }),
    })
    return list(page, ({ actor_name: name, actor_email: email, ...row }) => ({
      object: 'activity_event',
      ...row,
      actor: name === null && email === null ? null : { name, email },
    }))
  },
})
