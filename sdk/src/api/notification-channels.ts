// Written by `npm run sdk` from the operations. A change belongs there.

export type NotificationChannel = {
  object: 'notification_channel'
  id: number
  name: string
  type: string
  enabled: boolean
  is_default: boolean
  severity_filter: readonly ('critical' | 'warning')[]
  config: Readonly<Record<string, unknown>>
  fallback_channel_id: number | null
  routes: readonly { contact_group: { id: string; name: string } }[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type NotificationTest = {
  object: 'notification_test'
  channels: readonly { id: number; type: string; name: string; silenced_reason: string | null }[]
  requested_at: string
}
export interface NotificationChannelsPaths {
  '/notification-channels': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly NotificationChannel[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/notification-channels/{id}': { get: { params: { id: number }; answer: NotificationChannel } }
  '/notification-channels/{id}/test': { post: { params: { id: number }; answer: NotificationTest } }
  '/monitors/{id}/test-notification': { post: { params: { id: string }; answer: NotificationTest } }
}
