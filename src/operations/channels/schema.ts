// The schemas of notification channels.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { channelSeverities } from '../../store/notifications/channels.ts'
import { numberId } from '../registry/fields/number-id.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
import { managed } from '../registry/fields/managed.ts'

export const channelName = nameOf(100)
export const severityFilter = z
  .array(z.enum(channelSeverities))
  .min(1)
  .transform((severities) => channelSeverities.filter((severity) => severities.includes(severity)))

const receivesAll = 'Receives the alerts of every contact group'
const usedOnFailure = 'The channel that is used if this one fails'
const fields = describeFields({
  name: { schema: channelName, example: 'Incident hook' },
  type: {
    schema: z.string().meta({ enum: channelKinds.map(({ type }) => type) }),
    only: 'create',
    shown: z.string().meta({ description: 'The channel type, such as `slack` or `webhook`' }),
    example: 'webhook',
  },
  enabled: {
    schema: z.boolean(),
    default: true,
    shown: z.boolean().meta({ description: 'A disabled channel receives nothing' }),
    example: true,
  },
  isDefault: {
    schema: z.boolean().meta({ description: receivesAll }),
    default: false,
    shown: z.boolean().meta({ description: receivesAll }),
  },
  severityFilter: {
    schema: severityFilter.meta({ description: 'The severities of alerts that it receives' }),
    default: [...channelSeverities],
    shown: z.array(z.enum(channelSeverities)),
    example: ['critical', 'warning'],
  },
  config: {
    schema: z.record(z.string(), z.unknown()).meta({ description: 'The keys depend on the type' }),
    default: {},
    shown: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Depends on the type; secret values read `__redacted__`' }),
    example: {
      url: '__redacted__',
      secret: '__redacted__',
      contact_group_ids: ['0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09'],
    },
  },
  fallbackChannelId: {
    schema: z.int().min(1).nullable().meta({ description: usedOnFailure }),
    default: null,
    shown: z.int().nullable().meta({ description: usedOnFailure }),
  },
})

export const channel = z
  .object({
    object: z.literal('notification_channel'),
    id: z.int().meta({ example: 12 }),
    ...fields.shown,
    routes: z
      .array(z.object({ contact_group: z.object({ id: z.uuid(), name: z.string().meta({ example: 'On call' }) }) }))
      .meta({ description: 'The contact groups whose alerts it receives' }),
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'NotificationChannel' })

export const createBody = z.strictObject(fields.create).meta({ id: 'NotificationChannelCreate' })
export const updateBody = z.strictObject(fields.update).meta({ id: 'NotificationChannelUpdate' })

export const params = z.object({ id: numberId })
