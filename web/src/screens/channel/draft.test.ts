import { expect, it } from 'vitest'
import type { ChannelKind, NotificationChannel } from '../../../../sdk/api.ts'
import { configToSend, draftOf } from './draft.ts'

const kind = { type: 'webhook', name: 'Webhook', config: [] } as unknown as ChannelKind
const channel = {
  name: 'Hook',
  is_default: false,
  severity_filter: ['critical'],
  routes: [{ contact_group: { id: 'g', name: 'On call' } }],
  fallback_channel_id: 3,
  config: { url: '__redacted__', method: 'PUT', note: 'x', contact_group_ids: ['g'] },
} as unknown as NotificationChannel

it('a stored secret that nobody touched is not sent, so it is kept', () => {
  const before = draftOf(kind, channel)
  expect(configToSend(before, before)).toEqual({ method: 'PUT', note: 'x', contact_group_ids: ['g'] })
})

it('what was taken away is sent as null, and what was written as it is', () => {
  const before = draftOf(kind, channel)
  const { note: _, ...config } = before.config
  const after = { ...before, config: { ...config, url: 'https://example.com' } }
  expect(configToSend(after, before)).toEqual({
    url: 'https://example.com',
    method: 'PUT',
    note: null,
    contact_group_ids: ['g'],
  })
})

it('a channel for every group names none', () => {
  const before = draftOf(kind, channel)
  expect(configToSend({ ...before, isDefault: true }, before)['contact_group_ids']).toEqual([])
})
