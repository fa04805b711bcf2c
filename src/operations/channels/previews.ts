import { z } from 'zod'
import { sampleAlerts, sampleMoments } from '../../domain/notifying/sample-alert.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { kindOf } from './config.ts'

const preview = z
  .object({
    moment: z.enum(sampleMoments),
    title: z.string().nullable().meta({ description: 'Null where the text is all there is' }),
    text: z.string(),
  })
  .meta({ id: 'ChannelPreview' })

const example = {
  moment: 'firing',
  title: '🔴 DOWN Shop: no response within 10 s (while connecting)',
  text: 'Shop is down: no response within 10 s (while connecting)\nMonitor: Shop (http)\nSeverity: critical',
}

export const previewChannel = defineOperation({
  id: 'previewChannel',
  method: 'GET',
  path: '/dashboard/channel-previews',
  access: 'read',
  audience: 'dashboard',
  tag: 'Notification channels',
  summary: 'What a kind of channel tells when an incident begins, goes on and ends',
  description: 'Of a made-up incident, in words or as the body that programs get. Colours and buttons are not shown.',
  query: z.strictObject({ type: z.string().meta({ description: 'The kind of channel' }) }),
  responses: {
    200: {
      description: 'What it tells of those that it takes',
      schema: z.object({ object: z.literal('list'), data: z.array(preview), has_more: z.literal(false) }),
      example: { object: 'list', data: [example], has_more: false },
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
