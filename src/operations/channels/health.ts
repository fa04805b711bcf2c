import { z } from 'zod'
import { channelHealth } from '../../store/notifications/channel-health.ts'
import { notificationStatuses } from '../../store/notifications/log.ts'
import { defineOperation, ok } from '../registry/define.ts'

const dayMs = 86_400_000

const health = z
  .object({
    channel_id: z.int(),
    last: z
      .object({
        id: z.int(),
        status: z.enum(notificationStatuses),
        error: z.string().nullable(),
        latency_ms: z.int().nullable(),
        created_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: 'The latest delivery attempt' }),
    sent: z.int().meta({ description: 'In the last 24 hours' }),
    failed: z.int(),
    silenced: z.int(),
    waiting: z
      .object({ count: z.int(), since: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Messages that have waited for more than a minute because the receiver is slow' }),
  })
  .meta({ id: 'ChannelHealth' })

export const listChannelHealth = defineOperation({
  id: 'listChannelHealth',
  method: 'GET',
  path: '/dashboard/channel-health',
  audience: 'dashboard',
  tag: 'Notification channels',
  summary: 'List the health of each channel: its latest delivery and the last 24 hours',
  responses: {
    200: {
      description: 'The channels',
      schema: z.object({ object: z.literal('list'), data: z.array(health), has_more: z.boolean() }),
    },
  },
  async handle(_input, { db, caller, now }) {
    const since = new Date(now.getTime() - dayMs)
    return ok({
      object: 'list',
      data: await channelHealth(db, caller.organization.id, { since, now }),
      has_more: false,
    })
  },
})
