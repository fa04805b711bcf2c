// The subscribers of a page: listed, removed and imported.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { announcementTypes } from '../../domain/status-page/announcement.ts'
import { pageLanguages } from '../../domain/status-page/page.ts'
import { type SubscriberState, subscriberChannels, subscriberStates } from '../../domain/status-page/subscriber.ts'
import { addressesIn } from '../../domain/status-page/subscriber-import.ts'
import {
  type ListedSubscriber,
  dropSubscriber,
  findSubscriber,
  listSubscribers as readSubscribers,
  subscribersByKind,
} from '../../store/status-pages/subscribers.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { listOf, pageByPosition, pageQuery } from '../registry/page.ts'
import { pages } from './pages.ts'
import { params } from './schema.ts'
import { askAll, importReasons } from './subscriber-import.ts'

// Viewers do not see addresses of subscribers.
const shared = { tag: 'Status pages', role: 'member' } as const
const path = '/status-pages/{id}/subscribers'

const subscriber = z
  .object({
    object: z.literal('status_page_subscriber'),
    id: z.uuid(),
    channel: z.enum(subscriberChannels).meta({ example: 'email' }),
    address: z
      .string()
      .meta({ description: 'The email address, or the host of a webhook', example: 'kim@example.com' }),
    state: z.enum(subscriberStates).meta({
      description: '`waiting` is not confirmed yet; `retired` was unreachable and gets no more messages',
      example: 'confirmed',
    }),
    language: z.enum(pageLanguages).meta({ example: 'en' }),
    component_ids: z.array(z.uuid()).meta({ description: 'Empty for all' }),
    kinds: z.array(z.enum(announcementTypes)).meta({ example: ['incident', 'maintenance'] }),
    confirmed_at: z.iso.datetime().nullable().meta({ example: '2026-02-10T09:04:00.000Z' }),
    retired_at: z.iso.datetime().nullable(),
    retired_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StatusPageSubscriber' })

const counted = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>)

const show = (one: ListedSubscriber): object => ({
  object: 'status_page_subscriber',
  id: one.id,
  channel: one.channel,
  address: one.address,
  state: one.state,
  language: one.language,
  component_ids: one.componentIds,
  kinds: one.kinds,
  confirmed_at: one.confirmedAt,
  retired_at: one.retiredAt,
  retired_reason: one.retiredReason,
  created_at: one.createdAt,
})

export const listSubscribers = defineOperation({
  ...shared,
  id: 'listStatusPageSubscribers',
  method: 'GET',
  path,
  summary: 'List the subscribers of a page, newest first, with counts',
  description: 'Needs a key with the write scope, because it returns email addresses.',
  params,
  query: pageQuery.extend({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Only subscribers whose address contains this' }),
    channel: z.enum(subscriberChannels).optional().meta({ description: 'Only subscribers of this channel' }),
    state: z.enum(subscriberStates).optional().meta({ description: 'Only subscribers in this state' }),
  }),
  responses: {
    200: {
      description: 'A page of subscribers; the counts ignore the filters',
      schema: listOf(subscriber).extend({
        by_channel: counted(subscriberChannels).meta({ description: 'Active and unconfirmed subscribers' }),
        by_state: counted(subscriberStates),
      }),
    },
  },
  async handle({ params, query: { limit, cursor, ...filter } }, context) {
    const { db } = context
    refuseReadKey(context)
    const page = await pages.find(context, params)
    const found = await pageByPosition({ limit, cursor }, context, {
      list: `subscribers ${page.id}`,
      position: ({ id }: ListedSubscriber) => [id],
      rows: (after, limit) => readSubscribers(db, page.id, { filter, after: after?.[0], limit }),
    })
    return ok({
      object: 'list',
      data: found.rows.map(show),
      has_more: found.hasMore,
      next_cursor: found.nextCursor,
      ...countsOf(await subscribersByKind(db, page.id)),
    })
  },
})

function refuseReadKey({ caller: { credential } }: CallerContext): void {
  if (credential.type !== 'session' && credential.scope !== 'write')
    throw new Fault(
      'forbidden',
      'Addresses of subscribers need a key with the write scope; this key has the read scope',
    )
}

function countsOf(kinds: Awaited<ReturnType<typeof subscribersByKind>>): object {
  const total = (counted: typeof kinds): number => counted.reduce((sum, { count }) => sum + count, 0)
  const isReached = ({ state }: { state: SubscriberState }): boolean => state !== 'retired'
  const byChannel = subscriberChannels.map((channel) => [
    channel,
    total(kinds.filter((kind) => kind.channel === channel && isReached(kind))),
  ])
  const byState = subscriberStates.map((state) => [state, total(kinds.filter((kind) => kind.state === state))])
  return { by_channel: Object.fromEntries(byChannel), by_state: Object.fromEntries(byState) }
}

export const deleteSubscriber = defineOperation({
  ...shared,
  id: 'deleteStatusPageSubscriber',
  method: 'DELETE',
  path: `${path}/{subscriberId}`,
  summary: 'Remove a subscriber',
  description: 'Deletes the address without a message to the subscriber, who can subscribe again.',
  params: params.extend({ subscriberId: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id, subscriberId } }, context) {
    const page = await pages.lock(context, { id })
    const found = await findSubscriber(context.db, page.id, subscriberId)
    if (!found) throw new Fault('not_found', 'Subscriber not found on this page')
    await dropSubscriber(context.db, subscriberId)
    // The activity log must not keep the address of a removed subscriber.
    pages.record(context, 'status_page.subscriber_removed', page, {
      subscriber_id: subscriberId,
      channel: found.channel,
    })
    return deleted(subscriberId)
  },
})

const maxAddresses = 1000

export const importSubscribers = defineOperation({
  ...shared,
  id: 'importStatusPageSubscribers',
  method: 'POST',
  path: `${path}/import`,
  summary: 'Import subscribers',
  description:
    'Sends each address an email in the language of the page; who confirms it is subscribed. ' +
    '`csv` has the addresses in the column whose heading is `email`, or in the first one without headings. ' +
    'The response lists the lines that were refused.',
  params,
  body: z
    .strictObject({
      addresses: z.array(z.string().max(1000)).optional(),
      csv: z.string().max(500_000).optional(),
    })
    .refine(({ addresses, csv }) => (addresses === undefined) !== (csv === undefined), {
      error: 'must have either addresses or csv',
    })
    .meta({ id: 'StatusPageSubscriberImport' }),
  bodyExample: { addresses: ['kim@example.com', 'lee@example.com'] },
  faults: ['conflict'],
  responses: {
    200: {
      description: 'The number of invited addresses, and the refused ones',
      schema: z
        .object({
          object: z.literal('subscriber_import'),
          asked: z.int(),
          refused: z.array(
            z.object({
              line: z.int().meta({ description: 'Line in the table or position in the list, from 1' }),
              address: z.string().meta({ example: 'lee' }),
              reason: z.enum(importReasons).meta({ example: 'invalid' }),
              message: z.string().meta({ example: 'is not an email address' }),
            }),
          ),
        })
        .meta({ id: 'StatusPageSubscriberImported' }),
    },
  },
  async handle({ params, body: { addresses, csv } }, context) {
    const page = await pages.lock(context, params)
    if (context.services.mail === null)
      throw new Fault('conflict', 'No mail server is configured: set LAPWING_MAIL_URL first')
    const listed =
      csv === undefined ? addresses!.map((address, index) => ({ line: index + 1, address })) : addressesIn(csv)
    if (listed.length === 0 || listed.length > maxAddresses)
      throw new Fault('invalid_request', `${csv === undefined ? 'addresses' : 'csv'}: must contain 1 to 1000 addresses`)
    const { asked, refused } = await askAll(context, page, listed)
    if (asked > 0) pages.record(context, 'status_page.subscribers_imported', page, { asked, refused: refused.length })
    return ok({ object: 'subscriber_import', asked, refused })
  },
})

export const subscriberOperations = [listSubscribers, importSubscribers, deleteSubscriber]
