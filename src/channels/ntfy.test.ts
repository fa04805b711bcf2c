import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { ntfy } from './ntfy.ts'

const topic = 'acme_alerts-8d1f0a6b'

function accepts(request: Received): void {
  expect(request.path).toBe('/')
  expect(request.raw.length).toBeLessThanOrEqual(8192)
  const { topic: named, title, message, priority, tags, actions = [] } = request.json()
  expect(named).toBe(topic)
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096)
  expect([title, message]).not.toContain('')
  expect([1, 2, 3, 4, 5]).toContain(priority)
  expect(tags.length).toBeGreaterThan(0)
  expect(actions.length).toBeLessThanOrEqual(3)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: ntfy,
  config: (url) => ({ url, topic, token: 'tk_0123456789abcdef' }),
  accepts,
})

describe('a push with ntfy', () => {
  it.each([
    ['a token', { token: 'tk_0123456789abcdef' }, 'Bearer tk_0123456789abcdef'],
    [
      'a password',
      { username: 'ada', password: 'pässword' },
      `Basic ${Buffer.from('ada:pässword').toString('base64')}`,
    ],
    ['nothing', {}, undefined],
  ])('authenticates with %s', async (_what, login, header) => {
    const receiver = await startReceiver()
    await ntfy.send(critical, { url: receiver.origin, topic, ...login }, sendContext())
    expect(receiver.requests[0]?.headers.authorization).toBe(header)
  })

  it('has a priority that fits the alert', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved]) await ntfy.send(alert, { url: receiver.origin, topic }, sendContext())
    expect(receiver.requests.map((request) => request.json())).toMatchObject([
      {
        title: 'DOWN Shop: success == false',
        priority: 5,
        tags: ['rotating_light'],
        click: 'https://lapwing.example/incidents/4711',
      },
      { title: 'UP Shop: recovered after 4 min 30 s', priority: 3, tags: ['white_check_mark'] },
    ])
  })

  it('requires one complete login', () => {
    expect(channelProblems(ntfy, { topic: 'a b' })).toEqual([
      'config.topic: must be 1-64 letters, digits, underscores and dashes',
    ])
    expect(channelProblems(ntfy, { topic, token: 'x', username: 'y' })).toEqual([
      'config.username: cannot be set together with token',
      'config.password: must be set together with username',
    ])
  })
})
