import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type RabbitmqServer, hasRabbitmq, observer, startRabbitmq } from '../../../test/kit/debian/rabbitmq.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { AmqpClient } from '../../protocols/data/amqp.ts'
import { Lines } from '../../protocols/lines.ts'
import { readPasted } from '../pasted.ts'
import { amqp } from './amqp.ts'

const { expectValueRegexp: _, ...config } = databaseCatalog('amqp').config
const shared = databaseCatalog('amqp')
const available = 'Availability Check: success == false critical'
const certificate = "Certificate Expiring: metrics['amqp.cert_days_left'] < 14 warning"
const loginFailed = "Login Failed: metrics['amqp.auth_ok'] == 0 critical"

tryCatalogEntry(amqp, {
  ...shared,
  config: {
    ...config,
    virtualHost: { accept: ['', '/', 'shop'], reject: [['ä'.repeat(128), 'must be at most 255 bytes long']] },
    queue: {
      accept: [''],
      reject: [
        ['orders', 'username: Required with a queue'],
        ['a\nb', 'line breaks'],
      ],
    },
  },
  combinations: { accept: [{ username: 'robot', password: 'x', queue: 'orders' }] },
  rules: [
    [{}, [available, certificate]],
    [{ tlsMode: 'none', username: 'robot' }, [available, loginFailed]],
    [
      { username: 'robot', queue: 'orders' },
      [available, certificate, loginFailed, "No Consumers: metrics['amqp.consumers'] < 1 warning"],
    ],
  ],
  metrics: [
    ...shared.metrics.filter((name) => /connect_time|cert_|tls_|auth_/.test(name)),
    ...['greeting_ms', 'open_ms', 'queue_ms', 'messages', 'consumers'].map((name) => `metrics['amqp.${name}']`),
  ],
})

it.each([
  ['amqp://ada:secret@broker.example:5673/shop', 'broker.example:5673', 'none', 'shop'],
  ['amqps://ada@broker.example/%2Fshop', 'broker.example', 'required', '/shop'],
])('recognizes %s', (text, target, tlsMode, virtualHost) => {
  expect(amqp.recognizes(readPasted(text))).toMatchObject({ target, config: { tlsMode, username: 'ada', virtualHost } })
})

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number)

const frame = (channel: number, method: string, type = 1): Buffer => {
  const payload = Buffer.from(method, 'hex')
  const head = Buffer.alloc(7)
  head.writeUInt8(type, 0)
  head.writeUInt16BE(channel, 1)
  head.writeUInt32BE(payload.length, 3)
  return Buffer.concat([head, payload, Buffer.from([0xce])])
}
const text = (value: string): string => Buffer.from([value.length, ...Buffer.from(value)]).toString('hex')

describe.skipIf(!hasRabbitmq)('the amqp check with RabbitMQ', () => {
  const user = { name: 'robot', password: 'hunter2-secret' }
  let server: RabbitmqServer
  beforeAll(async () => {
    const certificate = authority.issue({ names: ['127.0.0.1'] })
    server = await startRabbitmq({ certificate, user, virtualHosts: ['shop', 'other'], queue: 'orders' })
  }, 120_000)
  afterAll(() => server.stop())

  const run = (more: object = {}, port = server.port): Promise<Outcome> => {
    const login = { username: user.name, password: user.password, virtualHost: 'shop', tlsMode: 'none' }
    return runCheck(amqp, `127.0.0.1:${port}`, { net, config: { ...login, ...more }, deadlineMs: 5000 })
  }

  it('only connects without an account', async () => {
    const { success, metrics, evidence } = await run({ username: undefined, password: undefined })
    expect(success).toBe(true)
    expect(metrics).toMatchObject({ 'amqp.connect_time_ms': time, 'amqp.greeting_ms': time })
    expect(evidence!['server']).toMatch(/^RabbitMQ \d+\.\d+/)
    expect(Object.keys(metrics)).not.toContain('amqp.auth_ok')
  })

  it('logs in over TLS and opens the virtual host', async () => {
    expect(await run({ tlsMode: 'required' }, server.secure)).toMatchObject({
      success: true,
      error: null,
      metrics: { 'amqp.tls_time_ms': time, 'amqp.cert_valid': 1, 'amqp.auth_ok': 1, 'amqp.open_ms': time },
    })
  })

  it('counts messages and consumers of a queue', async () => {
    expect((await run({ queue: 'orders' })).metrics).toMatchObject({ 'amqp.messages': 0, 'amqp.consumers': 0 })
    const signal = new AbortController().signal
    const connection = await net.connect({ host: '127.0.0.1', port: server.port, ipVersion: 'any', signal })
    onTestFinished(() => void connection.socket.destroy())
    const client = new AmqpClient(new Lines(connection, signal))
    await client.greet()
    await client.logIn({ username: user.name, password: user.password })
    await client.open('shop')
    await client.queue('orders')
    const publish = `003c0028${'0000'}${text('')}${text('orders')}00`
    const message = [frame(1, publish), frame(1, '003c000000000000000000020000', 2), frame(1, '6869', 3)]
    connection.socket.write(Buffer.concat([...message, ...message]))
    await expect.poll(async () => (await run({ queue: 'orders' })).metrics['amqp.messages']).toBe(2)
    connection.socket.write(frame(1, `003c0014${'0000'}${text('orders')}${text('')}0000000000`))
    await expect.poll(async () => (await run({ queue: 'orders' })).metrics['amqp.consumers']).toBe(1)
  })

  it('needs no rights on the queue', async () => {
    expect((await run({ username: observer, queue: 'orders' })).metrics).toMatchObject({ 'amqp.messages': time })
  })

  it('says that the password is wrong', async () => {
    const outcome = await run({ password: 'not-this-one' })
    expect(outcome).toMatchObject({ success: false, cause: 'auth', metrics: { 'amqp.auth_ok': 0 } })
    expect(outcome.error).toMatch(/^the login was rejected: ACCESS_REFUSED/)
  })

  it.each([
    [{ virtualHost: 'nowhere' }, /^the server responded: NOT_ALLOWED - .*nowhere/],
    [{ virtualHost: 'other' }, /^the server responded: NOT_ALLOWED - .*refused/],
    [{ queue: 'nothing' }, /^the server responded: NOT_FOUND - no queue 'nothing'/],
  ])('says what cannot be used of %j', async (wish, error) => {
    const outcome = await run(wish)
    expect(outcome).toMatchObject({ success: false, cause: 'content', error: expect.stringMatching(error) })
  })
})

describe('the amqp check with a server of our own', () => {
  const table = (entries: string): string => (entries.length / 2).toString(16).padStart(8, '0') + entries
  const long = (value: string): string => table(Buffer.from(value).toString('hex'))
  const start = (entries = '', mechanisms = 'PLAIN AMQPLAIN'): Buffer =>
    frame(0, `000a000a0009${table(entries)}${long(mechanisms)}${long('en_US')}`)
  const tune = frame(0, '000a001e0000000000000000')
  const opened = frame(0, '000a002900')
  const closed = frame(0, '000a0033')
  const channel = frame(1, '0014000b00000000')

  async function visit(packets: readonly Buffer[], more: object = {}): Promise<Outcome> {
    const waiting = [...packets]
    const server = await startHostile((socket) => {
      socket.on('data', () => {
        const next = waiting.shift()
        if (next) socket.write(next)
        // The client says two things one after the other.
        if (next === tune && waiting[0]) socket.write(waiting.shift()!)
      })
    })
    onTestFinished(() => server.stop())
    const given = { tlsMode: 'none', username: 'robot', password: 'hunter2-secret', queue: 'q', ...more }
    return runSlowly(amqp, `127.0.0.1:${server.port}`, { config: given, deadlineMs: 500 })
  }

  it('takes heartbeats and a server without limits', async () => {
    const declared = Buffer.concat([frame(0, '', 8), frame(1, `0032000b${text('q')}0000000700000003`)])
    expect(await visit([start(), tune, opened, channel, declared, closed])).toMatchObject({
      success: true,
      error: null,
      metrics: { 'amqp.messages': 7, 'amqp.consumers': 3 },
    })
  })

  it('reads what the server says about itself, whatever else is there', async () => {
    const entries = [
      `${text('capabilities')}46${table(text('x') + '7401')}`,
      `${text('number')}490000000a`,
      `${text('product')}53${long('Rabbit')}`,
      `${text('void')}56`,
      `${text('version')}53${long('4.0')}`,
    ]
    const { evidence } = await visit([start(entries.join(''))], { username: undefined, password: undefined })
    expect(evidence).toMatchObject({ server: 'Rabbit 4.0' })
  })

  it.each([
    ['its own version of the protocol', [Buffer.from('AMQP\0\x01\0\0')], 'does not speak AMQP 0-9-1'],
    ['a frame without an end', [frame(0, '000a000a').fill(0, 11)], 'does not speak AMQP as it should'],
    ['a huge frame', [Buffer.from('0100007fffffff', 'hex')], 'does not speak AMQP as it should'],
    ['a method that is too short', [frame(0, '000a')], 'does not speak AMQP as it should'],
    ['a table of lies', [start(`${text('product')}53ffffffff`)], 'describes itself in a malformed table'],
    ['no login with a password', [start('', 'EXTERNAL')], 'accepts no logins with a password'],
    ['another method', [start(), opened], 'does not speak AMQP as it should'],
  ])('fails when the server sends %s', async (__, packets, error) => {
    expect(await visit(packets)).toMatchObject({
      success: false,
      cause: 'other',
      error: expect.stringContaining(error),
    })
  })

  it('shows no password that the server repeats', async () => {
    const outcome = await visit([start(), frame(0, `000a00320193${text('not hunter2-secret')}00000000`)])
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was rejected: not [redacted]' })
  })
})
