import { Fault } from '../../domain/fault.ts'
import { type ShownChannel, listChannels as channelRows, findChannel } from '../../store/notifications/channels.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { pageOfNewest } from '../registry/newest.ts'
import { list, listOf, pageQuery } from '../registry/page.ts'
import { channel, example, params, show } from './schema.ts'

const shared = {
  access: 'read',
  tag: 'Notification channels',
  otherMethods: 'Notification channels are created, changed and deleted in the dashboard; the API reads them',
} as const

export const listNotificationChannels = defineOperation({
  id: 'listNotificationChannels',
  method: 'GET',
  path: '/notification-channels',
  ...shared,
  summary: 'Notification channels, newest first',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of channels',
      schema: listOf(channel),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const organizationId = context.caller.organization.id
    const page = await pageOfNewest(query, context, {
      list: 'notification channels',
      rows: (after, limit) => channelRows(context.db, organizationId, { after, limit }),
    })
    return list(page, show)
  },
})

export const getNotificationChannel = defineOperation({
  id: 'getNotificationChannel',
  method: 'GET',
  path: '/notification-channels/{id}',
  ...shared,
  summary: 'One notification channel',
  params,
  responses: { 200: { description: 'The channel', schema: channel, example } },
  async handle({ params }, context) {
    return ok(show(await foundChannel(context, params.id)))
  },
})

export const noSuchChannel = (): Fault => new Fault('not_found', 'There is no such notification channel')

export async function foundChannel({ db, caller }: CallerContext, id: number): Promise<ShownChannel> {
  const known = await findChannel(db, caller.organization.id, id)
  if (!known) throw noSuchChannel()
  return known
}
