import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { mattermost } from './mattermost.ts'

function accepts(request: Received): void {
  const { text, attachments } = request.json()
  expect(text.length).toBeLessThanOrEqual(16_383)
  const [{ fallback, color, text: body, fields }] = attachments
  expect(fallback).not.toBe('')
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  for (const words of [text, body, ...fields.map(({ value }: any) => value)])
    expect(words).not.toMatch(/(?<![\p{L}\p{N}])@(?!\u200b)/u)
  for (const { title, value, short } of fields)
    expect([typeof title, typeof value, typeof short]).toEqual(['string', 'string', 'boolean'])
}

keepsDeliveryContract({
  carriesLink: true,
  kind: mattermost,
  config: (origin) => ({ url: `${origin}/hooks/xxxgeneratedkeyxxx0123456`, channel: 'ops', username: 'Lapwing' }),
  accepts,
  accepted: { body: 'ok' },
})

describe('a message in Mattermost', () => {
  it('mentions people only for critical alerts, and is posted to the configured channel', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await mattermost.send(alert, { url: receiver.origin, channel: 'ops', mention: '@channel' }, sendContext())
    expect(receiver.requests.map((request) => request.json())).toMatchObject([
      { channel: 'ops', text: '@channel 🔴 [DOWN Shop: success == false](https://lapwing.example/incidents/4711)' },
      { channel: 'ops', text: '🟢 [UP Shop: recovered after 4 min 30 s](https://lapwing.example/incidents/4711)' },
    ])
  })
})
