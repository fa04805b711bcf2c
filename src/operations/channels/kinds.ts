import { z } from 'zod'
import { type ChannelKind, channelCategories } from '../../channels/define.ts'
import { channelKinds } from '../../channels/index.ts'
import { callbackUrlOf } from '../../domain/notifying/reply.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { formFields, formFieldsOf } from '../registry/fields/form-fields.ts'

const channelKind = z
  .object({
    object: z.literal('channel_kind'),
    type: z.string(),
    name: z.string(),
    category: z.enum(channelCategories),
    summary: z.string(),
    address_readable: z.boolean().meta({ description: 'Whether the stored URL can be read again' }),
    is_device: z.boolean().meta({ description: 'Whether browsers add themselves, so that no form is shown' }),
    callback_url: z
      .string()
      .nullable()
      .meta({
        description:
          'The address to enter at the vendor, so that replies to alerts arrive; `{id}` stands for the id of the ' +
          'channel. Null if there is nothing to enter',
      }),
    config: formFields,
  })
  .meta({ id: 'ChannelKind' })

const example = {
  object: 'channel_kind',
  type: 'webhook',
  name: 'Webhook',
  category: 'webhook',
  summary: 'Posts every incident event as JSON to your address.',
  address_readable: true,
  is_device: false,
  callback_url: null,
  config: [
    {
      key: 'url',
      type: 'string',
      required: true,
      default: null,
      secret: true,
      enum: null,
      choices: null,
      min: null,
      max: null,
      max_items: null,
      max_length: 2000,
      description: 'Address that receives the events',
      label: 'Address',
      group: null,
      advanced: false,
      unit: null,
      placeholder: 'https://hooks.example.com/lapwing',
      sample: null,
      shown_when: null,
      refers_to: null,
      fields: null,
      item: null,
      items: null,
    },
  ],
}

export const listChannelKinds = defineOperation({
  id: 'listChannelKinds',
  method: 'GET',
  path: '/dashboard/channel-kinds',
  audience: 'dashboard',
  tag: 'Notification channels',
  summary: 'List all channel types with their form fields',
  responses: {
    200: {
      description: 'The kinds',
      schema: z.object({ object: z.literal('list'), data: z.array(channelKind), has_more: z.boolean() }),
      example: { object: 'list', data: [example], has_more: false },
    },
  },
  async handle(_request, { services }) {
    const data = channelKinds.map((kind) => ({ ...entryOf(kind), callback_url: callbackUrl(kind, services.origin()) }))
    return ok({ object: 'list', data, has_more: false })
  },
})

const callbackUrl = ({ receive, setsCallback }: ChannelKind, origin: string): string | null =>
  receive === null || setsCallback ? null : callbackUrlOf(origin, '{id}')

export function entryOf(kind: ChannelKind): Omit<z.output<typeof channelKind>, 'callback_url'> {
  const { type, title, category, summary, isAddressReadable, isDevice, config } = kind
  const shown = { type, name: title, category, summary, address_readable: isAddressReadable, is_device: isDevice }
  return { object: 'channel_kind', ...shown, config: formFieldsOf(config) }
}
