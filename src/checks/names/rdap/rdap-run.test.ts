import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { SharedAnswers } from '../../../domain/checking/shared-answer.ts'
import type { CheckMemory, Outcome } from '../../../domain/outcome.ts'
import { rdap } from '../rdap.ts'

const now = new Date('2026-03-01T12:00:00Z')

const domainObject = {
  objectClassName: 'domain',
  ldhName: 'EXAMPLE.COM',
  status: ['client transfer prohibited', 'client delete prohibited'],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2026-04-10T12:00:00Z' },
    { eventAction: 'last changed', eventDate: '2026-02-19T12:00:00Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-03-01T11:00:00Z' },
  ],
  entities: [
    { objectClassName: 'entity', roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Somebody']]] },
    {
      objectClassName: 'entity',
      handle: '376',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Example Registrar, Inc.'],
        ],
      ],
    },
  ],
  nameservers: [{ ldhName: 'B.IANA-SERVERS.NET' }, { ldhName: 'a.iana-servers.net.' }],
  secureDNS: { delegationSigned: true },
}

type Reply = (response: ServerResponse, path: string) => void
const json =
  (value: unknown, status = 200): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/rdap+json' }).end(JSON.stringify(value))

/** A registry and an IANA list that names it. */
async function registry(reply: Reply) {
  const requested: string[] = []
  const server = createHttpServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url !== '/dns.json') return reply(response, request.url ?? '')
    json({ version: '1.0', services: [[['com', 'de', 'xn--p1ai'], [`${url}/rdap/`]]] })(response, '')
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  return { requested, sources: { rdapBootstrapUrl: `${url}/dns.json` } }
}

/** A WHOIS server that is both root and registry. */
async function whois(answer: (question: string) => string | null) {
  const requested: string[] = []
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      const question = data.toString().trim()
      requested.push(question)
      const text = question.includes('.') ? answer(question) : `domain: X\nrefer:        ${address}\n`
      if (text !== null) socket.end(text)
    })
  })
  const address = `127.0.0.1:${await listening(server)}`
  return { requested, sources: { whoisServer: address } }
}

interface Around {
  readonly sources?: object
  readonly config?: Record<string, unknown>
  readonly known?: CheckMemory
  readonly shared?: SharedAnswers
  readonly at?: Date
  readonly deadlineMs?: number
}

const check = (target: string, { at = now, ...around }: Around): Promise<Outcome> =>
  runCheck(rdap, target, { ...around, clock: fakeClock(at) })

const changed = (difference: object): object => ({ ...domainObject, ...difference })

describe('a domain at a registry with RDAP', () => {
  it('is measured in everything that the registry publishes', async () => {
    const { requested, sources } = await registry(json(domainObject))
    const outcome = await check('www.example.com', { sources })
    const expiresAt = Date.parse('2026-04-10T12:00:00Z')
    expect(outcome).toMatchObject({ success: true, error: null, expiresAt })
    expect(outcome.metrics).toEqual({
      'rdap.days_until_expiry': 40,
      'rdap.expired': 0,
      'rdap.registered': 1,
      'rdap.on_hold': 0,
      'rdap.pending_delete': 0,
      'rdap.transfer_locked': 1,
      'rdap.dnssec_signed': 1,
      'rdap.days_since_update': 10,
      'rdap.domain_age_days': 11_157,
      'rdap.lookup_time_ms': expect.any(Number),
      'rdap.lookup_ok': 1,
    })
    expect(outcome.evidence).toMatchObject({
      domain: 'example.com',
      registration: { expires: '2026-04-10T12:00:00.000Z', registrar: 'Example Registrar, Inc.' },
      name_servers: ['a.iana-servers.net', 'b.iana-servers.net'],
      status_codes: ['clientdeleteprohibited', 'clienttransferprohibited'],
      dnssec: 'signed',
      asked: { by: 'RDAP', at: now.toISOString() },
    })
    expect(requested).toEqual(['/dns.json', '/rdap/domain/example.com'])
  })

  it.each([
    [{ status: ['server hold'] }, { 'rdap.on_hold': 1, 'rdap.transfer_locked': 0 }],
    [{ status: ['redemption period', 'pending delete'] }, { 'rdap.pending_delete': 1 }],
    [
      { events: [{ eventAction: 'expiration', eventDate: '2026-02-27T12:00:00Z' }] },
      { 'rdap.expired': 1, 'rdap.days_until_expiry': -2 },
    ],
    [{ secureDNS: { delegationSigned: false } }, { 'rdap.dnssec_signed': 0 }],
  ])('with %j is reported as %j', async (difference, metrics) => {
    const { sources } = await registry(json(changed(difference)))
    expect((await check('example.com', { sources })).metrics).toMatchObject(metrics)
  })

  it('has no metric for missing or invalid values', async () => {
    const bare = {
      objectClassName: 'domain',
      ldhName: 'example.de',
      events: [{ eventAction: 'expiration', eventDate: 'soon' }],
    }
    const { sources } = await registry(json(bare))
    const { metrics } = await check('example.de', { sources })
    expect(metrics).toEqual({ 'rdap.registered': 1, 'rdap.lookup_ok': 1, 'rdap.lookup_time_ms': expect.any(Number) })
  })

  it('that is not registered is reported as such, and nothing else', async () => {
    const { sources } = await registry(json({ errorCode: 404 }, 404))
    const { success, metrics, evidence } = await check('example.com', { sources })
    expect(success).toBe(true)
    expect(metrics).toMatchObject({ 'rdap.registered': 0, 'rdap.lookup_ok': 1 })
    expect(Object.keys(metrics)).toHaveLength(3)
    expect(evidence).toMatchObject({ registration: 'none: the domain is available' })
  })

  it('is requested by its ASCII name, and shown by its Unicode name', async () => {
    const { requested, sources } = await registry(json(changed({ ldhName: 'xn--e1afmkfd.xn--p1ai' })))
    const { evidence } = await check('https://www.пример.рф/', { sources })
    expect(requested.at(-1)).toBe('/rdap/domain/xn--e1afmkfd.xn--p1ai')
    expect(evidence).toMatchObject({ domain: 'пример.рф (xn--e1afmkfd.xn--p1ai)' })
  })

  it('is compared with the expectation', async () => {
    const { sources } = await registry(json(domainObject))
    const matching = {
      expectedNameservers: ['B.iana-servers.net.', 'a.iana-servers.net'],
      expectedRegistrar: 'EXAMPLE reg',
    }
    const other = { expectedNameservers: ['a.iana-servers.net'], expectedRegistrar: 'Gandi' }
    expect((await check('example.com', { sources, config: matching })).metrics).toMatchObject({
      'rdap.nameservers_match': 1,
      'rdap.registrar_match': 1,
    })
    expect((await check('example.com', { sources, config: other })).metrics).toMatchObject({
      'rdap.nameservers_match': 0,
      'rdap.registrar_match': 0,
    })
  })

  it('is compared with the previous check', async () => {
    let current: object = domainObject
    const { sources } = await registry((response, path) => json(current)(response, path))
    const first = await check('example.com', { sources })
    expect(first.metrics).not.toHaveProperty(['rdap.nameservers_changed'])
    const same = await check('example.com', { sources, known: first.remember })
    expect(same.metrics).toMatchObject({
      'rdap.nameservers_changed': 0,
      'rdap.registrar_changed': 0,
      'rdap.status_changed': 0,
    })
    current = changed({ nameservers: [{ ldhName: 'ns.evil.example' }], status: ['active'], entities: [] })
    const moved = await check('example.com', { sources, known: first.remember })
    expect(moved.metrics).toMatchObject({ 'rdap.nameservers_changed': 1, 'rdap.status_changed': 1 })
    expect(moved.metrics).not.toHaveProperty(['rdap.registrar_changed'])
    expect(moved.evidence).toMatchObject({
      changes: [
        'name servers: a.iana-servers.net b.iana-servers.net → ns.evil.example',
        expect.stringContaining('active'),
      ],
    })
  })
})

describe('a shared response', () => {
  const notified = (outcome: Outcome, isFresh: boolean, mayAsk = false): SharedAnswers => {
    const { answer, source } = JSON.parse(JSON.stringify(outcome.learned)) as NonNullable<Outcome['learned']>
    return {
      answer: answer ? { value: answer.value, isFresh } : null,
      source: source ? { value: source.value, isFresh: true } : null,
      mayAsk,
    }
  }

  it('is not requested again while it is fresh, and its days continue to count', async () => {
    const { requested, sources } = await registry(json(domainObject))
    const first = await check('example.com', { sources })
    const later = await check('example.com', {
      sources,
      shared: notified(first, true),
      at: new Date('2026-03-02T06:00:00Z'),
    })
    expect(later.metrics['rdap.days_until_expiry']).toBe(39)
    expect(later.evidence).toMatchObject({ asked: { at: now.toISOString() } })
    expect(requested.filter((path) => path.includes('/domain/'))).toHaveLength(1)
  })

  it('contains the server of the registry, so that the list is read once a week', async () => {
    const { requested, sources } = await registry(json(domainObject))
    const first = await check('example.com', { sources })
    await check('example.com', { sources, shared: notified(first, false, true) })
    expect(requested).toEqual(['/dns.json', '/rdap/domain/example.com', '/rdap/domain/example.com'])
    expect(first.learned?.source?.freshForMs).toBe(7 * 86_400_000)
  })

  it('is used a day longer if the registry requests a pause', async () => {
    const { sources } = await registry(json(domainObject))
    const first = await check('example.com', { sources })
    const busy = await registry((response) => void response.writeHead(429, { 'retry-after': '7200' }).end())
    const refused = await check('example.com', {
      sources: busy.sources,
      shared: { ...notified(first, false, true), source: null },
    })
    expect(refused).toMatchObject({
      success: true,
      learned: { pauseMs: 7_200_000 },
      metrics: { 'rdap.days_until_expiry': 40 },
    })
    expect(refused.evidence).toMatchObject({ not_asked_again: expect.stringContaining('does not want more questions') })
    const waiting = await check('example.com', { shared: notified(first, false) })
    expect(waiting.metrics['rdap.days_until_expiry']).toBe(40)
  })

  it('that is missing is no failure of the target during a pause', async () => {
    const busy = await registry(
      (response) => void response.writeHead(503, { 'retry-after': 'Sun, 01 Mar 2026 13:00:00 GMT' }).end(),
    )
    expect(await check('example.com', { sources: busy.sources })).toMatchObject({
      infrastructure: true,
      learned: { pauseMs: 3_600_000 },
    })
    expect(await check('example.com', { shared: { answer: null, source: null, mayAsk: false } })).toMatchObject({
      infrastructure: true,
      error: expect.stringMatching(/^not checked: the registry/),
    })
  })

  it('can be an error of the registry, for a short time', async () => {
    const { requested, sources } = await registry(json({}, 500))
    const failed = await check('example.com', { sources })
    expect(failed).toMatchObject({
      success: false,
      cause: 'http_status',
      metrics: { 'rdap.lookup_ok': 0 },
      learned: { answer: { freshForMs: 600_000 } },
    })
    expect(await check('example.com', { sources, shared: notified(failed, true) })).toMatchObject({
      error: failed.error,
    })
    expect(requested).toHaveLength(2)
  })

  it('is never a connection error of this monitor', async () => {
    const rdapBootstrapUrl = 'http://127.0.0.1:1/dns.json'
    const shared = {
      answer: null,
      source: { value: { rdap: ['http://127.0.0.1:1/'], whois: null }, isFresh: true },
      mayAsk: true,
    }
    const outcome = await check('example.com', { sources: { rdapBootstrapUrl }, shared })
    expect(outcome).toMatchObject({ success: false, cause: 'connect', metrics: { 'rdap.lookup_ok': 0 } })
    expect(outcome.learned?.answer).toBeUndefined()
  })
})

describe('a registry with faulty responses', () => {
  it.each([
    [
      'a page for people',
      (response: ServerResponse) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>'),
      'http_status',
    ],
    ['another domain', json({ objectClassName: 'domain', ldhName: 'example.org' }), 'content'],
    ['no JSON', (response: ServerResponse) => void response.end('hello'), 'content'],
    ['a list', json([1, 2, 3]), 'content'],
    ['nothing of what it should', json({ hello: 'world' }), 'content'],
    [
      'more than it may',
      (response: ServerResponse) => void response.end(`{"a":"${'x'.repeat(2_000_000)}"}`),
      'content',
    ],
  ] as [string, Reply, string][])('with %s is not believed', async (_what, reply, cause) => {
    const { sources } = await registry(reply)
    expect(await check('example.com', { sources })).toMatchObject({
      success: false,
      cause,
      metrics: { 'rdap.lookup_ok': 0 },
    })
  })

  it('is handled if all values have the wrong type', async () => {
    const wrong = {
      objectClassName: 'domain',
      ldhName: 'example.com',
      status: [7, {}],
      events: 'x',
      entities: [null, { roles: 7 }, { roles: ['registrar'], vcardArray: [1, [[], 'fn', ['fn']]] }],
      nameservers: [{ ldhName: 7 }, 'ns'],
      secureDNS: [],
    }
    const { sources } = await registry(json(wrong))
    expect((await check('example.com', { sources })).metrics).toMatchObject({ 'rdap.registered': 1 })
  })
})

describe('a registry without RDAP', () => {
  const answer =
    'Domain: example.test\nRegistrar: Example\nExpiry Date: 2026-04-10T12:00:00Z\nName Server: ns1.example.net\n'

  it('is queried by WHOIS, at the server that the root refers to', async () => {
    const { requested, sources } = await whois(() => answer)
    const outcome = await check('example.xn--kpry57d', { sources })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'rdap.days_until_expiry': 40, 'rdap.registered': 1, 'rdap.lookup_ok': 1 },
      evidence: { asked: { by: 'WHOIS', server: sources.whoisServer } },
      learned: { source: { value: { rdap: null, whois: sources.whoisServer } } },
    })
    expect(outcome.metrics).not.toHaveProperty(['rdap.on_hold'])
    expect(requested).toEqual(['xn--kpry57d', 'example.xn--kpry57d'])
  })

  it('is also queried by WHOIS if configured, and not by RDAP if there is none', async () => {
    const { sources } = await whois(() => answer)
    const config = { lookupMethod: 'whois' }
    expect(await check('example.com', { sources, config })).toMatchObject({ evidence: { asked: { by: 'WHOIS' } } })
    expect(await check('example.xn--kpry57d', { sources, config: { lookupMethod: 'rdap' } })).toMatchObject({
      success: false,
      error: expect.stringContaining('has no RDAP server; set lookupMethod'),
    })
  })

  it('reports that a domain is free, or a rate limit', async () => {
    const free = await whois(() => 'No match for example\n')
    expect((await check('example.su', { sources: free.sources })).metrics).toMatchObject({ 'rdap.registered': 0 })
    const busy = await whois(() => 'WHOIS LIMIT EXCEEDED\n')
    expect(await check('example.su', { sources: busy.sources })).toMatchObject({
      infrastructure: true,
      learned: { pauseMs: 3_600_000 },
    })
  })

  it('reports that no server is known', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('% no such domain\n')))
    const whoisServer = `127.0.0.1:${await listening(server)}`
    expect(await check('example.su', { sources: { whoisServer } })).toMatchObject({
      success: false,
      error: 'the registry of .su can be asked neither by RDAP nor by WHOIS',
    })
  })

  it('is read up to 64 KB', async () => {
    const { sources } = await whois(() => `${answer}${'x'.repeat(10_000_000)}`)
    expect((await check('example.su', { sources })).metrics).toMatchObject({ 'rdap.days_until_expiry': 40 })
  })

  it('is not waited for beyond the deadline', async () => {
    const { sources } = await whois(() => null)
    const outcome = await runCheck(rdap, 'example.su', { sources, deadlineMs: 1500 })
    expect(outcome).toMatchObject({ success: false, cause: 'timeout', metrics: { 'rdap.lookup_ok': 0 } })
  })
})
