import { afterEach, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { keepsTheContract, spoiltAnswers } from '../../../test/kit/checks/run-contract.ts'
import { type GrpcServerOptions, startGrpc } from '../../../test/kit/servers/grpc.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import { flags, frame, header, ok, settings } from '../../../test/kit/servers/http2-frames.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { createPolicy } from '../../net/policy.ts'
import { grpc } from './grpc.ts'

const typed = header('content-type', 'application/grpc')
const opening = Buffer.concat([
  settings,
  frame('headers', flags.endHeaders, Buffer.concat([header(':status', '200'), typed])),
])

keepsTheContract({
  check: grpc,
  transport: 'both',
  target: ({ host, port, secure }) => `${secure ? 'grpcs' : 'grpc'}://${host}:${port}`,
  opening: () => opening.toString('latin1'),
  misbehaviours: { ...spoiltAnswers, 'drips its answer': 'other', 'never ends its answer': 'other' },
})

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const client = authority.issue({ names: ['robot'] })

tryCatalogEntry(grpc, {
  targets: {
    accepted: ['grpc://localhost:50051', 'grpcs://[2001:db8::1]:443'],
    refused: [
      ['localhost:50051', /grpcs:\/\/ or grpc:\/\//],
      ['https://example.com', /grpcs:\/\/ or grpc:\/\//],
    ],
  },
  config: {
    service: { accept: ['', 'shop.v1.Orders', 'liveness'], reject: [['a b', 'must be the name of a service']] },
    method: { accept: ['shop.v1.Orders/Count'], reject: [['/Count', 'must be package.Service/Method']] },
    requestBody: {
      accept: [],
      reject: [
        ['[1]', 'must be a JSON object'],
        ['{', 'must be a JSON object'],
        ['{}', 'config.requestBody: needs a method'],
      ],
    },
    metadata: { accept: [[{ key: 'x-team', value: 'shop' }]], reject: [[{}, 'Expected array']] },
    expectPattern: {
      accept: [],
      reject: [
        ['(', 'must be a regular expression'],
        ['x', 'needs a method'],
      ],
    },
    rejectPattern: {
      accept: [],
      reject: [
        ['(', 'must be a regular expression'],
        ['x', 'needs a method'],
      ],
    },
    valuePath: {
      accept: [],
      reject: [
        ['count', 'must be a JSONPath'],
        ['$.count', 'needs a method'],
      ],
    },
    authType: {
      accept: ['none'],
      reject: [
        ['digest', 'Allowed values'],
        ['mtls', 'config.clientCert: Required with authType mtls'],
      ],
    },
    authUsername: { accept: ['robot'], reject: [[7, 'Expected string']] },
    authPassword: { accept: ['hunter2'], reject: [[true, 'Expected string']] },
    bearerToken: { accept: ['abc'], reject: [['a\nb', 'must not contain line breaks']] },
    clientCert: { accept: [client.cert], reject: [['x', 'must be a certificate in PEM']] },
    clientKey: { accept: [client.key], reject: [['x', 'must be a private key in PEM']] },
    verifyTls: { accept: [false], reject: [['no', 'Expected boolean']] },
    timeoutSeconds: { accept: [1, 60], reject: [[61, 'config.timeoutSeconds']] },
    ipVersion: { accept: ['ip6'], reject: [['6', 'Allowed values']] },
  },
  combinations: {
    accept: [{ method: 'a.B/C', requestBody: '{"a":1}', expectPattern: 'x', rejectPattern: 'y', valuePath: '$.a' }],
    reject: [[{ method: 'a.B/C', service: 'a.B' }, 'config.service: must not be combined with method']],
  },
  rules: [
    [{}, ['Availability Check: success == false critical', "Not Serving: metrics['grpc.serving'] == 0 critical"]],
    [
      { method: 'a.B/C', rejectPattern: 'x' },
      [
        'Availability Check: success == false critical',
        "Not Serving: metrics['grpc.serving'] == 0 critical",
        "Unexpected Response: metrics['grpc.pattern_match'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['grpc.serving']",
    "metrics['grpc.status']",
    "metrics['grpc.pattern_match']",
    "metrics['grpc.json_value']",
    'response_time',
    "metrics['grpc.response_time_ms']",
    'ssl_expiry',
    "metrics['grpc.ssl_expiry_days']",
  ],
})

it('does not offer mutual TLS without TLS', () => {
  const target = grpc.target.parse('grpc://localhost:50051')
  const config = { authType: 'mtls', clientCert: client.cert, clientKey: client.key }
  expect('target' in target && grpc.examine(config, target.target)).toEqual(['authType: mtls needs a grpcs:// target'])
})

const net = openNet({ extraTrust: [authority.root] })
const open: (() => unknown)[] = []
afterEach(() => Promise.all(open.splice(0).map((stop) => stop())))

async function ask(config: Record<string, unknown> = {}, options: GrpcServerOptions = {}): Promise<Outcome> {
  const server = await startGrpc({ health: { '': 'SERVING', shop: 'NOT_SERVING', new: 'UNKNOWN' }, ...options })
  open.push(server.stop)
  const target = `${options.certificate ? 'grpcs' : 'grpc'}://127.0.0.1:${server.port}`
  return runCheck(grpc, target, { net, config })
}

describe('the health of a service', () => {
  it.each([
    ['', 1, 'SERVING'],
    ['shop', 0, 'NOT_SERVING'],
    ['new', 0, 'UNKNOWN'],
  ])('of %j is measured', async (service, serving, health) => {
    const outcome = await ask({ service })
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      evidence: { health, status: 'OK', protocol: 'HTTP/2' },
    })
    expect(outcome.metrics).toMatchObject({ 'grpc.serving': serving, 'grpc.status': 0 })
    expect(Object.keys(outcome.phases ?? {})).toContain('grpc.connect_time_ms')
  })

  it('that has a long name is asked for', async () => {
    const service = 'x'.repeat(300)
    expect(await ask({ service }, { health: { [service]: 'SERVING' } })).toMatchObject({
      metrics: { 'grpc.serving': 1 },
    })
  })

  it('fails if the server does not know it, or has no health service', async () => {
    expect(await ask({ service: 'other' })).toMatchObject({
      success: false,
      cause: 'content',
      error: 'the health service does not know other',
      metrics: { 'grpc.status': 5 },
    })
    expect(await ask({}, { health: undefined })).toMatchObject({
      cause: 'content',
      error: 'the server has no health service (grpc.health.v1.Health)',
    })
  })

  it('is asked over TLS, and counts the days of the certificate', async () => {
    const outcome = await ask({}, { certificate })
    expect(outcome).toMatchObject({ success: true, metrics: { 'grpc.serving': 1, 'grpc.ssl_expiry_days': 89 } })
    expect(outcome.evidence).toMatchObject({ certificate: { names: ['127.0.0.1'] } })
  })

  it('is asked with a client certificate', async () => {
    const server = { certificate, clientRoot: authority.root }
    const login = { authType: 'mtls', clientCert: client.cert, clientKey: client.key }
    expect(await ask(login, server)).toMatchObject({ success: true, metrics: { 'grpc.serving': 1 } })
    const without = await ask({ ...login, authType: 'none' }, server)
    expect(without).toMatchObject({ success: false, cause: expect.stringMatching(/tls|connect/) })
    const stranger = createAuthority('Somebody').issue({ names: ['robot'] })
    const refused = await ask({ ...login, clientCert: stranger.cert, clientKey: stranger.key }, server)
    expect(refused).toMatchObject({ success: false, cause: expect.stringMatching(/tls|connect/) })
    expect(JSON.stringify(refused)).not.toContain('PRIVATE KEY')
  })

  it('is not asked where the address policy forbids it', async () => {
    const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(grpc, 'grpc://127.0.0.1:50051', { net: closed })).toMatchObject({
      cause: 'connect',
      error: expect.stringContaining('loopback address'),
    })
  })
})

const method = 'shop.v1.Orders/Count'

describe('a method', () => {
  it.each(['v1', 'v1alpha'] as const)('is called with the schema of reflection %s', async (reflection) => {
    const config = {
      method,
      requestBody: '{"state":"OPEN","regions":["eu","us"]}',
      metadata: [
        { key: 'X-Team', value: 'shop' },
        { key: 'grpc-timeout', value: '1n' },
      ],
      expectPattern: '"count":3\\b',
      rejectPattern: 'error',
      valuePath: '$.byRegion.us',
    }
    const outcome = await ask(config, { reflection })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toMatchObject({
      'grpc.status': 0,
      'grpc.pattern_match': 1,
      'grpc.json_value': 1,
      'grpc.response_time_ms': expect.any(Number),
    })
    expect(JSON.parse(String(outcome.evidence?.['response']))).toEqual({
      count: 3,
      total: { currency: 'EUR', units: '9007199254740993' },
      byRegion: { eu: '0', us: '1' },
      at: '2026-03-01T12:00:00Z',
      askedBy: 'shop',
    })
  })

  it('compares the response with both patterns', async () => {
    expect((await ask({ method, expectPattern: '"count":3' })).metrics['grpc.pattern_match']).toBe(0)
    expect((await ask({ method, rejectPattern: '"count":40' })).metrics['grpc.pattern_match']).toBe(0)
    expect((await ask({ method, rejectPattern: 'x{3}' })).metrics['grpc.pattern_match']).toBe(1)
  })

  it('says what it found if the path leads to no number', async () => {
    const { metrics, evidence } = await ask({ method, valuePath: '$.total' })
    expect(metrics).not.toHaveProperty(['grpc.json_value'])
    expect(evidence).toMatchObject({ value: { path: '$.total', found: expect.stringContaining('EUR') } })
  })

  it('is called with a login, which the evidence does not have even if the response does', async () => {
    const config = { method, authType: 'bearer', bearerToken: 'hunter2hunter2' }
    const outcome = await ask({ ...config, expectPattern: 'Bearer hunter2hunter2', valuePath: '$.askedBy' })
    expect(outcome.metrics['grpc.pattern_match']).toBe(1)
    expect(outcome.evidence?.['response']).toContain('Bearer [redacted]')
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
    const metadata = [{ key: 'x-token', value: 'hunter2hunter2' }]
    const failed = await ask({ method, metadata }, { fails: { code: 13, details: 'no token hunter2hunter2' } })
    expect(failed.error).toBe('the call failed with INTERNAL: no token [redacted]')
    expect(JSON.stringify(failed)).not.toContain('hunter2')
  })

  it.each<[string, Record<string, unknown>, GrpcServerOptions, string, string]>([
    ['the server has no reflection', {}, { reflection: 'none' }, 'content', 'the server has no reflection'],
    [
      'there is no such service',
      { method: 'shop.v1.Goods/Count' },
      {},
      'content',
      'does not know the service shop.v1.G',
    ],
    ['there is no such method', { method: 'shop.v1.Orders/Sum' }, {}, 'content', 'has no method Sum'],
    ['it streams', { method: 'shop.v1.Orders/Watch' }, {}, 'content', 'is a streaming method'],
    [
      'it fails',
      {},
      { fails: { code: 14, details: 'database größer\nthan memory' } },
      'other',
      'the call failed with UNAVAILABLE: database größer than memory',
    ],
    ['it denies access', {}, { fails: { code: 16, details: '' } }, 'auth', 'the call failed with UNAUTHENTICATED'],
    [
      'the request does not fit',
      { requestBody: '{"state":"hunter2"}' },
      {},
      'content',
      'the request does not fit the schema of the server (at shop.v1.State)',
    ],
    [
      'the request has an unknown key',
      { requestBody: '{"hunter2":1}' },
      {},
      'content',
      'the request does not fit the schema of the server (at shop.v1.CountRequest)',
    ],
  ])('fails if %s', async (_what, config, options, cause, error) => {
    const outcome = await ask({ method, ...config }, options)
    expect(outcome).toMatchObject({ success: false, cause, error: expect.stringContaining(error) })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })
})

describe('a hostile server', () => {
  const headers = (...pairs: Buffer[]): Buffer =>
    frame('headers', flags.endHeaders, Buffer.concat([ok, typed, ...pairs]))
  const trailers = (...pairs: [string, string][]): Buffer =>
    frame(
      'headers',
      flags.endHeaders + flags.endStream,
      Buffer.concat(pairs.map(([name, value]) => header(name, value))),
    )
  const message = (bytes: Buffer, length = bytes.length, packed = 0): Buffer => {
    const head = Buffer.from([packed, 0, 0, 0, 0])
    head.writeUInt32BE(length, 1)
    return Buffer.concat([head, bytes])
  }
  const good = trailers(['grpc-status', '0'])
  const serving = message(Buffer.from([8, 1]))
  const many = Array.from({ length: 90 }, (_none, n) => [`x-${n}`, 'y'.repeat(1000)] as [string, string])

  const says = async (frames: Buffer[], config: Record<string, unknown> = {}): Promise<Outcome> => {
    const server = await startHostile(
      (socket) => void socket.once('data', () => socket.write(Buffer.concat([settings, ...frames]))),
    )
    open.push(() => server.idle().then(server.stop))
    return runSlowly(grpc, `grpc://127.0.0.1:${server.port}`, { config, deadlineMs: 5000, way: {} })
  }

  it('that is none is believed', async () => {
    expect(await says([headers(), frame('data', 0, serving), good])).toMatchObject({ metrics: { 'grpc.serving': 1 } })
    expect(await says([headers(), frame('data', 0, message(Buffer.alloc(0))), good])).toMatchObject({
      evidence: { health: 'UNKNOWN' },
    })
  })

  it.each<[string, Buffer[], string, RegExp]>([
    ['is no gRPC', [frame('headers', 5, ok)], 'http_status', /^the server responded with HTTP 200, and not with gRPC$/],
    ['sends no status', [headers(), frame('data', 1, serving)], 'other', /ended without a gRPC status/],
    ['sends an odd status', [headers(), trailers(['grpc-status', '-1'])], 'other', /ended without a gRPC status/],
    ['sends an unknown status', [headers(), trailers(['grpc-status', '99'])], 'other', /failed with status 99$/],
    ['sends no message', [headers(), good], 'content', /returned 0 messages/],
    [
      'sends two messages',
      [headers(), frame('data', 0, serving), frame('data', 0, serving), good],
      'content',
      /2 mess/,
    ],
    [
      'cuts a message',
      [headers(), frame('data', 0, message(Buffer.from([8]), 9)), good],
      'content',
      /within a message/,
    ],
    [
      'claims 4 GB',
      [headers(), frame('data', 0, message(Buffer.from([8]), 2 ** 32 - 1)), good],
      'content',
      /within a m/,
    ],
    ['compresses', [headers(), frame('data', 0, message(Buffer.from([8, 1]), 2, 1)), good], 'content', /compressed/],
    [
      'sends another message',
      [headers(), frame('data', 0, message(Buffer.from([10, 1]))), good],
      'content',
      /not that of/,
    ],
    [
      'reports a health that is none',
      [headers(), frame('data', 0, message(Buffer.from([8, 9]))), good],
      'content',
      /not/,
    ],
    ['has large trailers', [headers(), frame('data', 0, serving), trailers(...many)], 'other', /HTTP\/2|headers/],
    ['wants HTTP/1.1', [frame('reset', 0, Buffer.from([0, 0, 0, 13]))], 'other', /wants HTTP\/1.1/],
    [
      'quotes percent signs',
      [headers(), trailers(['grpc-status', '2'], ['grpc-message', '%zz'])],
      'other',
      /UNKNOWN: %zz/,
    ],
  ])('that %s fails', async (_what, frames, cause, error) => {
    expect(await says(frames)).toMatchObject({ success: false, cause, error: expect.stringMatching(error) })
  })

  it.each<[string, Buffer, RegExp]>([
    ['garbage', Buffer.alloc(64, 0xff), /schema of the server cannot be read/],
    ['a file that is garbage', Buffer.from([0x22, 4, 0x0a, 2, 0xff, 0xff]), /schema of the server cannot be read/],
    ['no file', Buffer.alloc(0), /lacks the service shop.v1.Orders/],
    ['a file that needs itself', Buffer.from('\x22\x0a\x0a\x08\x0a\x01a\x1a\x01b\x1a\x00'), /lacks|cannot|large/],
  ])('that reflects %s fails', async (_what, reflected, error) => {
    const outcome = await says([headers(), frame('data', 0, message(reflected)), good], { method })
    expect(outcome).toMatchObject({ success: false, cause: 'content', error: expect.stringMatching(error) })
  })
})
