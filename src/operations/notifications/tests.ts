// Test notifications: through one channel, or to everyone that incidents of a monitor notify.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { activeAt, covers } from '../../domain/maintenance.ts'
import { type Route, groupsFor, routesOf } from '../../domain/notifying/routing.ts'
import { type RoutedAlert, deliveriesOf, silencesOf } from '../../domain/notifying/delivery.ts'
import { testAlert } from '../../domain/notifying/test-alert.ts'
import type { Database } from '../../store/database/database.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { membersOf } from '../../store/notifications/contact-groups.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { logDeliveries } from '../../store/notifications/log.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { defaultGroupId, watchedTarget } from '../../store/notifications/tests.ts'
import { channels } from '../channels/channels.ts'
import { draftTest } from '../channels/draft-test.ts'
import { params as channelParams } from '../channels/schema.ts'
import { accepted, defineOperation } from '../registry/define.ts'
import { monitors } from '../monitors/monitor.ts'
import { params as monitorParams } from '../monitors/schema.ts'

const test = z
  .object({
    object: z.literal('notification_test'),
    channels: z
      .array(
        z.object({
          id: z.int().meta({ example: 12 }),
          type: z.string().meta({ example: 'webhook' }),
          name: z.string().meta({ example: 'Incident hook' }),
          silenced_reason: z.string().nullable(),
        }),
      )
      .meta({ description: 'The notified channels, and the silenced ones with the reason' }),
    requested_at: z.iso.datetime(),
  })
  .meta({ id: 'NotificationTest' })

const shared = {
  access: 'write',
  tag: 'Notification channels',
  responses: { 202: { description: 'Queued; the delivery log shows the result', schema: test } },
} as const

export const testChannel = defineOperation({
  id: 'testNotificationChannel',
  method: 'POST',
  path: '/notification-channels/{id}/test',
  ...shared,
  summary: 'Send a test through a channel',
  description:
    'Channels that write to people write to the signed-in user, or to the members of their contact groups if a program ' +
    'asks.',
  params: channelParams,
  faults: ['conflict'],
  async handle({ params }, context) {
    const { db, caller, now } = context
    await channels.lock(context, params)
    const channel = (await routedChannels(db, [caller.organization.id])).find(({ id }) => id === params.id)
    if (!channel) throw channels.notFound()
    if (!channel.enabled) throw new Fault('conflict', 'The channel is disabled; enable it first')
    await addDeliveries(
      db,
      [await draftTest(db, { organization: caller.organization, channel, me: caller.user }, now)],
      now,
    )
    channels.record(context, 'notification_channel.tested', channel)
    return accepted(show([{ channel, silence: null }], now))
  },
})

export const testMonitorNotification = defineOperation({
  id: 'testMonitorNotification',
  method: 'POST',
  path: '/monitors/{id}/test-notification',
  ...shared,
  summary: 'Send a test to everyone that a critical incident of a monitor would notify',
  description:
    'Uses the groups of the monitor, like a rule without its own contact group. Maintenance silences it, too.',
  params: monitorParams,
  async handle({ params }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const monitor = await watchedTarget(db, organizationId, params.id)
    if (!monitor) throw monitors.notFound()
    const alert = testAlert({ organization: caller.organization, monitor }, now)
    const defaultGroup = await defaultGroupId(db, organizationId)
    const groupIds = groupsFor({ ruleGroup: null, monitorGroups: monitor.groupIds, defaultGroup })
    const windows = await windowsOf(db, [organizationId])
    const isMuted = windows.some((window) => window.suppressAlerts && activeAt(window, now) && covers(window, monitor))
    const routes = routesOf(
      { severity: alert.incident.severity, groupIds, silence: isMuted ? 'maintenance' : null },
      await routedChannels(db, [organizationId]),
    )
    await queueTest(db, { organizationId, alert, routes }, now)
    monitors.record(context, 'monitor.notification_tested', monitor)
    return accepted(show(routes, now))
  },
})

function show(routes: readonly Pick<Route, 'channel' | 'silence'>[], now: Date) {
  const channels = routes.map(({ channel: { id, type, name }, silence }) => ({
    id,
    type,
    name,
    silenced_reason: silence,
  }))
  return { object: 'notification_test', channels, requested_at: now }
}

async function queueTest(db: Database, routed: RoutedAlert, now: Date): Promise<void> {
  const groupIds = routed.routes.flatMap((route) => route.groupIds)
  await addDeliveries(db, deliveriesOf(routed, await membersOf(db, groupIds)), now)
  await logDeliveries(db, silencesOf(routed, now))
}
