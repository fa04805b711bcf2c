import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type NameServer, hasBind, serial, startBind } from '../../../test/kit/debian/bind.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'
import { type DnsQuestion, reverseName } from './query.ts'
import { type RecordType, createNet } from '../index.ts'
import { createPolicy } from '../policy.ts'

const needed = { skip: !hasBind && process.env['CI'] !== 'true' }

const long = Array.from(
  { length: 80 },
  (_, index) => `long TXT "long enough for eighty of it to need TCP: text ${index}"`,
)

const zones = {
  'lapwing.test': `
ns1 A 192.0.2.1
@ A 192.0.2.10
@ A 192.0.2.11
@ AAAA 2001:db8::10
@ MX 10 mail
@ MX 20 mail2.example.net.
@ TXT "v=spf1 -all"
@ TXT "part one " "part two"
@ TXT "grüße"
@ CAA 0 issue "letsencrypt.org"
@ CAA 128 iodef "mailto:security@lapwing.test"
alias CNAME mail
mail A 192.0.2.3
nomail MX 0 .
_sip._tcp SRV 10 20 5060 sip
xn--bcher-kva A 192.0.2.12
${long.join('\n')}
`,
  '2.0.192.in-addr.arpa': '10 PTR host.lapwing.test.\n10 PTR www.lapwing.test.',
  '8.b.d.0.1.0.0.2.ip6.arpa': '0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 PTR host6.lapwing.test.',
}

const times = { refresh: 3600, retry: 600, expire: 86_400, minimum: 60 }
const lacking: Record<string, string> = {
  MX: 'mail.lapwing.test',
  A: '_sip._tcp.lapwing.test',
  TXT: '_sip._tcp.lapwing.test',
}

let bind: NameServer
beforeAll(async () => {
  if (hasBind) bind = await startBind(zones)
})
afterAll(() => bind?.stop())

const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock })
const soon = (ms = 60_000): AbortSignal => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(ms)), ms)
  onTestFinished(() => clearTimeout(timer))
  return controller.signal
}

const query = <T extends RecordType>(type: T, name: string, more: Partial<DnsQuestion<T>> = {}) =>
  net.query({ type, name, resolver: bind.address, ipVersion: 'any', signal: soon(), ...more })

describe('a query of a real name server', needed, () => {
  it.each([
    [
      'A',
      'lapwing.test',
      [
        { address: '192.0.2.10', ttl: 300 },
        { address: '192.0.2.11', ttl: 300 },
      ],
    ],
    ['A', 'alias.lapwing.test', [{ address: '192.0.2.3', ttl: 300 }]],
    ['A', 'bücher.lapwing.test', [{ address: '192.0.2.12', ttl: 300 }]],
    [
      'A',
      'LAPWING.test.',
      [
        { address: '192.0.2.10', ttl: 300 },
        { address: '192.0.2.11', ttl: 300 },
      ],
    ],
    ['AAAA', 'lapwing.test', [{ address: '2001:db8::10', ttl: 300 }]],
    ['CNAME', 'alias.lapwing.test', ['mail.lapwing.test']],
    [
      'MX',
      'lapwing.test',
      [
        { priority: 10, host: 'mail.lapwing.test' },
        { priority: 20, host: 'mail2.example.net' },
      ],
    ],
    ['MX', 'nomail.lapwing.test', [{ priority: 0, host: '.' }]],
    ['NS', 'lapwing.test', ['ns1.lapwing.test']],
    ['TXT', 'lapwing.test', ['grüße', 'part one part two', 'v=spf1 -all']],
    ['SRV', '_sip._tcp.lapwing.test', [{ priority: 10, weight: 20, port: 5060, host: 'sip.lapwing.test' }]],
    ['PTR', '10.2.0.192.in-addr.arpa', ['host.lapwing.test', 'www.lapwing.test']],
    ['PTR', '192.0.2.10', ['host.lapwing.test', 'www.lapwing.test']],
    ['PTR', '2001:db8::10', ['host6.lapwing.test']],
    [
      'CAA',
      'lapwing.test',
      [
        { flags: 0, tag: 'issue', value: 'letsencrypt.org' },
        { flags: 128, tag: 'iodef', value: 'mailto:security@lapwing.test' },
      ],
    ],
    ['SOA', 'lapwing.test', [{ primary: 'ns1.lapwing.test', mailbox: 'host\\.master.lapwing.test', serial, ...times }]],
  ] as const)('reads %s of %s', async (type, name, records) => {
    const response = await query(type, name)
    const inOrder = [...response.records].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    expect({ ...response, records: inOrder }).toEqual({ exists: true, records, servers: [bind.address] })
  })

  it.each(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'PTR', 'CAA'] as const)(
    'distinguishes a name that does not exist from one without %s records',
    async (type) => {
      expect(await query(type, 'nowhere.lapwing.test')).toMatchObject({ exists: false, records: [] })
      expect(await query(type, lacking[type] ?? 'nomail.lapwing.test')).toMatchObject({ exists: true, records: [] })
    },
  )

  it('follows an alias that leads to a name without such records, for SOA too', async () => {
    for (const type of ['MX', 'TXT', 'SOA', 'SRV', 'CAA', 'NS'] as const)
      expect(await query(type, 'alias.lapwing.test'), type).toMatchObject({ exists: true, records: [] })
  })

  it('retries over TCP when the response is too long for a datagram', async () => {
    expect((await query('TXT', 'long.lapwing.test')).records).toHaveLength(80)
  })

  it('reports that a server refuses a zone it does not serve', async () => {
    await expect(query('A', 'example.com')).rejects.toMatchObject({
      name: 'TargetDown',
      reason: 'dns',
      message: `the name server ${bind.address} refused to look up example.com (REFUSED)`,
    })
  })

  it.each(['a..b', `${'x'.repeat(64)}.test`])('reports that %s is not a valid name', async (name) => {
    await expect(query('A', name)).rejects.toMatchObject({
      reason: 'dns',
      message: `${name} is not a name that can be looked up`,
    })
  })

  it('ignores the hosts file and search domains', async () => {
    await expect(query('A', 'localhost')).rejects.toMatchObject({ reason: 'dns' })
  })

  it("uses the system's servers when none is given", async () => {
    const own = createNet({
      policy: createPolicy({ allowPrivate: false }),
      clock: systemClock,
      resolvers: [bind.address],
    })
    const response = await own.query({ type: 'CNAME', name: 'alias.lapwing.test', ipVersion: 'any', signal: soon() })
    expect(response).toEqual({ exists: true, records: ['mail.lapwing.test'], servers: [bind.address] })
  })

  it('tries the next server when one is dead', async () => {
    const resolvers = ['127.0.0.1:9', bind.address]
    const own = createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock, resolvers })
    expect(await own.query({ type: 'NS', name: 'lapwing.test', ipVersion: 'any', signal: soon() })).toMatchObject({
      records: ['ns1.lapwing.test'],
    })
  })
})

describe('a query of a server that misbehaves', () => {
  it('reports that nothing listens', async () => {
    const pending = net.query({ type: 'A', name: 'a.test', resolver: '127.0.0.1:9', ipVersion: 'any', signal: soon() })
    await expect(pending).rejects.toMatchObject({
      reason: 'connect',
      message: 'the name server 127.0.0.1:9 could not be reached to look up a.test',
    })
  })

  it('ends at the deadline when the server is silent, after more than one try', async () => {
    const server = await serverThat(() => null)
    const deadline = new AbortController()
    const pending = net.query({
      type: 'A',
      name: 'a.test',
      resolver: server.address,
      ipVersion: 'any',
      signal: deadline.signal,
    })
    const ended = pending.catch((error: unknown) => error)
    await waitUntil(() => server.questions() > 1)
    deadline.abort(new DeadlinePassed(2400))
    expect(await ended).toMatchObject({
      reason: 'timeout',
      message: 'no response within 2.4 s (while waiting for the name server)',
    })
  })

  it('ends at once, with the reason, when it is aborted', async () => {
    const server = await serverThat(() => null)
    const controller = new AbortController()
    const asking = {
      type: 'A',
      name: 'a.test',
      resolver: server.address,
      ipVersion: 'any',
      signal: controller.signal,
    } as const
    const pending = net.query(asking)
    setTimeout(() => controller.abort(), 20)
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await expect(net.query(asking)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is aborted alone: the next query to that server gets its response', async () => {
    let isSilent = true
    const server = await serverThat((question) => (isSilent ? null : answering(question, { code: 3 })))
    const asking = (signal: AbortSignal) =>
      net.query({ type: 'A', name: 'a.test', resolver: server.address, ipVersion: 'any', signal })
    const stopped = new AbortController()
    const pending = asking(stopped.signal).catch((error: unknown) => error)
    const patient = asking(soon())
    await waitUntil(() => server.questions() > 1)
    isSilent = false
    stopped.abort(new DeadlinePassed(1000))
    expect(await pending).toMatchObject({ reason: 'timeout' })
    expect(await patient).toMatchObject({ exists: false })
    for (let n = 0; n < 3; n++) expect(await asking(soon())).toMatchObject({ exists: false })
  })

  it.each([
    ['noise', () => Buffer.from('not DNS at all, but long enough to look like a header')],
    ['nothing but its first bytes', (question: Buffer) => question.subarray(0, 4)],
    ['a promise of records that never come', (question: Buffer) => answering(question, { answers: 3 })],
    ['SERVFAIL', (question: Buffer) => answering(question, { code: 2 })],
    ['FORMERR', (question: Buffer) => answering(question, { code: 1 })],
    ['NOTIMP', (question: Buffer) => answering(question, { code: 4 })],
  ])('fails when the server sends %s', async (_what, respond) => {
    const server = await serverThat(respond)
    const pending = net.query({
      type: 'A',
      name: 'a.test',
      resolver: server.address,
      ipVersion: 'any',
      signal: soon(700),
    })
    await expect(pending).rejects.toMatchObject({
      name: 'TargetDown',
      reason: expect.stringMatching(/^(dns|timeout)$/),
    })
  })
})

describe('the address of a given server', () => {
  const closed = createNet({ policy: createPolicy({ allowPrivate: false }), clock: systemClock })

  const forbidden = ['127.0.0.1', '127.0.0.1:5353', '10.0.0.53', '169.254.169.254', '100.100.100.200:53']
  it.each([...forbidden, '[::1]:53', '::1', '[::ffff:127.0.0.1]:53'])(
    'is refused or allowed by the policy: %s',
    async (resolver) => {
      const pending = closed.query({ type: 'A', name: 'a.test', resolver, ipVersion: 'any', signal: soon() })
      await expect(pending).rejects.toMatchObject({
        name: 'TargetDown',
        reason: 'connect',
        message: expect.stringContaining(resolver.replace(/^\[|\]?:\d+$/g, '')),
      })
    },
  )

  it('has to match the requested IP version', async () => {
    const pending = net.query({
      type: 'A',
      name: 'a.test',
      resolver: '127.0.0.1:5353',
      ipVersion: 'ip6',
      signal: soon(),
    })
    await expect(pending).rejects.toMatchObject({
      reason: 'connect',
      message: '127.0.0.1:5353 cannot be asked over IPv6; change ipVersion or the resolver',
    })
  })
})

describe('the reverse name', () => {
  it.each([
    ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
    ['::ffff:192.0.2.1', '1.2.0.192.in-addr.arpa'],
    ['2001:db8::10', '0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ])('of %s is %s', (address, name) => expect(reverseName(address)).toBe(name))
})

function answering(
  question: Buffer,
  { code = 0, answers: answerCount = 0 }: { code?: number; answers?: number },
): Buffer {
  const response = Buffer.from(question)
  response[2] = 0x84
  response[3] = code
  response.writeUInt16BE(answerCount, 6)
  return response
}

async function serverThat(respond: (question: Buffer) => Buffer | null) {
  const socket = createSocket('udp4')
  let questions = 0
  socket.on('message', (question, from) => {
    questions += 1
    const reply = respond(question)
    if (reply) socket.send(reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, questions: () => questions }
}
