import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type RadiusServer, hasFreeradius, startFreeradius } from '../../../test/kit/debian/freeradius.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { readPasted } from '../pasted.ts'
import { radius } from './radius.ts'

const tooLong = 'must be at most 253 bytes long'
const text = { accept: ['x'], reject: [['ä'.repeat(127), tooLong] as [string, string]] }

tryCatalogEntry(radius, {
  targets: {
    accepted: ['192.0.2.1', '[2001:db8::1]:1645'],
    refused: [['radius://radius.example.com', 'must be a hostname or an IP address']],
  },
  base: { password: 'hunter2' },
  config: {
    port: { accept: [1645], reject: [[0, 'greater than or equal to 1']] },
    secret: {
      accept: ['x'],
      reject: [['a\nb', 'line breaks']],
    },
    username: text,
    password: { accept: ['x'.repeat(128)], reject: [['ä'.repeat(65), 'must be at most 128 bytes long']] },
    expectAnswer: { accept: ['accept', 'reject', 'any'], reject: [['challenge', 'Invalid value']] },
    requireMessageAuthenticator: { accept: [false], reject: [['no', 'boolean']] },
    nasIdentifier: text,
    calledStationId: text,
    callingStationId: text,
    timeoutSeconds: { accept: [60], reject: [[61, 'less than or equal to 60']] },
    ipVersion: { accept: ['ip6'], reject: [[null, 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ username: 'probe' }, 'password: Required with a username']] },
  rules: [
    [
      {},
      ['Availability Check: success == false critical', "Slow Response: metrics['radius.response_ms'] > 2000 warning"],
    ],
  ],
  metrics: ["metrics['radius.response_ms']", "metrics['radius.accepted']", "metrics['radius.message_authenticator']"],
})

it('recognizes addresses', () => {
  expect(radius.recognizes(readPasted('radius.example:1812'))).toMatchObject({ target: 'radius.example:1812' })
  expect(radius.recognizes(readPasted('radius.example:1813'))).toBeNull()
})

const login = { username: 'probe', password: 'correct horse battery staple' }

describe.skipIf(!hasFreeradius)('the radius check with FreeRADIUS', () => {
  let server: RadiusServer
  let unsigned: RadiusServer
  beforeAll(async () => {
    const users = { probe: login.password }
    ;[server, unsigned] = await Promise.all([startFreeradius(users), startFreeradius(users, '')])
  })
  afterAll(() => Promise.all([server.stop(), unsigned.stop()]))

  const run = (config: Record<string, unknown> = {}, { port, secret } = server): Promise<Outcome> =>
    runCheck(radius, `127.0.0.1:${port}`, { config: { secret, ...login, ...config }, deadlineMs: 5000 })

  it('is accepted with the right password, of more than one block', async () => {
    expect(await run({ calledStationId: 'lobby', callingStationId: '02-00-00-00-00-01' })).toMatchObject({
      success: true,
      metrics: {
        'radius.accepted': 1,
        'radius.message_authenticator': 1,
        'radius.response_ms': expect.any(Number),
      },
      evidence: { address: '127.0.0.1', answer: 'accept', reply: 'Welcome' },
    })
  })

  it('says that the server rejected a wrong password, and expects it if it should', async () => {
    expect(await run({ password: 'wrong' })).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the server rejected the login: Wrong password',
      metrics: { 'radius.accepted': 0 },
    })
    expect(await run({ password: 'wrong', expectAnswer: 'reject' })).toMatchObject({ success: true, cause: null })
    expect(await run({ expectAnswer: 'reject' })).toMatchObject({
      success: false,
      error: 'the server accepted the login: Welcome',
    })
  })

  it('asks for the status of the server without a user name', async () => {
    const { success, metrics } = await run({ username: undefined, password: undefined })
    expect([success, metrics]).toEqual([
      true,
      { 'radius.response_ms': expect.any(Number), 'radius.message_authenticator': 0 },
    ])
  })

  it('gets no response with a wrong secret', async () => {
    const config = { ...login, secret: 'not-the-secret' }
    const outcome = await runSlowly(radius, `127.0.0.1:${server.port}`, { config, deadlineMs: 400 })
    expect(outcome).toMatchObject({ success: false, cause: 'timeout' })
  })

  it('does not trust a response without a Message-Authenticator, unless it may', async () => {
    expect(await run({}, unsigned)).toMatchObject({
      success: false,
      cause: 'content',
      error: 'the response has no Message-Authenticator, so it may be forged',
      metrics: { 'radius.message_authenticator': 0 },
    })
    expect(await run({ requireMessageAuthenticator: false }, unsigned)).toMatchObject({ success: true })
  })
})

describe('the radius check with a server of our own', () => {
  const secret = 'between-client-and-server'
  type Respond = (request: Buffer, count: number) => readonly Buffer[]

  async function visit(respond: Respond, config: Record<string, unknown> = {}): Promise<Outcome> {
    const socket = createSocket('udp4')
    let count = 0
    socket.on('message', (request, { port, address }) => {
      for (const response of respond(request, ++count)) socket.send(response, port, address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    const around = { config: { secret, ...login, ...config }, deadlineMs: 5000 }
    return runSlowly(radius, `127.0.0.1:${socket.address().port}`, around)
  }

  /** Signed as RFC 2865 wants it, without a Message-Authenticator. */
  function response(request: Buffer, attributes: Buffer, { code = 2, key = secret } = {}): Buffer {
    const header = Buffer.from([code, request[1]!, 0, 20 + attributes.length])
    const hash = createHash('md5').update(
      Buffer.concat([header, request.subarray(4, 20), attributes, Buffer.from(key)]),
    )
    return Buffer.concat([header, hash.digest(), attributes])
  }
  const message = (text: string): Buffer => Buffer.concat([Buffer.from([18, text.length + 2]), Buffer.from(text)])
  const lenient = { requireMessageAuthenticator: false }

  it('sends the request again if it was lost', async () => {
    const outcome = await visit((request, count) => (count < 2 ? [] : [response(request, message('hi'))]), lenient)
    expect(outcome).toMatchObject({ success: true, evidence: { reply: 'hi' } })
    expect(outcome.metrics['radius.response_ms']).toBeGreaterThanOrEqual(2000)
  })

  it('ignores forged, cut and malformed responses, and says so at the deadline', async () => {
    const outcome = await visit((request) => {
      const good = response(request, message('hi'))
      const badLength = response(request, Buffer.from([18, 200, 1]))
      const shortLength = Buffer.from(good)
      shortLength.writeUInt16BE(3, 2)
      const wrongSignature = response(request, Buffer.from([80, 18, ...Buffer.alloc(16, 7)]))
      const shortSignature = response(request, Buffer.from([80, 3, 1]))
      const otherCode = response(request, Buffer.alloc(0), { code: 5 })
      const otherSecret = response(request, message('hi'), { key: 'guessed' })
      const cut = [Buffer.alloc(0), good.subarray(0, 3), good.subarray(0, 21)]
      return [...cut, badLength, shortLength, wrongSignature, shortSignature, otherCode, otherSecret]
    }, lenient)
    expect(outcome).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the response is not signed with this shared secret',
    })
  })

  it('ends when it is flooded with forged responses', async () => {
    const forged = Buffer.alloc(40, 2)
    const outcome = await visit(() => Array.from({ length: 1200 }, () => forged))
    expect(outcome).toMatchObject({ success: false, cause: 'auth' })
  })

  it('treats a challenge as neither accepted nor rejected', async () => {
    const challenge: Respond = (request) => [response(request, Buffer.alloc(0), { code: 11 })]
    expect(await visit(challenge, lenient)).toMatchObject({
      cause: 'auth',
      error: 'the server wants a further step of the login',
      evidence: { answer: 'challenge' },
    })
  })

  it('shows no secret that the server repeats', async () => {
    const outcome = await visit(
      (request) => [response(request, message(`${login.password} ${secret}`), { code: 3 })],
      lenient,
    )
    expect(outcome.cause).toBe('auth')
    expect(JSON.stringify(outcome)).not.toMatch(/horse|between/)
  })
})
