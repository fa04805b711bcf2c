import { describe, expect, it } from 'vitest'
import { critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { apprise } from './apprise.ts'
import { channelProblems } from './define.ts'

const key = 'lapwing-0123456789abcdef'

function accepts(request: Received): void {
  expect(request.path).toBe(`/notify/${key}`)
  expect(request.headers.accept).toBe('application/json')
  const { title, body, type, format, tag, ...rest } = request.json()
  expect(rest).toEqual({})
  expect(title.length).toBeLessThanOrEqual(250)
  expect(body).not.toBe('')
  expect(body.length).toBeLessThanOrEqual(32_768)
  expect(['info', 'success', 'warning', 'failure']).toContain(type)
  expect(format).toBe('text')
  expect(tag).toBe('ops')
}

keepsDeliveryContract({
  kind: apprise,
  config: (origin) => ({ url: origin, key, tag: 'ops', username: 'ada', password: 'pa55-w0rd' }),
  accepts,
  accepted: { body: '{"error":null,"details":[]}' },
})

describe('a notification of Apprise', () => {
  it('has a type that fits the alert', async () => {
    const receiver = await startReceiver()
    for (const alert of [
      critical,
      samples['a warning with most things unknown']!,
      resolved,
      samples['a channel test']!,
    ])
      await apprise.send(alert, { url: receiver.origin, key }, sendContext())
    const bodies = receiver.requests.map((request) => request.json())
    expect(bodies.map(({ type }) => type)).toEqual(['failure', 'warning', 'success', 'info'])
    expect(bodies[0].tag).toBe('all')
  })

  it('sends its own URLs and does not reveal them', async () => {
    const urls = 'discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js, mailto://user:secretpass@example.com'
    const receiver = await startReceiver({
      status: 400,
      body: JSON.stringify({ error: `cannot load ${urls}: JHMHI8qBe7bk2ZwO5U711o3dV_js` }),
    })
    await expect(apprise.send(critical, { url: receiver.origin, urls }, sendContext())).rejects.toMatchObject({
      message: expect.not.stringMatching(/JHMHI8|secretpass/),
      permanent: true,
    })
    expect(receiver.requests[0]).toMatchObject({ path: '/notify' })
    expect(receiver.requests[0]!.json()).toMatchObject({ urls })
    expect(receiver.requests[0]!.json()).not.toHaveProperty('tag')
  })

  it.each([
    [204, '', true, 'answered 204: the server has nothing to notify: the configuration is empty or does not exist'],
    [
      424,
      '{"error":"One or more notification could not be sent"}',
      false,
      'answered 424: the server could not reach all services, or none has this tag',
    ],
    [400, '{"error":"Bad FORM Payload provided"}', true, 'answered 400: Bad FORM Payload provided'],
    [500, '{"error":"disk full"}', false, 'answered 500: disk full'],
  ])('fails: %i %s', async (status, body, permanent, message) => {
    const receiver = await startReceiver({ status, body })
    const sending = apprise.send(critical, { url: receiver.origin, key }, sendContext())
    await expect(sending).rejects.toMatchObject({ permanent, message, httpStatus: status })
  })

  it('requires either a key or URLs', () => {
    const url = 'https://apprise.example.com'
    expect(channelProblems(apprise, { url })).toEqual(['config.key: set either this or urls'])
    expect(channelProblems(apprise, { url, key, urls: 'json://x' })).toEqual(['config.key: set either this or urls'])
    expect(channelProblems(apprise, { url, urls: 'json://x', tag: 'ops' })).toEqual([
      'config.tag: only a configuration has tags',
    ])
    expect(channelProblems(apprise, { url, key: 'a/b', urls: 'x' })).toEqual([
      'config.key: must be letters, digits, underscores and dashes',
      'config.urls: must be addresses such as discord://…',
    ])
  })
})
