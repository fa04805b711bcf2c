import { describe, expect, it } from 'vitest'
import { channelKind, channelKinds } from './index.ts'

const specified = [
  'slack',
  'discord',
  'teams',
  'googlechat',
  'mattermost',
  'rocketchat',
  'telegram',
  'email',
  'webhook',
  'zapier',
  'pagerduty',
  'opsgenie',
  'pushover',
  'pushbullet',
  'ntfy',
  'gotify',
]

describe('channel kinds', () => {
  it('include all that the specification names', () => {
    expect(specified.filter((type) => !channelKind(type))).toEqual([])
  })

  it('have unique types and titles', () => {
    for (const name of ['type', 'title'] as const)
      expect(new Set(channelKinds.map((kind) => kind[name])).size).toBe(channelKinds.length)
  })

  it.each(channelKinds.map((kind) => [kind.type, kind] as const))(
    '%s keeps its secrets',
    (_type, { config, secrets }) => {
      const telling = Object.keys(config).filter(
        (key) => /token|secret|password|phone|key$/i.test(key) && !key.endsWith('Url'),
      )
      expect(telling.filter((key) => !secrets.includes(key))).toEqual([])
      expect(secrets.length).toBeGreaterThan(0)
    },
  )
})
