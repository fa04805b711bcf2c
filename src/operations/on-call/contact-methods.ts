// The ways in which somebody wants to be paged: channels of their own, kept in the dashboard.
import { z } from 'zod'
import { channelKinds } from '../../channels/index.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type ContactMethod,
  addContactMethod,
  listContactMethods as methodRows,
  deleteContactMethod as removeMethod,
} from '../../store/on-call/contact-methods.ts'
import { newChannelId } from '../../store/notifications/channels.ts'
import { validateConfig, keepChannelConfig, kindOf, mask } from '../channels/config.ts'
import { channelName, params } from '../channels/schema.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { emptyConfig, mergeStored, sealSecrets } from '../registry/stored-config.ts'

const contactMethod = z
  .object({
    object: z.literal('contact_method'),
    id: z.int(),
    name: z.string(),
    type: z.string().meta({ description: 'The kind of channel, such as `ntfy` or `pushover`' }),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Depends on the kind; secret values read `__redacted__`' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ContactMethod' })

const body = z
  .strictObject({
    type: z.string().meta({ enum: channelKinds.map(({ type }) => type) }),
    name: channelName.optional().meta({ description: 'The name of the kind when left out' }),
    config: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'ContactMethodCreate' })

const example = {
  object: 'contact_method',
  id: 21,
  name: 'Phone',
  type: 'ntfy',
  config: { topic: '__redacted__' },
  created_at: '2026-02-10T09:00:00.000Z',
}

const most = 20
const shared = { audience: 'dashboard', tag: 'On-call' } as const

export const listContactMethods = defineOperation({
  id: 'listContactMethods',
  method: 'GET',
  path: '/dashboard/contact-methods',
  access: 'read',
  ...shared,
  summary: 'The ways in which you are paged',
  responses: {
    200: {
      description: 'All of them, oldest first',
      schema: z.object({ object: z.literal('list'), data: z.array(contactMethod), has_more: z.literal(false) }),
      example: { object: 'list', data: [example], has_more: false },
    },
  },
  async handle(_input, context) {
    const rows = await methodRows(context.db, whose(context))
    return ok({ object: 'list', data: rows.map(show), has_more: false })
  },
})

export const createContactMethod = defineOperation({
  id: 'createContactMethod',
  method: 'POST',
  path: '/dashboard/contact-methods',
  access: 'write',
  creating: true,
  ...shared,
  summary: 'Add a way in which you are paged',
  description:
    'Any kind of channel. It takes your on-call pages and nothing else, and nobody else sees it among the channels.',
  body,
  bodyExample: { type: 'ntfy', name: 'Phone', config: { topic: 'ada-on-call' } },
  responses: { 201: { description: 'The contact method', schema: contactMethod, example } },
  async handle({ body: { type, config, name } }, context) {
    const { db, now, services, record } = context
    const kind = kindOf(type)
    const owner = whose(context)
    if ('contact_group_ids' in config)
      throw new Fault('invalid_request', 'config.contact_group_ids: a contact method takes no alerts of groups')
    if ((await methodRows(db, owner)).length >= most)
      throw new Fault('conflict', `Nobody has more than ${most} contact methods: delete one that is not needed`)
    const values = mergeStored(kind, emptyConfig, { sent: config, mask })
    await validateConfig(context, kind, values)
    const id = await newChannelId(db)
    const kept = keepChannelConfig(kind, values)
    const sealed = sealSecrets(services.vault, secretContext(id), kept)
    const made = { id, name: name ?? kind.title, type, config: kept.config, secrets: sealed }
    await addContactMethod(db, owner, made, now)
    record({ ...entity(made), action: 'contact_method.created', changes: { type: { from: null, to: type } } })
    return created(show({ ...made, created_at: now }))
  },
})

export const deleteContactMethod = defineOperation({
  id: 'deleteContactMethod',
  method: 'DELETE',
  path: '/dashboard/contact-methods/{id}',
  access: 'write',
  ...shared,
  summary: 'Delete a way in which you are paged',
  params,
  responses: deletionOf(String(example.id)),
  async handle({ params }, context) {
    const gone = await removeMethod(context.db, whose(context), params.id)
    if (!gone) throw new Fault('not_found', 'There is no such contact method')
    context.record({ ...entity(gone), action: 'contact_method.deleted', changes: {} })
    return deleted(String(gone.id))
  },
})

/** Keys are nobody's: only a person who has signed in has something of their own. */
export function whose({ caller }: CallerContext): { organizationId: string; userId: string } {
  if (!caller.user) throw new Fault('forbidden', 'This is for a person who has signed in')
  return { organizationId: caller.organization.id, userId: caller.user.id }
}

function entity({ id, name }: Pick<ContactMethod, 'id' | 'name'>) {
  return { entityType: 'contact_method', entityId: String(id), entityName: name }
}

function show({ id, name, type, config, created_at }: ContactMethod) {
  const { contact_group_ids: _none, ...own } = config
  return { object: 'contact_method', id, name, type, config: own, created_at }
}
