// The stored URL of a webhook, for people who may change it. Other secrets are never shown again.
import { z } from 'zod'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import { openForChange } from '../../domain/stored-config.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { channels } from './channels.ts'
import { kindOf, mask } from './config.ts'
import { params } from './schema.ts'

export const showChannelAddress = defineOperation({
  id: 'showChannelAddress',
  method: 'POST',
  path: '/dashboard/notification-channels/{id}/address',
  audience: 'dashboard',
  tag: 'Notification channels',
  summary: 'Show the stored URL of a webhook',
  params,
  responses: {
    200: {
      description: 'The URL',
      schema: z.object({ object: z.literal('channel_address'), url: z.string() }).meta({ id: 'ChannelAddress' }),
    },
  },
  faults: ['conflict'],
  async handle({ params }, context) {
    const channel = await channels.lock(context, params)
    const kind = kindOf(channel.type)
    if (!kind.isAddressReadable)
      throw new Fault('conflict', `The URL of a ${kind.title} channel works like a password and cannot be shown`)
    const { secrets } = openForChange(kind, context.services.vault, {
      ...channel,
      context: secretContext(channel.id),
      mask,
    })
    if (typeof secrets['url'] !== 'string')
      throw new Fault('conflict', 'The stored URL was encrypted with another key. Enter it again.')
    return ok({ object: 'channel_address', url: secrets['url'] })
  },
})
