// The delivery log: every alert that went, or did not go, through a channel.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { Fault } from '../../domain/fault.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { deliverAgain } from '../../store/notifications/deliveries.ts'
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

const silences = ['maintenance', 'severity_filter', 'dependency', 'flapping', 'disabled', 'quiet_hours'] as const

const notification = z
  .object({
    object: z.literal('notification'),
    id: z.int(),
    status: z.enum(notificationStatuses),
    event: z.enum(incidentStatuses).meta({ description: 'What was to be told of the incident' }),
    channel: z
      .object({ id: z.int().nullable(), type: z.string(), name: z.string().nullable() })
      .meta({ description: 'As it was then; it may be gone by now' }),
    oncall_page: z.boolean().meta({ description: 'A personal page to somebody on call' }),
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    severity: z.enum(incidentSeverities).nullable().meta({ description: 'Null for a test' }),
    incident: z
      .object({
        id: z.int().meta({ description: '0 for a test' }),
        status: z.enum(incidentStatuses).nullable(),
        message: z.string().nullable(),
      })
      .meta({ description: 'As it is now; status and message are null once it is no longer kept' }),
    monitor: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Null for the test of a channel' }),
    attempt: z.int().min(0).meta({ description: 'How many attempts it took; 0 when it was silenced' }),
    http_status: z.int().nullable().meta({ description: 'What the receiver answered, if it speaks HTTP' }),
    latency_ms: z.int().nullable().meta({ description: 'How long the last attempt took' }),
    silenced_reason: z.enum(silences).nullable(),
    recipient: z.string().nullable().meta({ description: 'Who got it, masked, where the channel writes to people' }),
    retry_of: z.int().nullable().meta({
      description:
        'The entry of the first failure, when this is another try at it: what was owed, or somebody sent again',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Notification' })

const example = {
  object: 'notification',
  id: 1804,
  status: 'failed',
  event: 'firing',
  channel: { id: 12, type: 'webhook', name: 'Incident hook' },
  oncall_page: false,
  error: 'answered 503: Service Unavailable',
  severity: 'critical',
  incident: { id: 42, status: 'firing', message: 'Shop is down: connection refused by 192.0.2.1:443' },
  monitor: { id: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31', name: 'Shop' },
  attempt: 2,
  http_status: 503,
  latency_ms: 84,
  silenced_reason: null,
  recipient: null,
  retry_of: null,
  created_at: '2026-02-11T08:12:45.310Z',
}

const wholeNumber = z
  .string()
  .refine((text) => /^\d+$/.test(text), { error: 'must be a whole number' })
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .meta({ type: 'integer', minimum: 0 })

const query = pageQuery.extend({
  status: z.enum(notificationStatuses).optional().meta({ description: 'Only entries with this status' }),
  channel_id: numberId
    .optional()
    .meta({ description: 'Only what concerned this channel, also when it has been deleted' }),
  channel_type: z
    .enum(channelKinds.map(({ type }) => type))
    .optional()
    .meta({ description: 'Only channels of this kind, such as `webhook`' }),
  incident_id: wholeNumber.optional().meta({ description: 'Only what concerned this incident; 0 for tests' }),
  monitor_id: z
    .uuid()
    .optional()
    .meta({ description: 'Only what concerned this monitor, also when it has been deleted' }),
  severity: z.enum(incidentSeverities).optional().meta({ description: 'Only alerts of this severity' }),
  oncall_page: z.enum(['true', 'false']).optional().meta({ description: 'Only personal pages, or all but these' }),
  since: instant.optional().meta({ description: 'At or after this moment' }),
  until: instant.optional().meta({ description: 'Before this moment' }),
})

const params = z.object({ id: numberId })
const shared = { tag: 'Delivery log' } as const

const notifications = defineResource({
  object: 'notification',
  noun: 'notification',
  ...shared,
  path: '/notifications',
  params,
  one: { description: 'The entry', schema: notification, example },
  find: ({ db, caller }, { id }) => showNotification(db, caller.organization.id, id),
  async hold({ db, caller }, { id }) {
    const logged = await findDelivery(db, caller.organization.id, id)
    return logged && { ...logged, id, name: logged.channelName }
  },
  show: ({ json }) => new JsonText(json),
})

export const listNotifications = defineOperation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  access: 'read',
  ...shared,
  summary: 'The delivery log, newest first',
  description:
    'Everything that was to be told through a channel: what was sent, what failed, and what was kept silent and why.',
  query,
  responses: {
    200: {
      description: 'A page of the log',
      schema: listOf(notification),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const { limit, cursor, ...asked } = query
    const { db, caller } = context
    const filter = filterOf(asked)
    const page = await pageByItem({ limit, cursor }, context, {
      list: 'notifications',
      id: ({ id }: ShownNotification) => String(id),
      positionOf: (id) => positionOfNotification(db, caller.organization.id, Number(id)),
      rows: (after, limit) => notificationRows(db, caller.organization.id, { filter, after, limit }),
    })
    return listOfJson(page)
  },
})

function filterOf(asked: Omit<z.output<typeof query>, 'limit' | 'cursor'>) {
  const {
    channel_id: channelId,
    channel_type: channelType,
    incident_id: incidentId,
    monitor_id: monitorId,
    oncall_page,
    ...rest
  } = asked
  const oncallPage = oncall_page === undefined ? undefined : oncall_page === 'true'
  return { ...rest, channelId, channelType, incidentId, monitorId, oncallPage }
}

export const getNotification = notifications.read({ id: 'getNotification', summary: 'One entry of the delivery log' })

export const retryNotification = defineOperation({
  id: 'retryNotification',
  method: 'POST',
  path: '/notifications/{id}/retry',
  access: 'write',
  ...shared,
  summary: 'Send what failed once more',
  description:
    'The same alert goes to the same channel, and to no fallback; what comes of it is a new entry of the log. ' +
    'Asked for again while it is on its way, it is not sent twice.',
  params,
  faults: ['conflict'],
  responses: { 202: { description: 'The entry that failed; it stays as it is', schema: notification, example } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const logged = await notifications.held(context, params)
    if (logged.status !== 'failed')
      throw new Fault('conflict', `The notification was ${logged.status}; only failed ones can be sent again`)
    if (!logged.channel) throw new Fault('conflict', 'The channel is gone; there is nowhere to send this to')
    if (!logged.channel.enabled) throw new Fault('conflict', 'The channel is disabled; enable it first')
    await deliverAgain(db, caller.organization.id, { id: logged.id, now })
    notifications.record(context, 'notification.retried', logged)
    return accepted(new JsonText((await notifications.found(context, params)).json))
  },
})
