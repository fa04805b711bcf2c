import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type MqttBroker, hasMosquitto, startMosquitto } from '../../../test/kit/debian/mosquitto.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { MqttClient } from '../../protocols/data/mqtt.ts'
import { Lines } from '../../protocols/lines.ts'
import { readPasted } from '../pasted.ts'
import { mqtt } from './mqtt.ts'

const shared = databaseCatalog('mqtt')
const notDatabase = /query_ms|connections|replica|rows|lag/

tryCatalogEntry(mqtt, {
  ...shared,
  config: {
    ...shared.config,
    protocolVersion: { accept: ['3.1.1', '5'], reject: [['3.1', 'Allowed values: 3.1.1, 5']] },
    clientId: { accept: ['lapwing-1'], reject: [['a\nb', 'line breaks']] },
    topic: {
      accept: ['', 'a/b', '#', '+', '/a//', '+/b/#', '$SYS/#'],
      reject: [
        ['a+/b', 'must have + only as a whole level'],
        ['a/#/b', 'must have + only as a whole level'],
        ['a#', 'must have + only as a whole level'],
        ['a\0b', 'must not contain line breaks'],
        ['ä'.repeat(501), 'must be at most 1000 bytes long'],
      ],
    },
    publish: { accept: [false], reject: [[true, 'topic: Required with publish']] },
    valuePath: { accept: ['', '$.a'], reject: [['a', 'must be a JSONPath']] },
  },
  combinations: {
    accept: [
      { publish: true, topic: 'a/b' },
      { username: 'robot', password: 'x' },
    ],
    reject: [
      [{ publish: true, topic: 'a/+' }, 'topic: must have no wildcards with publish'],
      [{ publish: true, topic: 'a', valuePath: '$' }, 'valuePath: must not be combined with publish'],
      [{ publish: true, topic: 'a', expectValueRegexp: 'x' }, 'expectValueRegexp: must not be combined with publish'],
    ],
  },
  rules: shared.rules.map(([config, rules]) => [config, rules.filter((one) => !/Connections|Replication/.test(one))]),
  metrics: [
    ...shared.metrics.filter((name) => !notDatabase.test(name)),
    ...['subscribe_ms', 'message_received', 'message_ms', 'round_trip_ms', 'message_bytes'].map(
      (name) => `metrics['mqtt.${name}']`,
    ),
  ],
})

it.each([
  ['mqtt://ada:secret@broker.example:1884', 'broker.example:1884', { tlsMode: 'none', username: 'ada' }],
  ['mqtts://broker.example/', 'broker.example', { tlsMode: 'required' }],
  ['broker.example:8883', 'broker.example:8883', { tlsMode: 'required' }],
  ['192.0.2.1:1883', '192.0.2.1:1883', { tlsMode: 'none' }],
])('recognizes %s', (text, target, config) => {
  expect(mqtt.recognizes(readPasted(text))).toEqual({ fit: 100, target, config })
})

it('recognizes no other address', () => {
  for (const text of ['broker.example:1884', 'amqp://broker.example'])
    expect(mqtt.recognizes(readPasted(text))).toBeNull()
})

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number)

describe.skipIf(!hasMosquitto)('the mqtt check with Mosquitto', () => {
  let broker: MqttBroker
  beforeAll(async () => {
    broker = await startMosquitto({
      certificate: authority.issue({ names: ['127.0.0.1'] }),
      users: { robot: 'hunter2-secret', reader: 'hunter2-secret' },
      rules: 'user robot\ntopic readwrite shop/#\nuser reader\ntopic read shop/#\n',
    })
  })
  afterAll(() => broker.stop())

  const run = (port: number, config: object = {}): Promise<Outcome> =>
    runCheck(mqtt, `127.0.0.1:${port}`, { net, config: { tlsMode: 'none', ...config }, deadlineMs: 5000 })
  const robot = { username: 'robot', password: 'hunter2-secret' }

  /** Publishes a retained message, or one for whoever has subscribed. */
  async function publish(topic: string, payload: string): Promise<void> {
    const signal = new AbortController().signal
    const connection = await net.connect({ host: '127.0.0.1', port: broker.open, ipVersion: 'any', signal })
    onTestFinished(() => void connection.socket.destroy())
    const client = new MqttClient(new Lines(connection, signal), '3.1.1')
    await client.logIn({ clientId: 'publisher', username: undefined, password: undefined })
    await client.publish(topic, payload, { isRetained: true })
    client.leave()
  }

  describe.each(['3.1.1', '5'])('over MQTT %s', (protocolVersion) => {
    it('connects without an account', async () => {
      expect(await run(broker.open, { protocolVersion })).toMatchObject({
        success: true,
        metrics: { 'mqtt.connect_time_ms': time, 'mqtt.auth_ms': time, 'mqtt.tls_version': 0 },
      })
    })

    it('logs in, subscribes and gets its own message back', async () => {
      const { success, error, metrics } = await run(broker.closed, {
        ...robot,
        protocolVersion,
        topic: 'shop/lapwing',
        publish: true,
      })
      expect([success, error]).toEqual([true, null])
      expect(metrics).toMatchObject({
        'mqtt.auth_ok': 1,
        'mqtt.subscribe_ms': time,
        'mqtt.round_trip_ms': time,
        'mqtt.message_received': 1,
      })
    })

    it('compares a retained message', async () => {
      const topic = `sensor/${protocolVersion}`
      await publish(topic, '21.5')
      const config = { protocolVersion, topic: 'sensor/+', expectValueRegexp: '^2\\d\\.' }
      expect(await run(broker.open, { ...config, topic })).toMatchObject({
        success: true,
        metrics: { 'mqtt.value': 21.5, 'mqtt.value_match': 1, 'mqtt.message_bytes': 4, 'mqtt.message_ms': time },
        evidence: { topic, retained: true, value: '21.5' },
      })
    })

    it('says that the broker rejects a wrong password', async () => {
      const outcome = await run(broker.closed, { ...robot, password: 'not-this-one', protocolVersion })
      expect(outcome).toMatchObject({ success: false, cause: 'auth', metrics: { 'mqtt.auth_ok': 0 } })
      expect(outcome.error).toMatch(/^the login was rejected: (not authorized|user name or password is wrong)$/)
    })

    it('says that the broker rejects clients without an account', async () => {
      expect(await run(broker.closed, { protocolVersion })).toMatchObject({
        success: false,
        cause: 'auth',
        error: 'the server responded: not authorized',
      })
    })

    it('says that no message came', async () => {
      const config = { tlsMode: 'none', protocolVersion, topic: 'nothing/here' }
      const outcome = await runSlowly(mqtt, `127.0.0.1:${broker.open}`, { config, deadlineMs: 500 })
      expect(outcome).toMatchObject({
        success: false,
        cause: 'timeout',
        error: 'no message on the topic nothing/here before the timeout',
        metrics: { 'mqtt.message_received': 0 },
      })
    })
  })

  it('says that the account may not publish, where the protocol does', async () => {
    const config = { ...robot, username: 'reader', topic: 'shop/lapwing', publish: true, protocolVersion: '5' }
    expect(await run(broker.closed, config)).toMatchObject({
      success: false,
      cause: 'content',
      error: 'the server responded: not authorized',
    })
  })

  it('compares a value in JSON, and says what is not JSON', async () => {
    await publish('json', '{"temperature": {"inside": 19, "state": "ok"}}')
    await publish('text', 'warm')
    const read = (valuePath: string, topic = 'json'): Promise<Outcome> =>
      run(broker.open, { topic, valuePath, expectValueRegexp: '^(19|ok)$' })
    expect(await read('$.temperature.inside')).toMatchObject({ metrics: { 'mqtt.value': 19, 'mqtt.value_match': 1 } })
    expect(await read('$.temperature.state')).toMatchObject({ metrics: { 'mqtt.value_match': 1 } })
    expect(await read('$.humidity')).toMatchObject({ success: true, metrics: { 'mqtt.value_match': 0 } })
    expect(await read('$', 'text')).toMatchObject({ cause: 'content', error: 'the message is not JSON' })
  })

  it('measures TLS and the certificate', async () => {
    const { success, metrics } = await run(broker.secure, { tlsMode: 'required', topic: 'a/b', publish: true })
    expect(success).toBe(true)
    expect(metrics).toMatchObject({ 'mqtt.tls_time_ms': time, 'mqtt.cert_valid': 1, 'mqtt.tls_version': 13 })
    expect(metrics['mqtt.cert_days_left']).toBeGreaterThan(0)
  })
})

describe('the mqtt check with a server of our own', () => {
  const accepted = '20020000'
  const subscribed = '9003000100'

  async function visit(packets: readonly string[], config: object = {}): Promise<Outcome> {
    const waiting = [...packets]
    const server = await startHostile((socket) => {
      socket.on('data', () => {
        const next = waiting.shift()
        if (next !== undefined) socket.write(Buffer.from(next, 'hex'))
      })
    })
    onTestFinished(() => server.stop())
    const given = { tlsMode: 'none', topic: 'a', username: 'robot', password: 'hunter2-secret', ...config }
    return runSlowly(mqtt, `127.0.0.1:${server.port}`, { config: given, deadlineMs: 500 })
  }

  it('takes a message that comes before the subscription is confirmed', async () => {
    const outcome = await visit([accepted, `300400016137${subscribed}`])
    expect(outcome).toMatchObject({ success: true, metrics: { 'mqtt.value': 7 } })
  })

  it.each([
    ['another protocol', ['48545450'], 'does not speak MQTT: it sent a packet of type 4'],
    ['a length without an end', ['20ffffffff7f'], 'sent a malformed MQTT packet'],
    ['a large packet', ['20ffffff7f'], 'sent a packet of 268435455 bytes'],
    ['a topic longer than its message', [accepted, subscribed + '3003ffff61'], 'sent a malformed MQTT packet'],
    ['an empty message', [accepted, subscribed + '3000'], 'sent a malformed MQTT packet'],
    ['a rejected subscription', [accepted, '9003000180'], 'the server responded: it gives no reason'],
    ['a code that nobody knows', ['2002000b'], 'the server responded: reason 11'],
  ])('fails when the server sends %s', async (_, packets, error) => {
    const outcome = await visit(packets)
    expect(outcome).toMatchObject({ success: false, error: expect.stringContaining(error) })
  })

  it('says why a broker of MQTT 5 ends the session', async () => {
    const outcome = await visit(['2003000000', 'e0018b'], { protocolVersion: '5' })
    expect(outcome).toMatchObject({ cause: 'other', error: 'the server ended the session: it is shutting down' })
  })

  it('shows no password that a message repeats', async () => {
    const text = Buffer.from('it is hunter2-secret')
    const message = Buffer.concat([Buffer.from([0x30, text.length + 3, 0, 1, 97]), text])
    const outcome = await visit([accepted, subscribed + message.toString('hex')])
    expect(outcome.success).toBe(true)
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })
})
