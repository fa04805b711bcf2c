// The delivery log: every alert that was or was not sent through a channel.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { Fault } from '../../domain/fault.ts'
import { silences } from '../../domain/notifying/routing.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { deliverAgain } from '../../store/notifications/failed-deliveries.ts'
import { findDelivery, notificationStatuses } from '../../store/notifications/log.ts'
import {
  type ShownNotification,
  listNotifications as notificationRows,
  positionOfNotification,
  showNotification,
} from '../../store/notifications/log-pages.ts'
import { JsonText, accepted, defineOperation } from '../registry/define.ts'
import { numberId } from '../registry/fields/number-id.ts'
import { instant } from '../registry/fields/instant.ts'
import { listOf, listOfJson, pageByItem, pageQuery } from '../registry/page.ts'
import { defineResource } from '../registry/resource.ts'

const reasons = [...silences, 'flapping'] as const

const notification = z
  .object({
    object: z.literal('notification'),
    id: z.int().meta({ example: 1804 }),
    status: z.enum(notificationStatuses).meta({ example: 'failed' }),
    event: z.enum(incidentStatuses).meta({ description: 'The event of the incident', example: 'firing' }),
    channel: z
      .object({
        id: z.int().nullable().meta({ example: 12 }),
        type: z.string().meta({ example: 'webhook' }),
        name: z.string().nullable().meta({ example: 'Incident hook' }),
      })
      .meta({ id: 'DeliveryChannel', description: 'As it was then; it may have been deleted' }),
    oncall_page: z.boolean().meta({ description: 'A personal page to someone on call' }),
    error: z.string().nullable().meta({ description: 'Why it failed', example: 'answered 503: Service Unavailable' }),
    severity: z.enum(incidentSeverities).nullable().meta({ description: 'Null for a test', example: 'critical' }),
    incident: z
      .object({
        id: z.int().meta({ description: '0 for a test', example: 42 }),
        status: z.enum(incidentStatuses).nullable().meta({ example: 'firing' }),
        message: z.string().nullable().meta({ example: 'Shop is down: connection refused by 192.0.2.1:443' }),
      })
      .meta({ description: 'Its current values; status and message are null after its retention period' }),
    monitor: z
      .object({ id: z.uuid(), name: z.string().meta({ example: 'Shop' }) })
      .nullable()
      .meta({ description: 'Null for the test of a channel' }),
    attempt: z.int().min(0).meta({ description: 'Number of attempts; 0 if silenced', example: 2 }),
    http_status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response, if the channel uses HTTP', example: 503 }),
    latency_ms: z.int().nullable().meta({ description: 'Duration of the last attempt', example: 84 }),
    silenced_reason: z.enum(reasons).nullable(),
    recipient: z.string().nullable().meta({ description: 'Masked recipient, if the channel writes to people' }),
    retry_of: z.int().nullable().meta({
      description: 'The entry of the first failure, if this is a retry',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Notification' })

const wholeNumber = z
  .string()
  .refine((text) => /^\d+$/.test(text), { error: 'must be a whole number' })
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .meta({ type: 'integer', minimum: 0 })

const query = pageQuery.extend({
  status: z.enum(notificationStatuses).optional().meta({ description: 'Only entries with this status' }),
  channel_id: numberId.optional().meta({ description: 'Only entries of this channel, even if it was deleted' }),
  channel_type: z
    .enum(channelKinds.map(({ type }) => type))
    .optional()
    .meta({ description: 'Only channels of this kind, such as `webhook`' }),
  incident_id: wholeNumber.optional().meta({ description: 'Only entries of this incident; 0 for tests' }),
  monitor_id: z.uuid().optional().meta({ description: 'Only entries of this monitor, even if it was deleted' }),
  severity: z.enum(incidentSeverities).optional().meta({ description: 'Only alerts of this severity' }),
  oncall_page: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only personal pages (`true`) or only other entries (`false`)' }),
  since: instant.optional().meta({ description: 'At or after this time' }),
  until: instant.optional().meta({ description: 'Before this time' }),
})

const params = z.object({ id: numberId })
const shared = { tag: 'Delivery log' } as const

const notifications = defineResource({
  object: 'notification',
  noun: 'notification',
  ...shared,
  path: '/notifications',
  params,
  one: { description: 'The entry', schema: notification },
  find: ({ db, caller }, { id }) => showNotification(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    const logged = await findDelivery(db, caller.organization.id, id)
    return logged && { ...logged, id, name: logged.channelName }
  },
  show: ({ json }) => new JsonText(json),
})

const listNotifications = defineOperation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  ...shared,
  summary: 'List the delivery log, newest first',
  description: 'Every alert for a channel: sent, failed, or silenced with the reason.',
  query,
  responses: { 200: { description: 'A page of the log', schema: listOf(notification) } },
  async handle({ query }, context) {
    const { limit, cursor, ...filters } = query
    const { db, caller } = context
    const filter = filterOf(filters)
    const page = await pageByItem({ limit, cursor }, context, {
      list: 'notifications',
      id: ({ id }: ShownNotification) => String(id),
      positionOf: (id) => positionOfNotification(db, caller.organization.id, Number(id)),
      rows: (after, limit) => notificationRows(db, caller.organization.id, { filter, after, limit }),
    })
    return listOfJson(page)
  },
})

function filterOf(filters: Omit<z.output<typeof query>, 'limit' | 'cursor'>) {
  const {
    channel_id: channelId,
    channel_type: channelType,
    incident_id: incidentId,
    monitor_id: monitorId,
    oncall_page,
    ...rest
  } = filters
  const oncallPage = oncall_page === undefined ? undefined : oncall_page === 'true'
  return { ...rest, channelId, channelType, incidentId, monitorId, oncallPage }
}

const getNotification = notifications.read({ id: 'getNotification', summary: 'Get an entry of the delivery log' })

const retryNotification = defineOperation({
  id: 'retryNotification',
  method: 'POST',
  path: '/notifications/{id}/retry',
  ...shared,
  summary: 'Retry a failed notification',
  description:
    'Sends the same alert to the same channel, without fallbacks. The result is a new entry of the log. ' +
    'A second request while it is queued does not send it twice.',
  params,
  faults: ['conflict'],
  responses: { 202: { description: 'The failed entry, which does not change', schema: notification } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const logged = await notifications.lock(context, params)
    if (logged.status !== 'failed')
      throw new Fault('conflict', `The notification was ${logged.status}; only failed notifications can be sent again`)
    if (!logged.channel)
      throw new Fault('conflict', 'The channel was deleted, so this notification cannot be sent again')
    if (!logged.channel.enabled) throw new Fault('conflict', 'The channel is disabled; enable it first')
    if (!logged.isRepeatable)
      throw new Fault('conflict', 'Nobody answered this call; page the person from the incident instead')
    await deliverAgain(db, caller.organization.id, { id: logged.id, now })
    notifications.record(context, 'notification.retried', logged)
    return accepted(new JsonText((await notifications.find(context, params)).json))
  },
})

export const notificationLogOperations = [listNotifications, getNotification, retryNotification]
