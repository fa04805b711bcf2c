import { type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { udp } from './udp.ts'

const padded = 'config.queryBase64: must be standard padded base64'

tryCatalogEntry(udp, {
  targets: {
    accepted: ['192.0.2.1:123', 'localhost:9999', 'bücher.example:53'],
    refused: [
      ['192.0.2.1', 'must be host:port'],
      ['udp://example.com:53', 'must be host:port'],
    ],
  },
  config: {
    query: {
      accept: ['PING\n', ''],
      reject: [
        [[1, 2], 'config.query: Expected string, received array'],
        ['x'.repeat(10_001), 'at most 10000 character(s)'],
      ],
    },
    queryBase64: {
      accept: ['AQID', '/////1RTb3VyY2U=', 'AA==', ''],
      reject: [
        ['AA', padded],
        ['AQI-_w==', padded],
        ['not base64', padded],
        ['AQID\n', padded],
        [5, 'Expected string, received number'],
        ['AAAA'.repeat(3335), 'at most 13336'],
      ],
    },
    expectMatchRegexp: {
      accept: ['^PONG', '\\x00'],
      reject: [['[', /config.expectMatchRegexp: must be a regular expression/]],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['both', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{}, { expectMatchRegexp: 'x' }, { query: 'status', queryBase64: '' }],
    reject: [[{ query: 'status', queryBase64: 'AQID' }, 'config.queryBase64: must not be combined with query']],
  },
  rules: [[{}, ['Availability Check: success == false critical']]],
  metrics: [
    "metrics['udp.response_received']",
    "metrics['udp.first_byte_time_ms']",
    "metrics['udp.expect_match_regexp']",
    "metrics['udp.bytes_received']",
  ],
})

type Answer = (say: (text: string | Buffer) => void, question: Buffer) => void

async function serviceThat(answer: Answer): Promise<string> {
  const socket: Socket = createSocket('udp4')
  socket.on('message', (question, from) => answer((text) => socket.send(text, from.port, from.address), question))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const time = expect.any(Number) as number
const echo: Answer = (say, question) => say(question)

describe('a udp check', () => {
  it('sends its query and succeeds with any reply', async () => {
    const outcome = await runCheck(udp, await serviceThat(echo), { config: { query: 'status\n' } })
    expect(outcome).toMatchObject({ success: true, error: null, evidence: { address: '127.0.0.1', reply: 'status\n' } })
    expect(outcome.metrics).toEqual({
      'udp.response_received': 1,
      'udp.first_byte_time_ms': time,
      'udp.bytes_received': 7,
    })
  })

  it('sends binary payloads as they are and shows binary replies in hex', async () => {
    const config = { queryBase64: '//8AAQ==', expectMatchRegexp: '^\\xff\\xff\\x00' }
    const outcome = await runCheck(udp, await serviceThat(echo), { config })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'udp.expect_match_regexp': 1, 'udp.bytes_received': 4 },
      evidence: { reply: 'ff ff 00 01' },
    })
  })

  it('matches the reply, across datagrams', async () => {
    const target = await serviceThat((say) => ['first ', 'second ', 'thürd'].forEach(say))
    expect(
      await runCheck(udp, target, { config: { query: 'x', expectMatchRegexp: 'first second thürd$' } }),
    ).toMatchObject({
      success: true,
      metrics: { 'udp.expect_match_regexp': 1, 'udp.bytes_received': 19 },
    })
  })

  it('succeeds with a reply that does not match, and reports it in its metric', async () => {
    const outcome = await runCheck(udp, await serviceThat(echo), {
      config: { query: 'PING', expectMatchRegexp: '^PONG' },
    })
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      evidence: { reply: 'PING' },
      metrics: { 'udp.response_received': 1, 'udp.expect_match_regexp': 0 },
    })
  })

  it('stops at the deadline if the reply does not end', async () => {
    const target = await serviceThat((say) => {
      const drip = setInterval(() => say('x'), 1)
      onTestFinished(() => clearInterval(drip))
    })
    const outcome = await runSlowly(udp, target, {
      deadlineMs: 400,
      config: { query: 'PING', expectMatchRegexp: '^PONG' },
    })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'udp.response_received': 1, 'udp.expect_match_regexp': 0 },
    })
  })

  it('accepts an empty datagram as a reply', async () => {
    expect(await runCheck(udp, await serviceThat((say) => say('')), { config: { query: 'x' } })).toMatchObject({
      success: true,
      metrics: { 'udp.response_received': 1, 'udp.bytes_received': 0 },
    })
  })

  it.each([{}, { query: '' }, { query: '', queryBase64: '' }])(
    'fails without a payload to send: %j',
    async (config) => {
      expect(await runCheck(udp, '127.0.0.1:9', { config })).toMatchObject({
        success: false,
        cause: 'other',
        error: 'no payload to send: enter a text to send, or bytes in Base64',
        metrics: {},
      })
    },
  )

  it('fails without a reply', async () => {
    const config = { query: 'x', expectMatchRegexp: 'x' }
    const outcome = await runSlowly(udp, await serviceThat(() => undefined), { deadlineMs: 200, config })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 0.2 s (while waiting for a reply)',
    })
    expect(outcome.metrics).toEqual({ 'udp.response_received': 0 })
  })

  it('reads a flood of datagrams up to its limit', async () => {
    const target = await serviceThat((say) => {
      const flood = setInterval(() => say(Buffer.alloc(8000)), 1)
      onTestFinished(() => clearInterval(flood))
    })
    const clock = fakeClock()
    const around = { clock, net: openNet({ clock }), config: { query: 'x', expectMatchRegexp: 'never' } }
    const outcome = await runCheck(udp, target, around)
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'udp.bytes_received': 65_535, 'udp.expect_match_regexp': 0 },
    })
  })
})
