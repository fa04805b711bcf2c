import { describe, expect, it } from 'vitest'
import { critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { matrix } from './matrix.ts'

const access_token = 'syt_bGFwd2luZw_ExampleExampleExample_1AbCdE'
const room = '!AbCdEfGhIjKlMnOpQr:example.org'

/** Messages that a homeserver accepts; clients drop tags outside the specification. */
function accepts(request: Received): void {
  expect(request.method).toBe('PUT')
  expect(request.path).toMatch(/^\/_matrix\/client\/v3\/rooms\/![^/!#:]+\/send\/m\.room\.message\/[\w.~-]+$/)
  expect(request.headers.authorization).toBe(`Bearer ${access_token}`)
  const content = request.json()
  expect(content).toMatchObject({
    msgtype: 'm.text',
    format: 'org.matrix.custom.html',
    'm.mentions': expect.any(Object),
  })
  expect(content.body).not.toBe('')
  expect(request.raw.length).toBeLessThan(64_000)
  const html = content.formatted_body.replaceAll(/<\/?(p|strong|ul|li|br|a)( href="[^"<>]*")?>/g, '')
  expect(html).not.toMatch(/[<>]/)
  expect(html).not.toMatch(/&(?!(lt|gt|amp|quot|#39);)/)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: matrix,
  config: (origin) => ({ url: origin, access_token, room }),
  accepts,
  accepted: { body: '{"event_id":"$abc"}' },
})

describe('a message in Matrix', () => {
  it('has the same transaction id on a retry, and another for another alert', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, critical, resolved])
      await matrix.send(alert, { url: receiver.origin, access_token, room }, sendContext())
    const [first, again, other] = receiver.requests.map(({ path }) => path)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('resolves an alias to its room and accepts an invitation', async () => {
    const receiver = await startReceiver({ body: JSON.stringify({ room_id: room, event_id: '$abc' }) })
    await matrix.send(critical, { url: receiver.origin, access_token, room: '#alerts:example.org' }, sendContext())
    expect(receiver.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /_matrix/client/v3/join/%23alerts%3Aexample.org',
      expect.stringContaining(`PUT /_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/`),
    ])
    receiver.answer({ body: '{}' })
    const sending = matrix.send(
      critical,
      { url: receiver.origin, access_token, room: '#alerts:example.org' },
      sendContext(),
    )
    await expect(sending).rejects.toMatchObject({
      message: 'answered 200: the response names no room',
      permanent: false,
    })
    receiver.answer({ status: 404, body: '{"errcode":"M_NOT_FOUND","error":"Room alias not found"}' })
    const lost = matrix.send(
      critical,
      { url: receiver.origin, access_token, room: '#alerts:example.org' },
      sendContext(),
    )
    await expect(lost).rejects.toMatchObject({
      message: 'answered 404: M_NOT_FOUND: Room alias not found',
      permanent: true,
    })
  })

  it('mentions the room only for critical alerts, if configured', async () => {
    const receiver = await startReceiver()
    const config = { url: receiver.origin, access_token, room, mention_room: true }
    for (const alert of [critical, resolved]) await matrix.send(alert, config, sendContext())
    await matrix.send(critical, { ...config, mention_room: false }, sendContext())
    expect(receiver.requests.map((request) => request.json()['m.mentions'])).toEqual([{ room: true }, {}, {}])
  })

  it('waits as long as the homeserver requests', async () => {
    const receiver = await startReceiver({
      status: 429,
      body: '{"errcode":"M_LIMIT_EXCEEDED","error":"Too fast","retry_after_ms":2500}',
    })
    await expect(
      matrix.send(critical, { url: receiver.origin, access_token, room }, sendContext()),
    ).rejects.toMatchObject({
      message: 'answered 429: M_LIMIT_EXCEEDED: Too fast',
      permanent: false,
      retryAfterMs: 2500,
    })
  })

  it('keeps line breaks', async () => {
    const receiver = await startReceiver()
    const alert = {
      ...samples['a channel test']!,
      incident: { ...critical.incident, message: 'Test notice: a\nb', url: null },
    }
    await matrix.send(alert, { url: receiver.origin, access_token, room }, sendContext())
    expect(receiver.requests[0]!.json().formatted_body).toBe(
      '<p><strong>🔔 Test notice from Lapwing</strong></p><p>Test notice: a<br>b</p>',
    )
  })

  it.each([
    ['!AbC:example.org', true],
    ['!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM', true],
    ['#alerts:example.org:8448', true],
    ['#alerts', false],
    ['alerts', false],
    ['@me:example.org', false],
  ])('is sent to %s: %s', (name, fits) => {
    const problems = channelProblems(matrix, { url: 'https://matrix.example.org', access_token, room: name })
    expect(problems).toEqual(fits ? [] : ['config.room: must be an id (!…) or an alias (#name:server)'])
  })
})
