import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type SnmpAgent, hasSnmpd, startSnmpd } from '../../../test/kit/debian/snmpd.ts'
import type { CheckMemory, Outcome } from '../../domain/outcome.ts'
import { BerReader, integer, objectId, octets, sequence, tag, tagged } from '../../protocols/snmp/ber.ts'
import { readPasted } from '../pasted.ts'
import { snmp } from './snmp.ts'

const oid = '1.3.6.1.2.1.2.2.1.10.1'
const shortPassword: [string, string] = ['1234567', 'at least 8']
const notAnOid = 'must be an object identifier'

tryCatalogEntry(snmp, {
  targets: {
    accepted: ['192.0.2.1', '[2001:db8::1]:1161'],
    refused: [['snmp://switch.example.com', 'must be a hostname or an IP address']],
  },
  config: {
    port: { accept: [1161], reject: [[0, 'greater than or equal to 1']] },
    version: {
      accept: ['2c'],
      reject: [
        ['1', 'Allowed values: 2c, 3'],
        ['3', 'username: Required with version 3'],
      ],
    },
    community: { accept: ['public'], reject: [['a\nb', 'line breaks']] },
    username: { accept: ['probe'], reject: [['x'.repeat(33), '32']] },
    authAlgorithm: { accept: ['sha1', 'sha256'], reject: [['md5', 'Invalid value']] },
    authPassword: { accept: ['12345678'], reject: [shortPassword] },
    privacyPassword: { accept: [], reject: [shortPassword, ['12345678', 'authPassword: Required with a privacy']] },
    oids: {
      accept: [[{ name: 'In', oid, rate: true }], [{ name: 'State', oid: '2.999.1', pattern: '^OK' }], []],
      reject: [
        [[{ name: 'In', oid: '.1.3.6' }], notAnOid],
        [[{ name: 'In', oid: '1.40.1' }], notAnOid],
        [[{ name: 'In', oid: '1.3.4294967296' }], notAnOid],
        [[{ name: 'In', oid: 'sysUpTime.0' }], notAnOid],
        [[{ name: 'In', oid, pattern: '(' }], 'must be a regular expression'],
        [
          [
            { name: 'In', oid },
            { name: 'in!', oid },
          ],
          'oids[1].name: must differ from oids[0].name',
        ],
        [Array.from({ length: 21 }, (_, index) => ({ name: `a${index}`, oid })), '20'],
      ],
    },
    timeoutSeconds: { accept: [60], reject: [[61, 'less than or equal to 60']] },
    ipVersion: { accept: ['ip6'], reject: [[null, 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{ version: '3', username: 'probe', authPassword: '12345678', privacyPassword: '12345678' }],
  },
  rules: [
    [{}, ['Availability Check: success == false critical']],
    [
      { oids: [{ name: 'In', oid, pattern: 'x' }] },
      [
        'Availability Check: success == false critical',
        "Values Missing: metrics['snmp.missing'] > 0 warning",
        "Unexpected Text: metrics['snmp.mismatches'] > 0 critical",
      ],
    ],
  ],
  metrics: ['response_ms', 'uptime_s', 'missing', 'mismatches', 'value.<slug>', 'rate.<slug>', 'match.<slug>'].map(
    (name) => `metrics['snmp.${name}']`,
  ),
})

it('takes rules on the values of its config', async () => {
  const oids = [
    { name: 'Traffic in', oid },
    { name: '…', oid },
  ]
  expect(await snmp.readSteps({ oids })).toEqual({ problems: [], slugs: ['traffic_in', 'value_2'] })
})

it.each([
  ['snmp://switch.example:1161', 'switch.example:1161', { port: 1161 }],
  ['192.0.2.1:161', '192.0.2.1:161', { port: 161 }],
])('recognizes %s', (text, target, config) => {
  expect(snmp.recognizes(readPasted(text))).toEqual({ fit: 100, target, config })
})

const passwords = { auth: 'sign-with-this', privacy: 'encrypt-with-this' }
const name = '1.3.6.1.2.1.1.5.0'
const load = '1.3.6.1.4.1.2021.10.1.6.1'
const requests = '1.3.6.1.2.1.11.1.0'
const absent = '1.3.6.1.2.1.1.99.0'

describe.skipIf(!hasSnmpd)('the snmp check with Net-SNMP', () => {
  let agent: SnmpAgent
  beforeAll(async () => {
    const users = (['sha1', 'sha256'] as const).map((algorithm) => {
      const protocol = { sha1: 'SHA', sha256: 'SHA-256' }[algorithm]
      return [
        `createUser ${algorithm} ${protocol} ${passwords.auth} AES ${passwords.privacy}`,
        `rouser ${algorithm} noauth .1.3.6.1`,
      ].join('\n')
    })
    agent = await startSnmpd(
      [
        'rocommunity between-us',
        'sysName switch-7',
        'createUser secretive SHA sign-with-this AES encrypt-with-this',
        'rouser secretive priv .1.3.6.1',
        'createUser blind SHA sign-with-this AES encrypt-with-this',
        'view nothing included .1.3.6.1.99',
        'rouser blind auth .1.3.6.1.99',
        ...users,
      ].join('\n'),
    )
  })
  afterAll(() => agent.stop())

  const run = (config: Record<string, unknown>, known?: CheckMemory, deadlineMs = 5000): Promise<Outcome> =>
    runCheck(snmp, `127.0.0.1:${agent.port}`, { config, known, deadlineMs })
  const community = 'between-us'

  it('reads numbers and texts with version 2c', async () => {
    const oids = [
      { name: 'Name', oid: name, pattern: '^switch-\\d$' },
      { name: 'Load', oid: load },
      { name: 'Requests', oid: requests, rate: true },
      { name: 'Nothing', oid: absent, pattern: 'x' },
    ]
    const first = await run({ community, oids })
    expect(first).toMatchObject({
      success: true,
      metrics: {
        'snmp.response_ms': expect.any(Number),
        'snmp.uptime_s': expect.any(Number),
        'snmp.match.name': 1,
        'snmp.value.load': expect.any(Number),
        'snmp.value.requests': expect.any(Number),
        'snmp.missing': 1,
        'snmp.mismatches': 0,
      },
      evidence: {
        address: '127.0.0.1',
        values: expect.arrayContaining([
          { name: 'Name', oid: name, value: 'switch-7' },
          { name: 'Nothing', oid: absent, value: null },
        ]),
        missing: ['Nothing'],
      },
    })
    expect(Object.keys(first.metrics)).not.toContain('snmp.rate.requests')
    const past = Number(first.remember!['upTime']) - 1000
    const second = await run({ community, oids }, { ...first.remember, upTime: String(past) })
    const [before, now] = [first, second].map(({ metrics }) => metrics['snmp.value.requests']!)
    const seconds = second.metrics['snmp.uptime_s']! - past / 100
    expect(second.metrics['snmp.rate.requests']).toBeCloseTo((now! - before!) / seconds, 2)
  })

  it('counts texts that do not match', async () => {
    const outcome = await run({ community, oids: [{ name: 'Name', oid: name, pattern: 'router' }] })
    expect(outcome.metrics).toMatchObject({ 'snmp.match.name': 0, 'snmp.mismatches': 1 })
  })

  it('gets no response with a wrong community', async () => {
    const config = { community: 'guessed' }
    const outcome = await runSlowly(snmp, `127.0.0.1:${agent.port}`, { config, deadlineMs: 400 })
    expect(outcome).toMatchObject({ success: false, cause: 'timeout' })
  })

  const levels = [
    {},
    { authPassword: passwords.auth },
    { authPassword: passwords.auth, privacyPassword: passwords.privacy },
  ]
  for (const algorithm of ['sha1', 'sha256'])
    it.each(levels)(`reads values with version 3, ${algorithm} and %j`, async (login) => {
      const oids = [{ name: 'Name', oid: name, pattern: '^switch-7$' }]
      const user = { version: '3', username: algorithm, authAlgorithm: algorithm, ...login }
      expect(await run({ ...user, oids })).toMatchObject({
        success: true,
        error: null,
        metrics: { 'snmp.match.name': 1, 'snmp.uptime_s': expect.any(Number) },
      })
    })

  const signed = { authPassword: passwords.auth }
  it.each([
    [{ username: 'nobody' }, 'the agent does not know the user'],
    [{ username: 'sha1', authPassword: 'another password' }, 'the authentication password or its algorithm is wrong'],
    [{ username: 'sha256', ...signed }, 'the authentication password or its algorithm is wrong'],
    [{ username: 'secretive', ...signed }, 'the agent reports: the user may not read these values'],
  ])('says why the agent rejects %j', async (login, error) => {
    expect(await run({ version: '3', ...login })).toMatchObject({ success: false, cause: 'auth', error })
  })

  it('says that the privacy password may be wrong if there is no response to the user', async () => {
    const config = { version: '3', username: 'sha1', ...signed, privacyPassword: 'another password' }
    const around = { config, deadlineMs: 400 }
    const outcome = await runSlowly(snmp, `127.0.0.1:${agent.port}`, around)
    expect(outcome).toMatchObject({ success: false, cause: 'timeout' })
    expect(outcome.error).toMatch(/^the agent responds, but not to this user; the privacy password/)
  })

  it('says that a value is missing which the user may not see', async () => {
    const outcome = await run({ version: '3', username: 'blind', ...signed, oids: [{ name: 'Name', oid: name }] })
    expect(outcome).toMatchObject({ success: true, metrics: { 'snmp.missing': 1 } })
  })
})

describe('the snmp check with an agent of our own', () => {
  type Respond = (request: BerReader, id: number) => Buffer | null

  /** Responds to version 2c. */
  async function visit(respond: Respond, config: object = {}, known?: CheckMemory): Promise<Outcome> {
    const socket = createSocket('udp4')
    socket.on('message', (datagram, { port, address }) => {
      const message = new BerReader(datagram).into()
      message.number()
      message.take(tag.octets)
      const pdu = message.into(0xa0)
      const response = respond(pdu, pdu.number())
      if (response) socket.send(response, port, address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    const { port } = socket.address()
    const memory = known && { ...known, subject: `127.0.0.1:${port}` }
    return runSlowly(snmp, `127.0.0.1:${port}`, { config: { ...config }, known: memory, deadlineMs: 5000 })
  }

  const response = (id: number, values: Record<string, Buffer>, error = 0): Buffer => {
    const bindings = Object.entries(values).map(([key, value]) => sequence(objectId(key), value))
    const pdu = tagged(0xa2, integer(id), integer(error), integer(0), sequence(...bindings))
    return sequence(integer(1), octets('public'), pdu)
  }
  const ticks = (hundredths: number): Buffer =>
    tagged(0x43, Buffer.from(hundredths.toString(16).padStart(8, '0'), 'hex'))
  const upTime = '1.3.6.1.2.1.1.3.0'
  const counter = { oids: [{ name: 'In', oid, rate: true }] }
  const counted = (type: number, hex: string) => (_: unknown, id: number) =>
    response(id, { [upTime]: ticks(2000), [oid]: tagged(type, Buffer.from(hex, 'hex')) })
  const memory = (count: number, at = 1000): CheckMemory => ({
    at: '0',
    upTime: String(at),
    counters: JSON.stringify({ in: count }),
  })

  it.each([
    ['32 bits that ran over', 0x41, '0a', memory(2 ** 32 - 90), 10],
    ['64 bits', 0x46, '00ffffffffffffffff', memory(2 ** 64 - 2 ** 20), 2 ** 20 / 10],
    ['a gauge that falls', 0x42, '05', memory(25), -2],
    ['a negative number', 0x02, 'fb', memory(15), -2],
  ])('measures the rate of %s', async (_, type, hex, known, rate) => {
    expect((await visit(counted(type, hex), counter, known)).metrics['snmp.rate.in']).toBeCloseTo(rate, -3 + 3)
  })

  it.each([
    ['a counter of 64 bits that was reset', 0x46, '05', memory(100)],
    ['an agent that has restarted', 0x41, '0a', memory(5, 3000)],
    ['no time at all', 0x41, '0a', memory(5, 2000)],
  ])('measures no rate for %s', async (_, type, hex, known) => {
    const { metrics, success } = await visit(counted(type, hex), counter, known)
    expect(success).toBe(true)
    expect(Object.keys(metrics)).not.toContain('snmp.rate.in')
  })

  it('reads floating point numbers, addresses, identifiers and bytes', async () => {
    const values = {
      [upTime]: ticks(1),
      '1.3.1': tagged(0x44, Buffer.from('9f780441480000', 'hex')),
      '1.3.2': tagged(0x40, Buffer.from([192, 0, 2, 1])),
      '1.3.3': objectId('1.3.6.1.4.1.8072.3.2.10'),
      '1.3.4': octets(Buffer.from([0, 255, 1])),
      '1.3.5': octets('-12.5 '),
    }
    const oids = Object.keys(values)
      .slice(1)
      .map((key, index) => ({ name: `v${index + 1}`, oid: key }))
    const { metrics, evidence } = await visit((_, id) => response(id, values), { oids })
    expect(metrics).toMatchObject({ 'snmp.value.v1': 12.5, 'snmp.value.v5': -12.5 })
    const shown = (evidence!['values'] as { value: string }[]).map(({ value }) => value)
    expect(shown).toEqual(['12.5', '192.0.2.1', '1.3.6.1.4.1.8072.3.2.10', '00ff01', '-12.5 '])
  })

  it('ignores responses to other requests', async () => {
    const outcome = await visit((_, id) => response(id + 1, { [upTime]: ticks(1) }))
    const error = 'the agent sends responses to other requests'
    expect(outcome).toMatchObject({ success: false, cause: 'other', error })
  })

  const malformed = 'the response is malformed'
  it.each<[string, Respond, string]>([
    ['nothing at all', () => Buffer.from([0x30]), malformed],
    ['a length without an end', () => Buffer.from('30ffffffff', 'hex'), malformed],
    ['a length beyond the datagram', () => Buffer.from('3084ffffffff02', 'hex'), malformed],
    ['text', () => Buffer.from('HTTP/1.1 400'), malformed],
    ['a number that is too long', () => sequence(tagged(2, Buffer.alloc(9))), malformed],
    ['another type of message', (_, id) => sequence(integer(1), octets(''), tagged(0xa4, integer(id))), malformed],
    ['an unknown type', (_, id) => response(id, { [upTime]: tagged(0x4f, Buffer.alloc(1)) }), malformed],
    ['an error', (_, id) => response(id, {}, 1), 'the agent reports: the response would be too big'],
    ['an unknown error', (_, id) => response(id, {}, 77), 'the agent reports: error 77'],
    ['other values', (_, id) => response(id, {}), 'the response does not contain 1.3.6.1.2.1.1.3.0'],
  ])('fails when the agent sends %s', async (_, respond, error) => {
    expect(await visit(respond)).toMatchObject({
      success: false,
      cause: 'other',
      error: expect.stringContaining(error),
    })
  })

  it('shows no community that the agent repeats', async () => {
    const respond: Respond = (_, id) => response(id, { [upTime]: ticks(1), [name]: octets('it is between-us') })
    const { evidence } = await visit(respond, { community: 'between-us', oids: [{ name: 'Name', oid: name }] })
    expect(JSON.stringify(evidence)).not.toContain('between-us')
  })
})
