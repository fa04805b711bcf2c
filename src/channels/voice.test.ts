import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import { type CallbackResult, channelProblems } from './define.ts'
import { voice } from './voice.ts'

const callbackUrl = 'https://lapwing.example/callbacks/7'
const config = { to: ['+491701234567', '+15005550009'], callback_secret: 'a secret of the callbacks' }
const keyOf = 'lapwing-7d0b5a8e-4711'

keepsDeliveryContract({
  kind: voice,
  config: (origin) => ({ ...config, url: `${origin}/calls` }),
  accepts: (request) => {
    expect(request.path).toBe('/calls')
    const { to, text, language } = request.json()
    expect([config.to.includes(to), text !== '', language]).toEqual([true, true, 'en-US'])
  },
})

describe('a call through any provider', () => {
  it('is one request per number, as the user wrote it', async () => {
    const receiver = await startReceiver()
    const body = 'n={{to}}&t={{spoken}}&m={{menu}}&l={{language}}&c={{callback_url}}&s={{secret}}'
    const form = { content_type: 'application/x-www-form-urlencoded', body, secret: 'k&y', language: 'de' }
    const reply = { link: () => '', token: () => '', callbackUrl }
    await voice.send(critical, { ...config, ...form, url: receiver.origin }, sendContext({ reply }))
    const [one, other] = receiver.requests.map((request) => Object.fromEntries(request.form()))
    expect([one!['n'], other!['n']].toSorted()).toEqual(config.to.toSorted())
    expect(one).toMatchObject({
      t: 'Alert from Lapwing. Shop is down. Success is false.',
      m: expect.stringMatching(/^Drücke 1/),
      l: 'de-DE',
      c: `${callbackUrl}?key=${keyOf}&calls=2`,
      s: 'k&y',
    })
  })

  it('refuses a request with unknown placeholders', () => {
    expect(channelProblems(voice, { ...config, url: 'https://a.example', body: '{"a": "{{tone}}"}' })).toEqual([
      expect.stringMatching(/^config\.body: unknown placeholder\(s\): tone\. Allowed values: .*callback_url/),
    ])
  })
})

interface Sent {
  readonly body: object | string
  readonly headers?: Record<string, string>
  readonly config?: object
}

function receive({ body, headers = {}, config: more = {} }: Sent): Promise<CallbackResult> {
  const isJson = typeof body !== 'string'
  const request = {
    method: 'POST',
    url: new URL(`${callbackUrl}?key=${keyOf}&calls=2`),
    headers: new Headers({
      authorization: `Bearer ${config.callback_secret}`,
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      ...headers,
    }),
    body: Buffer.from(isJson ? JSON.stringify(body) : body),
  }
  const { net, clock, signal } = sendContext()
  return voice.receive!(request, { ...config, ...more }, { net, clock, signal, callbackUrl })
}

describe('a callback of the provider', () => {
  it.each([{ call: 'c1', to: '+491701234567', digits: 1 }, 'call=c1&to=%2B491701234567&digits=1'])(
    'reports a key: %j',
    async (body) => {
      const { replies, respond } = await receive({ body })
      const by = { name: null, phone: '+491701234567' }
      expect(replies).toEqual([{ action: 'acknowledge', about: { dedupKey: keyOf }, by, replayKey: 'c1 1' }])
      const result = {
        outcome: 'done',
        action: 'acknowledge',
        sentence: 'Acknowledged',
        incidentUrl: null,
        by: null,
      } as const
      expect(await respond!([result])).toEqual({ status: 200, body: '{"say":"Acknowledged"}' })
    },
  )

  it('reports that nobody answered, or a machine', async () => {
    const busy = await receive({ body: { call: 'c1', to: '+491701234567', status: 'busy' } })
    expect(busy).toMatchObject({ replies: [], unreached: [{ reason: 'the line was busy', calls: 2 }] })
    const machine = { call: 'c1', status: 'completed', answered_by: 'machine', digits: '1' }
    expect((await receive({ body: machine })).replies).toEqual([])
  })

  it.each<[string, Sent, number]>([
    ['a wrong secret', { body: { call: 'c1' }, headers: { authorization: 'Bearer a secret of somebody else' } }, 401],
    ['no secret', { body: { call: 'c1' }, headers: { authorization: '' } }, 401],
    ['no secret in the channel', { body: { call: 'c1' }, config: { callback_secret: undefined } }, 403],
    ['no JSON', { body: 'call', headers: { 'content-type': 'application/json' } }, 400],
    ['no call', { body: { digits: '1' } }, 400],
  ])('is refused with %s', async (_what, sent, status) => {
    await expect(receive(sent)).rejects.toMatchObject({ status })
  })
})
