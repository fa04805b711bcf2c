import { z } from 'zod'
import { type ChannelKind, channelCategories, sendsToNumbers } from '../../channels/define.ts'
import { channelKinds } from '../../channels/index.ts'
import { callbackUrlOf } from '../../domain/notifying/reply.ts'
import { defineOperation, ok } from '../registry/define.ts'
import type { Services } from '../registry/services.ts'
import { formFields, formFieldsOf } from '../registry/fields/form-fields.ts'

const channelKind = z
  .object({
    object: z.literal('channel_kind'),
    type: z.string(),
    name: z.string(),
    category: z.enum(channelCategories),
    summary: z.string(),
    address_readable: z.boolean().meta({ description: 'Whether the stored URL can be read again' }),
    sends_to_numbers: z.boolean().meta({
      description: 'Whether people only enter their number, and the organization has the account',
    }),
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
    },
  },
  async handle(_request, { services }) {
    const data = channelKinds.map((kind) => ({
      ...entryOf(kind, services),
      callback_url: callbackUrl(kind, services.origin()),
    }))
    return ok({ object: 'list', data, has_more: false })
  },
})

const callbackUrl = ({ receive, setsCallback }: ChannelKind, origin: string): string | null =>
  receive === null || setsCallback ? null : callbackUrlOf(origin, '{id}')

export function entryOf(
  kind: ChannelKind,
  { mail }: Pick<Services, 'mail'> = { mail: null },
): Omit<z.output<typeof channelKind>, 'callback_url'> {
  const { type, title, category, summary, isAddressReadable, isDevice, config } = kind
  const shown = {
    type,
    name: title,
    category,
    summary,
    address_readable: isAddressReadable,
    sends_to_numbers: sendsToNumbers(kind),
    is_device: isDevice,
  }
  const fields = formFieldsOf(config)
  const choice = mail && kind.installationMail
  const offered = fields.map((field) => (field.key === choice?.key ? { ...field, default: choice.value } : field))
  return { object: 'channel_kind', ...shown, config: choice ? offered : fields }
}
