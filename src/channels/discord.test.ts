import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { discord } from './discord.ts'

/** The documented limits of Discord embeds. */
function accepts(request: Received): void {
  expect(new URL(request.path, 'http://x').searchParams.get('wait')).toBe('true')
  const { embeds, content = '', allowed_mentions } = request.json()
  expect(content.length).toBeLessThanOrEqual(2000)
  expect(allowed_mentions).toEqual({ parse: [] })
  expect(embeds).toHaveLength(1)
  const { title, description, fields, footer, color, timestamp } = embeds[0]
  const sized: [string, number][] = [
    [title, 256],
    [description, 4096],
    [footer.text, 2048],
  ]
  for (const { name, value } of fields) sized.push([name, 256], [value, 1024])
  for (const [words, limit] of sized) {
    expect(words.length).toBeGreaterThan(0)
    expect(words.length).toBeLessThanOrEqual(limit)
  }
  expect(fields.length).toBeLessThanOrEqual(25)
  expect(sized.reduce((sum, [words]) => sum + words.length, 0)).toBeLessThanOrEqual(6000)
  expect(color).toBeGreaterThan(0)
  expect(color).toBeLessThanOrEqual(0xffffff)
  expect(Date.parse(timestamp)).not.toBeNaN()
}

keepsDeliveryContract({
  kind: discord,
  config: (origin) => ({
    url: `${origin}/api/webhooks/1234567890123456789/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789`,
    username: 'Lapwing',
  }),
  accepts,
  accepted: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' },
})

async function sent(alert: Alert, config: Record<string, unknown> = {}): Promise<Received> {
  const receiver = await startReceiver()
  await discord.send(alert, { url: `${receiver.origin}/hook`, ...config }, sendContext())
  return receiver.requests[0]!
}

describe('a message in Discord', () => {
  it('mentions people only for critical alerts', async () => {
    const mention = '<@&123456789>'
    expect((await sent(critical, { mention })).json()).toMatchObject({
      content: mention,
      allowed_mentions: { parse: ['everyone', 'roles', 'users'] },
    })
    expect((await sent(resolved, { mention })).json()).not.toHaveProperty('content')
  })

  it('is posted to the thread in its URL', async () => {
    const receiver = await startReceiver()
    await discord.send(critical, { url: `${receiver.origin}/hook?thread_id=42` }, sendContext())
    expect(receiver.requests[0]?.path).toBe('/hook?thread_id=42&wait=true')
  })

  it('waits as long as the body of an error requests', async () => {
    const receiver = await startReceiver({
      status: 429,
      headers: { 'retry-after': '1' },
      body: '{"message":"You are being rate limited.","retry_after":0.65}',
    })
    await expect(discord.send(critical, { url: receiver.origin }, sendContext())).rejects.toMatchObject({
      retryAfterMs: 650,
      permanent: false,
    })
  })

  it('cannot have a username that Discord rejects', () => {
    expect(channelProblems(discord, { url: 'https://discord.com/x', username: 'My Discord' })).toEqual([
      'config.username: must not contain "discord" or "clyde", which Discord refuses',
    ])
  })
})
