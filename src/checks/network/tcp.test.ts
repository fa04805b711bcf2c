import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { tcp } from './tcp.ts'

tryCatalogEntry(tcp, {
  targets: {
    accepted: ['192.0.2.1:80', '[::1]:5432', 'bücher.example:443'],
    refused: [['example.com:', 'must be host:port']],
  },
  config: {
    tls: { accept: [true, false], reject: [['yes', 'config.tls: Expected boolean, received string']] },
    query: { accept: ['PING\r\n'], reject: [[1, 'config.query: Expected string, received number']] },
    expectMatchRegexp: {
      accept: ['^\\+PONG'],
      reject: [
        ['(', /config.expectMatchRegexp: must be a regular expression/],
        ['(?=a)', /must be a regular expression/],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'Number must be greater than or equal to 1'],
        [61, 'less than or equal to 60'],
        [1.5, /Expected integer/],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Slow TCP Connect: metrics['tcp.connect_time_ms'] > 1000 warning",
      ],
    ],
  ],
  metrics: [
    'tcp_connect',
    "metrics['tcp.connect_time_ms']",
    "metrics['tcp.tls_handshake_time_ms']",
    "metrics['tcp.expect_match_regexp']",
  ],
})

const at = async (server: Server): Promise<string> => `127.0.0.1:${await listening(server)}`
const serviceThat = (greet: (socket: Socket) => void): Promise<string> => at(createServer(greet))

const time = expect.any(Number) as number

describe('a tcp check', () => {
  it('succeeds as soon as it is connected', async () => {
    const target = await serviceThat(() => undefined)
    const outcome = await runCheck(tcp, target)
    expect(outcome).toMatchObject({ success: true, error: null, evidence: { address: '127.0.0.1' } })
    expect(outcome.metrics).toEqual({ 'tcp.connect_time_ms': time })
  })

  it('matches a greeting', async () => {
    const target = await serviceThat((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'))
    expect(await runCheck(tcp, target, { config: { expectMatchRegexp: '^SSH-2' } })).toMatchObject({
      success: true,
      metrics: { 'tcp.expect_match_regexp': 1 },
      evidence: { reply: 'SSH-2.0-OpenSSH_9.2\r\n' },
    })
  })

  it('sends its query and matches the reply, however it is split', async () => {
    const target = await serviceThat((socket) => {
      socket.on('data', (question) => {
        for (const [index, letter] of [...`reply to ${question}`].entries())
          setTimeout(() => socket.write(letter), index)
      })
    })
    expect(
      await runCheck(tcp, target, { config: { query: 'grüße\n', expectMatchRegexp: 'reply to grüße\n$' } }),
    ).toMatchObject({
      success: true,
      metrics: { 'tcp.expect_match_regexp': 1 },
    })
  })

  it('sends its query if no reply is expected', async () => {
    let received: (text: string) => void
    const question = new Promise<string>((resolve) => (received = resolve))
    const target = await serviceThat((socket) => socket.on('data', (bytes) => received(bytes.toString())))
    expect(await runCheck(tcp, target, { config: { query: 'hello' } })).toMatchObject({ success: true })
    expect(await question).toBe('hello')
  })

  it('succeeds with a reply that does not match, after its end', async () => {
    const target = await serviceThat((socket) => socket.end('-ERR\r\n'))
    expect(await runCheck(tcp, target, { config: { query: 'PING\r\n', expectMatchRegexp: '^\\+PONG' } })).toMatchObject(
      {
        success: true,
        metrics: { 'tcp.expect_match_regexp': 0 },
      },
    )
  })

  it('succeeds with a reply that does not match at the deadline', async () => {
    const target = await serviceThat((socket) => socket.write('220-please wait\r\n'))
    expect(
      await runSlowly(tcp, target, { deadlineMs: 200, config: { expectMatchRegexp: '^220 ready' } }),
    ).toMatchObject({
      success: true,
      metrics: { 'tcp.expect_match_regexp': 0 },
    })
  })

  it('fails if the expected reply never starts', async () => {
    const target = await serviceThat(() => undefined)
    const outcome = await runSlowly(tcp, target, { deadlineMs: 200, config: { expectMatchRegexp: '.' } })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 0.2 s (while waiting for a reply)',
    })
    expect(outcome.metrics).toEqual({ 'tcp.connect_time_ms': time })
  })

  it('fails if the connection is closed without the expected reply', async () => {
    const target = await serviceThat((socket) => socket.end())
    expect(await runCheck(tcp, target, { config: { expectMatchRegexp: '.' } })).toMatchObject({
      success: false,
      cause: 'connect',
      error: `${target} closed the connection without a reply`,
    })
  })

  it('fails if the connection is reset during a reply, and shows the part that arrived', async () => {
    const target = await serviceThat((socket) =>
      // After the turn of the event loop in which the client reads: a reset takes back what nobody has read.
      socket.write('220-', () => setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 50)),
    )
    expect(await runCheck(tcp, target, { config: { expectMatchRegexp: '^220 ' } })).toMatchObject({
      success: false,
      cause: 'connect',
      error: `${target} broke off the connection (while waiting for a reply)`,
      metrics: { 'tcp.expect_match_regexp': 0 },
      evidence: { reply: '220-' },
    })
  })

  it('reads an endless reply up to its limit', async () => {
    const target = await serviceThat((socket) => {
      const pour = (): void => {
        while (socket.write(Buffer.alloc(16_384, 'x')));
      }
      socket.on('drain', pour)
      pour()
    })
    expect(await runCheck(tcp, target, { config: { expectMatchRegexp: 'y' } })).toMatchObject({
      success: true,
      metrics: { 'tcp.expect_match_regexp': 0 },
      evidence: { reply: 'x'.repeat(1024) },
    })
  })
})

describe('a tcp check with tls', () => {
  const authority = createAuthority()
  const net = openNet({ extraTrust: [authority.root] })
  const tlsService = (names: string[]): Promise<string> =>
    at(
      createTlsServer(authority.issue({ names }), (socket) =>
        socket.on('error', () => undefined).write('* OK ready\r\n'),
      ),
    )

  it('measures the handshake and sends its query inside it', async () => {
    const config = { tls: true, expectMatchRegexp: 'OK ready' }
    const outcome = await runCheck(tcp, await tlsService(['127.0.0.1']), { net, config })
    expect(outcome).toMatchObject({ success: true })
    expect(outcome.metrics).toEqual({
      'tcp.connect_time_ms': time,
      'tcp.tls_handshake_time_ms': time,
      'tcp.expect_match_regexp': 1,
    })
  })

  it('sends the hostname in SNI', async () => {
    const target = (await tlsService(['localhost'])).replace('127.0.0.1', 'localhost')
    expect(await runCheck(tcp, target, { net, config: { tls: true } })).toMatchObject({ success: true })
  })

  it('fails with a certificate for another host, or from an untrusted issuer', async () => {
    const target = await tlsService(['other.test'])
    expect(await runCheck(tcp, target, { net, config: { tls: true } })).toMatchObject({
      success: false,
      cause: 'certificate',
      error: 'the certificate is for other.test, not for 127.0.0.1',
      metrics: { 'tcp.connect_time_ms': time },
    })
    expect(await runCheck(tcp, target, { config: { tls: true } })).toMatchObject({
      success: false,
      cause: 'certificate',
    })
  })

  it('fails with a server that does not support TLS', async () => {
    const target = await serviceThat((socket) => socket.end('220 plain\r\n'))
    expect(await runCheck(tcp, target, { net, config: { tls: true } })).toMatchObject({ success: false, cause: 'tls' })
  })
})
