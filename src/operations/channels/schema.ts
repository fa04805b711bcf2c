// The schemas of notification channels.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { channelSeverities } from '../../store/notifications/channels.ts'
import { numberId } from '../registry/fields/number-id.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'

export const channel = z
  .object({
    object: z.literal('notification_channel'),
    id: z.int().meta({ example: 12 }),
    name: z.string().meta({ example: 'Incident hook' }),
    type: z.string().meta({ description: 'The channel type, such as `slack` or `webhook`', example: 'webhook' }),
    enabled: z.boolean().meta({ description: 'A disabled channel receives nothing', example: true }),
    is_default: z.boolean().meta({ description: 'Receives the alerts of every contact group' }),
    severity_filter: z.array(z.enum(channelSeverities)).meta({ example: ['critical', 'warning'] }),
    config: z.record(z.string(), z.unknown()).meta({
      description: 'Depends on the type; secret values read `__redacted__`',
      example: {
        url: '__redacted__',
        secret: '__redacted__',
        contact_group_ids: ['0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09'],
      },
    }),
    routes: z
      .array(z.object({ contact_group: z.object({ id: z.uuid(), name: z.string().meta({ example: 'On call' }) }) }))
      .meta({ description: 'The contact groups whose alerts it receives' }),
    fallback_channel_id: z.int().nullable().meta({ description: 'The channel that is used if this one fails' }),
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'NotificationChannel' })

export const channelName = nameOf(100)
export const severityFilter = z
  .array(z.enum(channelSeverities))
  .min(1)
  .transform((severities) => channelSeverities.filter((severity) => severities.includes(severity)))

const fields = {
  name: channelName,
  enabled: z.boolean(),
  isDefault: z.boolean().meta({ description: 'Receives the alerts of every contact group' }),
  severityFilter: severityFilter.meta({ description: 'The severities of alerts that it receives' }),
  fallbackChannelId: z.int().min(1).nullable().meta({ description: 'The channel that is used if this one fails' }),
  config: z.record(z.string(), z.unknown()).meta({ description: 'The keys depend on the type' }),
}

export const createBody = z
  .strictObject({
    ...fields,
    type: z.string().meta({ enum: channelKinds.map(({ type }) => type) }),
    enabled: fields.enabled.default(true),
    isDefault: fields.isDefault.default(false),
    severityFilter: fields.severityFilter.default([...channelSeverities]),
    fallbackChannelId: fields.fallbackChannelId.default(null),
    config: fields.config.default({}),
  })
  .meta({ id: 'NotificationChannelCreate' })

export const updateBody = z.strictObject(fields).partial().meta({ id: 'NotificationChannelUpdate' })

export const params = z.object({ id: numberId })
