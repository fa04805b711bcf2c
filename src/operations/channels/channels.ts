import {
  type Channel,
  type ShownChannel,
  listChannels as channelRows,
  findChannel,
  lockChannel,
} from '../../store/notifications/channels.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { defineResource } from '../registry/resource.ts'
import { channel, params } from './schema.ts'

export const channels = defineResource<ShownChannel, Channel, typeof params>({
  object: 'notification_channel',
  noun: 'notification channel',
  tag: 'Notification channels',
  path: '/notification-channels',
  section: 'channels',
  params,
  one: { description: 'The channel', schema: channel },
  find: ({ db, caller }, { id }) => findChannel(db, caller.organization.id, id),
  async lock({ db, caller }, { id }) {
    await lockOrganization(db, caller.organization.id)
    return lockChannel(db, caller.organization.id, id)
  },
})

const otherMethods =
  'Notification channels are created, updated and deleted in the dashboard or the provision file; ' +
  'the API can only read and test them'

export const listNotificationChannels = channels.list({
  id: 'listNotificationChannels',
  summary: 'List notification channels, newest first',
  otherMethods,
  page: { description: 'A page of channels' },
  rows: newestOfOrganization('notification channels', channelRows),
})

export const getNotificationChannel = channels.read({
  id: 'getNotificationChannel',
  summary: 'Get a notification channel',
  otherMethods,
})
