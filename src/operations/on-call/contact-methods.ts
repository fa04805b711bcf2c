// Contact methods: the personal channels through which a user is paged.
import { z } from 'zod'
import { type ChannelKind, sendsToNumbers } from '../../channels/define.ts'
import { channelKind, channelKinds } from '../../channels/index.ts'
import { phoneNumber } from '../../channels/phone/telephone.ts'
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
import type { MonitorConfig } from '../../domain/monitor.ts'
import { findChannel, newChannelId } from '../../store/notifications/channels.ts'
import { validateConfig, saveChannelConfig, kindOf, mask, withInstallationMail } from '../channels/config.ts'
import { channelName, params } from '../channels/schema.ts'
import { lockOwner, ownerOf } from '../registry/signed-in-user.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
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
    provider: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: "The organization's channel that sends for it" }),
    created_at: z.iso.datetime(),
    last_delivery: z
      .object({ status: z.enum(notificationStatuses), error: z.string().nullable(), created_at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The latest page or test through it; null before the first' }),
  })
  .meta({ id: 'ContactMethod' })

const body = z
  .strictObject({
    type: z
      .string()
      .optional()
      .meta({ enum: channelKinds.map(({ type }) => type), description: 'Required unless a channel sends for it' }),
    channelId: z
      .int()
      .optional()
      .meta({ description: 'A channel of the organization that sends for it; `GET /dashboard/my-paging` lists them' }),
    phone: phoneNumber.optional().meta({ description: 'Your number, for channels that write to numbers' }),
    name: channelName.optional().meta({ description: 'The title of the type if omitted' }),
    config: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Empty if a channel sends for it' }),
  })
  .refine(({ type, channelId }) => (type === undefined) !== (channelId === undefined), {
    error: 'must have either type or channelId',
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
  description:
    'Any channel type. It only receives your on-call pages, and other users do not see it. Calls and text messages are ' +
    'sent by a channel of the organization: send its id and your number.',
  body,
  bodyExample: { type: 'ntfy', name: 'Phone', config: { topic: 'ada-on-call' } },
  facts: ({ type }) => ({ type }),
  async create({ config, name, ...draft }, context) {
    const owner = await lockOwner(context)
    if ('contact_group_ids' in config)
      throw new Fault('invalid_request', 'config.contact_group_ids: must be left out of a contact method')
    if ((await methodRows(context.db, owner)).length >= maxMethods)
      throw new Fault('conflict', `You can have at most ${maxMethods} contact methods; delete one first`)
    const { channelId, phone, type = '' } = draft
    if (channelId !== undefined)
      return addMethod(context, { ...(await throughChannel(context, channelId, phone)), name })
    const kind = kindOf(type)
    if (sendsToNumbers(kind))
      throw new Fault('invalid_request', 'channelId: calls and text messages need a channel of the organization')
    const sent = withInstallationMail(kind, config, context.services)
    const values = mergeStored(kind, emptyConfig, { sent, mask })
    await validateConfig(context, kind, values)
    return addMethod(context, { kind, values, name })
  },
})

interface NewMethod {
  readonly kind: ChannelKind
  readonly values: MonitorConfig
  readonly name?: string | undefined
  readonly provider?: ContactMethod['provider']
}

/** Stores a valid contact method of the user. */
async function addMethod(
  context: CallerContext,
  { kind, values, name = kind.title, provider = null }: NewMethod,
): Promise<ContactMethod> {
  const { db, now, services } = context
  const id = await newChannelId(db)
  const stored = saveChannelConfig(kind, values)
  const secrets = sealSecrets(services.vault, secretContext(id), stored)
  const method = { id, name, type: kind.type, enabled: true, config: stored.config, secrets }
  await addContactMethod(db, ownerOf(context), { ...method, providerId: provider?.id }, now)
  return { ...method, provider, created_at: now, last: null }
}

async function throughChannel(context: CallerContext, channelId: number, phone?: string): Promise<NewMethod> {
  const channel = await findChannel(context.db, context.caller.organization.id, channelId)
  const kind = channel && channelKind(channel.type)
  if (!channel || !kind?.inbox?.addressOf)
    throw new Fault('invalid_request', `channelId: no channel of the organization that sends to people: ${channelId}`)
  const { key } = kind.inbox
  if (sendsToNumbers(kind) && phone === undefined) throw new Fault('invalid_request', 'phone: Required')
  return { kind, values: key === undefined ? {} : { [key]: [phone] }, provider: { id: channel.id, name: channel.name } }
}

export const deleteContactMethod = methods.delete({
  id: 'deleteContactMethod',
  summary: 'Delete a contact method',
  remove: ({ id }, context) => removeMethod(context.db, ownerOf(context), id),
})

function show({ id, name, type, enabled, config, provider, created_at, last }: ContactMethod) {
  const { contact_group_ids: _none, ...own } = config
  return { object: 'contact_method', id, name, type, enabled, config: own, provider, created_at, last_delivery: last }
}
