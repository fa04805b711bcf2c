// Written by `npm run sdk` from the operations. A change belongs there.

import type { FormField, ChannelTypeName, NotificationChannel, Deletion } from '../../../sdk/src/api.ts'
export type ChannelKind = {
  object: 'channel_kind'
  type: string
  name: string
  category: 'chat' | 'pager' | 'email' | 'phone' | 'webhook' | 'other'
  summary: string
  address_readable: boolean
  sends_to_numbers: boolean
  is_device: boolean
  callback_url: string | null
  config: readonly FormField[]
}
export type ChannelPreview = { moment: 'firing' | 'reminder' | 'resolved'; title: string | null; text: string }
export type ChannelTry = {
  type: ChannelTypeName
  config?: Readonly<Record<string, unknown>>
  isDefault?: boolean
  channelId?: number
}
export type ChannelTest = {
  object: 'channel_test'
  arrived: boolean
  http_status: number | null
  latency_ms: number | null
  error: string | null
  tries_left: number
}
export type ChannelHealth = {
  channel_id: number
  last: {
    id: number
    status: 'sent' | 'failed' | 'silenced'
    error: string | null
    latency_ms: number | null
    created_at: string
  } | null
  sent: number
  failed: number
  silenced: number
  waiting: { count: number; since: string } | null
}
export type ChannelAddress = { object: 'channel_address'; url: string }
export type NotificationChannelCreate = {
  name: string
  type: ChannelTypeName
  enabled?: boolean
  isDefault?: boolean
  severityFilter?: readonly ('critical' | 'warning')[]
  config?: Readonly<Record<string, unknown>>
  fallbackChannelId?: number | null
}
export type NotificationChannelUpdate = {
  name?: string
  enabled?: boolean
  isDefault?: boolean
  severityFilter?: readonly ('critical' | 'warning')[]
  config?: Readonly<Record<string, unknown>>
  fallbackChannelId?: number | null
}
export interface DashboardNotificationChannelsPaths {
  '/dashboard/channel-kinds': { get: { answer: { object: 'list'; data: readonly ChannelKind[]; has_more: boolean } } }
  '/dashboard/channel-previews': {
    get: { query: { type: string }; answer: { object: 'list'; data: readonly ChannelPreview[]; has_more: false } }
  }
  '/dashboard/channel-tests': { post: { body: ChannelTry; answer: ChannelTest } }
  '/dashboard/channel-health': {
    get: { answer: { object: 'list'; data: readonly ChannelHealth[]; has_more: boolean } }
  }
  '/dashboard/notification-channels/{id}/address': { post: { params: { id: number }; answer: ChannelAddress } }
  '/dashboard/notification-channels': { post: { body: NotificationChannelCreate; answer: NotificationChannel } }
  '/dashboard/notification-channels/{id}': {
    patch: { params: { id: number }; body: NotificationChannelUpdate; answer: NotificationChannel }
    delete: { params: { id: number }; query?: { force?: 'true' | 'false' }; answer: Deletion }
  }
}
