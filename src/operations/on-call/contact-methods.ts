// Contact methods: the personal channels through which a user is paged.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type ContactMethod,
  addContactMethod,
  findContactMethod,
  listContactMethods as methodRows,
  deleteContactMethod as removeMethod,
} from '../../store/on-call/contact-methods.ts'
import { notificationStatuses } from '../../store/notifications/log.ts'
import { newChannelId } from '../../store/notifications/channels.ts'
import { validateConfig, saveChannelConfig, kindOf, mask } from '../channels/config.ts'
import { channelName, params } from '../channels/schema.ts'
import { lockOwner, ownerOf } from '../registry/signed-in-user.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { defineResource } from '../registry/resource.ts'
import { emptyConfig, mergeStored, sealSecrets } from '../../domain/stored-config.ts'

const contactMethod = z
  .object({
    object: z.literal('contact_method'),
    id: z.int(),
    name: z.string(),
    type: z.string().meta({ description: 'The channel type, such as `ntfy` or `pushover`' }),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Depends on the type; secret values read `__redacted__`' }),
    enabled: z.boolean().meta({
      description: 'False for a device that no longer exists for its push service; nothing is sent to it',
    }),
    created_at: z.iso.datetime(),
    last_delivery: z
      .object({ status: z.enum(notificationStatuses), error: z.string().nullable(), created_at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The latest page or test through it; null before the first' }),
  })
  .meta({ id: 'ContactMethod' })

const body = z
  .strictObject({
    type: z.string().meta({ enum: channelKinds.map(({ type }) => type) }),
    name: channelName.optional().meta({ description: 'The title of the type if omitted' }),
    config: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'ContactMethodCreate' })

const maxMethods = 20
const shared = { audience: 'dashboard', tag: 'On-call' } as const

export const methods = defineResource({
  object: 'contact_method',
  noun: 'contact method',
  ...shared,
  path: '/dashboard/contact-methods',
  params,
  one: { description: 'The contact method', schema: contactMethod },
  find: (context, { id }) => findContactMethod(context.db, ownerOf(context), id),
  lock: (context, { id }) => findContactMethod(context.db, ownerOf(context), id),
  show,
})

export const listContactMethods = defineOperation({
  id: 'listContactMethods',
  method: 'GET',
  path: '/dashboard/contact-methods',
  ...shared,
  summary: 'List your contact methods',
  responses: {
    200: {
      description: 'All contact methods, oldest first',
      schema: z.object({ object: z.literal('list'), data: z.array(contactMethod), has_more: z.literal(false) }),
    },
  },
  async handle(_input, context) {
    const rows = await methodRows(context.db, ownerOf(context))
    return ok({ object: 'list', data: rows.map(show), has_more: false })
  },
})

export const createContactMethod = methods.create({
  id: 'createContactMethod',
  summary: 'Add a contact method',
  description: 'Any channel type. It only receives your on-call pages, and other users do not see it.',
  body,
  bodyExample: { type: 'ntfy', name: 'Phone', config: { topic: 'ada-on-call' } },
  facts: ({ type }) => ({ type }),
  async create({ type, config, name }, context) {
    const { db, now, services } = context
    const kind = kindOf(type)
    const owner = await lockOwner(context)
    if ('contact_group_ids' in config)
      throw new Fault('invalid_request', 'config.contact_group_ids: must be left out of a contact method')
    if ((await methodRows(db, owner)).length >= maxMethods)
      throw new Fault('conflict', `You can have at most ${maxMethods} contact methods; delete one first`)
    const values = mergeStored(kind, emptyConfig, { sent: config, mask })
    await validateConfig(context, kind, values)
    const id = await newChannelId(db)
    const stored = saveChannelConfig(kind, values)
    const secrets = sealSecrets(services.vault, secretContext(id), stored)
    const method = { id, name: name ?? kind.title, type, enabled: true, config: stored.config, secrets }
    await addContactMethod(db, owner, method, now)
    return { ...method, created_at: now, last: null }
  },
})

export const deleteContactMethod = methods.delete({
  id: 'deleteContactMethod',
  summary: 'Delete a contact method',
  remove: ({ id }, context) => removeMethod(context.db, ownerOf(context), id),
})

function show({ id, name, type, enabled, config, created_at, last }: ContactMethod) {
  const { contact_group_ids: _none, ...own } = config
  return { object: 'contact_method', id, name, type, enabled, config: own, created_at, last_delivery: last }
}
