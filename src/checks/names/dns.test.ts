import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { type NameServer, hasBind, startBind } from '../../../test/kit/debian/bind.ts'
import { type Answer, startNameServer } from '../../../test/kit/servers/name-server.ts'
import { inSlowMotion, openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { dns } from './dns.ts'

const needed = { skip: !hasBind && process.env['CI'] !== 'true' }

let bind: NameServer
beforeAll(async () => {
  if (!hasBind) return
  bind = await startBind({
    'lapwing.test': `
ns1 A 192.0.2.1
@ A 192.0.2.11
@ A 192.0.2.10
@ AAAA 2001:db8::10
@ MX 10 mail
@ TXT "v=spf1 -all"
@ TXT "zero \\000 byte"
@ CAA 0 issue "letsencrypt.org"
www CNAME lapwing.test.
_sip._tcp SRV 10 20 5060 sip
half A 192.0.2.10
half A 192.0.2.77
crowd A 192.0.2.10
${Array.from({ length: 40 }, (_, index) => `crowd A 192.0.2.${100 + index}`).join('\n')}
`,
    '2.0.192.in-addr.arpa': `10 PTR host.lapwing.test.\n11 PTR www.lapwing.test.\n$GENERATE 100-139 $ PTR crowd.lapwing.test.`,
    '8.b.d.0.1.0.0.2.ip6.arpa': '0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 PTR host6.lapwing.test.',
  })
})
afterAll(() => bind?.stop())

const run = (target: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
  runCheck(dns, target, { config: { resolver: bind.address, ...config } })

const time = expect.any(Number) as number

describe('a dns check', needed, () => {
  it.each([
    ['A', 'lapwing.test', ['192.0.2.10', '192.0.2.11']],
    ['A', 'www.lapwing.test', ['192.0.2.10', '192.0.2.11']],
    ['AAAA', 'lapwing.test', ['2001:db8::10']],
    ['CNAME', 'www.lapwing.test', ['lapwing.test']],
    ['MX', 'lapwing.test', ['10 mail.lapwing.test']],
    ['NS', 'lapwing.test', ['ns1.lapwing.test']],
    ['TXT', 'lapwing.test', ['v=spf1 -all', 'zero \\000 byte']],
    ['SOA', 'lapwing.test', ['ns1.lapwing.test host\\.master.lapwing.test 2026010101 3600 600 86400 60']],
    ['SRV', '_sip._tcp.lapwing.test', ['10 20 5060 sip.lapwing.test']],
    ['PTR', '192.0.2.10', ['host.lapwing.test']],
    ['PTR', '[2001:db8::10]', ['host6.lapwing.test']],
    ['CAA', 'lapwing.test', ['0 issue "letsencrypt.org"']],
  ])('reads %s of %s', async (queryType, target, records) => {
    const outcome = await run(target, { queryType })
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      cause: null,
      evidence: { records, servers: [bind.address] },
    })
    expect(outcome.metrics).toEqual({
      'dns.check_time_ms': time,
      'dns.answers_count': records.length,
      'dns.error_count': 0,
    })
  })

  it('stores no records if configured', async () => {
    expect((await run('lapwing.test', { captureRecords: false })).evidence).toEqual({ servers: [bind.address] })
  })

  it('measures the TTL of addresses', async () => {
    expect((await run('lapwing.test')).evidence).toMatchObject({ ttlSeconds: 300 })
  })

  it.each([
    [{ queryType: 'A', expectedValues: ['192.0.2.11'] }, 1],
    [{ queryType: 'A', expectedValues: ['192.0.2.12'] }, 0],
    [{ queryType: 'A', expectedValues: ['^192\\.0\\.2\\.1[01]$'], matchMode: 'any_regex' }, 1],
    [{ queryType: 'TXT', expectedValues: ['spf1'], matchMode: 'any_contains' }, 1],
    [{ queryType: 'TXT', expectedValues: ['spf1'], matchMode: 'none_contains' }, 0],
    [{ queryType: 'NS', expectedValues: ['evil'], matchMode: 'none_contains' }, 1],
    [{ queryType: 'SOA', expectedValues: ['2026010101'] }, 1],
  ])('compares its records: %j gives %i, and the check succeeds', async (config, match) => {
    const outcome = await run('lapwing.test', config)
    expect(outcome).toMatchObject({ success: true, metrics: { 'dns.expected_match': match } })
  })

  it('looks up every address of a hostname in reverse', async () => {
    const outcome = await run('lapwing.test', { queryType: 'PTR', expectedValues: ['host6.lapwing.test'] })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'dns.answers_count': 3, 'dns.error_count': 0, 'dns.expected_match': 1 },
      evidence: {
        records: ['192.0.2.10: host.lapwing.test', '192.0.2.11: www.lapwing.test', '2001:db8::10: host6.lapwing.test'],
      },
    })
  })

  it('looks up addresses of one IP version if configured', async () => {
    expect(await run('lapwing.test', { queryType: 'PTR', ipVersion: 'ip4' })).toMatchObject({
      success: true,
      metrics: { 'dns.answers_count': 2 },
    })
  })

  it('fails if one of the addresses has no name', async () => {
    expect(await run('half.lapwing.test', { queryType: 'PTR' })).toMatchObject({
      success: false,
      error: '192.0.2.77 has no PTR record',
      cause: 'dns',
      metrics: { 'dns.answers_count': 1, 'dns.error_count': 1 },
      evidence: { records: ['192.0.2.10: host.lapwing.test'] },
    })
  })

  it('looks up at most 32 addresses of one name', async () => {
    expect(await run('crowd.lapwing.test', { queryType: 'PTR' })).toMatchObject({
      success: true,
      metrics: { 'dns.answers_count': 32 },
    })
  })

  it.each([
    ['A', 'nowhere.lapwing.test', 'the name nowhere.lapwing.test does not exist', 1],
    ['PTR', 'nowhere.lapwing.test', 'the name nowhere.lapwing.test does not exist', 1],
    ['PTR', '192.0.2.200', '192.0.2.200 has no PTR record', 1],
    ['PTR', '_sip._tcp.lapwing.test', '_sip._tcp.lapwing.test has no address records', 0],
    ['CNAME', 'lapwing.test', 'lapwing.test has no CNAME records', 0],
    ['SOA', 'half.lapwing.test', 'half.lapwing.test has no SOA records', 0],
  ])('fails for %s of %s', async (queryType, target, error, errors) => {
    const outcome = await run(target, { queryType, expectedValues: ['x.test'] })
    expect(outcome).toMatchObject({ success: false, error, cause: 'dns' })
    expect(outcome.metrics).toEqual({
      'dns.check_time_ms': time,
      'dns.answers_count': 0,
      'dns.error_count': errors,
      'dns.expected_match': 0,
    })
  })

  it('measures only the failure if the server does not respond', async () => {
    expect(await run('example.com')).toMatchObject({
      success: false,
      cause: 'dns',
      error: `the name server ${bind.address} refused to look up example.com (REFUSED)`,
      evidence: null,
    })
    expect((await run('example.com')).metrics).toEqual({ 'dns.error_count': 1 })
  })

  it("uses the location's own servers if no resolver is configured", async () => {
    const net = openNet({ resolvers: [bind.address] })
    expect(await runCheck(dns, 'lapwing.test', { net })).toMatchObject({
      success: true,
      evidence: { servers: [bind.address] },
    })
  })
})

describe('a dns check of a faulty server', () => {
  const check = async (
    answer: Answer,
    stop = new AbortController(),
  ): Promise<{ outcome: Outcome; resolver: string }> => {
    const server = await startNameServer(() => answer)
    onTestFinished(() => server.stop())
    const clock = fakeClock(new Date())
    const around = { clock, net: openNet({ clock }), config: { resolver: server.address }, deadlineMs: 400 }
    const outcome = await inSlowMotion(clock, runCheck(dns, 'shop.test', { ...around, signal: stop.signal }))
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    return { outcome, resolver: server.address }
  }

  it('reports that the connection is refused', async () => {
    expect(await runCheck(dns, 'shop.test', { config: { resolver: '127.0.0.1:9' } })).toMatchObject({
      success: false,
      cause: 'connect',
      error: 'the name server 127.0.0.1:9 could not be reached to look up shop.test',
      metrics: { 'dns.error_count': 1 },
    })
  })

  it('does not wait for a silent server', async () => {
    const { outcome } = await check('silence')
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 0.4 s (while waiting for the name server)',
    })
    expect(outcome.metrics).toEqual({ 'dns.error_count': 1 })
  })

  it.each([
    ['SERVFAIL', (server: string) => `the name server ${server} failed to look up shop.test (SERVFAIL)`],
    ['REFUSED', (server: string) => `the name server ${server} refused to look up shop.test (REFUSED)`],
    ['garbage', (server: string) => `the answer of the name server ${server} for shop.test is garbled`],
    ['NXDOMAIN', () => 'the name shop.test does not exist'],
    [[], () => 'shop.test has no A records'],
  ] as const)('says what is wrong with %j', async (answer, error) => {
    const { outcome, resolver } = await check(answer)
    expect(outcome).toMatchObject({ success: false, cause: 'dns', error: error(resolver) })
    expect(outcome.infrastructure).toBeUndefined()
  })

  it('is no failure of the target if it is stopped', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('the prober is shutting down')), 20)
    const { outcome } = await check('silence', stop)
    expect(outcome).toMatchObject({
      success: false,
      cause: null,
      error: 'the prober is shutting down',
      infrastructure: true,
    })
  })
})
