import { z } from 'zod'
import { sampleAlerts, sampleMoments } from '../../domain/notifying/sample-alert.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { kindOf } from './config.ts'

const preview = z
  .object({
    moment: z.enum(sampleMoments),
    title: z.string().nullable().meta({ description: 'Null if there is only a text' }),
    text: z.string(),
  })
  .meta({ id: 'ChannelPreview' })

export const previewChannel = defineOperation({
  id: 'previewChannel',
  method: 'GET',
  path: '/dashboard/channel-previews',
  audience: 'dashboard',
  tag: 'Notification channels',
  summary: 'Preview the messages of a channel type: firing, reminder and resolved',
  description: 'Uses a sample incident. Shows the text, or the body that programs get, without colours and buttons.',
  query: z.strictObject({ type: z.string().meta({ description: 'The channel type' }) }),
  responses: {
    200: {
      description: 'The messages of the events that it accepts',
      schema: z.object({ object: z.literal('list'), data: z.array(preview), has_more: z.literal(false) }),
    },
  },
  async handle({ query }, { caller, now, services }) {
    const kind = kindOf(query.type)
    const samples = sampleAlerts(caller.organization, { origin: services.origin(), now })
    const data = samples
      .filter(({ alert }) => kind.takes.includes(alert.kind))
      .map(({ moment, alert }) => ({ moment, ...kind.preview(alert) }))
    return ok({ object: 'list', data, has_more: false })
  },
})
