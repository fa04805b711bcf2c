import { expect, it } from 'vitest'
import type { ChannelKind, NotificationChannel } from '../../api-types.ts'
import { configChanges, draftOf } from './draft.ts'

const kind = { type: 'webhook', name: 'Webhook', config: [] } as unknown as ChannelKind
const channel = {
  name: 'Hook',
  is_default: false,
  severity_filter: ['critical'],
  routes: [{ contact_group: { id: 'g', name: 'On call' } }],
  fallback_channel_id: 3,
  config: { url: '__redacted__', method: 'PUT', note: 'x', contact_group_ids: ['g'] },
} as unknown as NotificationChannel

it('what nobody touched is not sent, so it is kept: a stored secret, and what others change meanwhile', () => {
  const before = draftOf(kind, channel)
  expect(configChanges(before, before)).toEqual({})
})

it('what was taken away is sent as null, and what was written as it is', () => {
  const before = draftOf(kind, channel)
  const { note: _, ...config } = before.config
  const after = { ...before, config: { ...config, url: 'https://example.com' } }
  expect(configChanges(after, before)).toEqual({ url: 'https://example.com', note: null })
})

it('a channel for every group names none', () => {
  const before = draftOf(kind, channel)
  expect(configChanges({ ...before, isDefault: true }, before)['contact_group_ids']).toEqual([])
})
