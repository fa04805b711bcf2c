import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type NameServer, hasBind, startBind } from '../../../../test/kit/debian/bind.ts'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { type Answer, startNameServer } from '../../../../test/kit/servers/name-server.ts'
import { hasRbldnsd, startRbldnsd } from '../../../../test/kit/debian/rbldnsd.ts'
import { inSlowMotion, openNet, runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { CheckMemory, Outcome } from '../../../domain/outcome.ts'
import { builtInLists, meaningOf } from './lists.ts'
import { questionBefore } from './lookups.ts'
import { blacklist } from '../blacklist.ts'

const needs = (isThere: boolean) => ({ skip: !isThere && process.env['CI'] !== 'true' })
const some = expect.any(Number) as number

describe('an IP address, at a real list', needs(hasRbldnsd), () => {
  let lists: NameServer
  beforeAll(async () => {
    if (!hasRbldnsd) return
    lists = await startRbldnsd([
      {
        zone: 'zen.spamhaus.org',
        type: 'ip4set',
        text: ':127.0.0.4:https://list.test/$\n192.0.2.66\n:127.0.0.2:spam\n198.51.100.0/24',
      },
      { zone: 'zen.spamhaus.org', type: 'ip6trie', text: ':127.0.0.2:six\n2001:db8:bad::/48' },
      { zone: 'own.test', type: 'ip4set', text: ':127.0.0.9:own\n192.0.2.66' },
    ])
  })
  afterAll(() => lists?.stop())

  const look = (target: string, config = {}): Promise<Outcome> =>
    runCheck(blacklist, target, {
      config: { resolver: lists.address, lists: ['zen.spamhaus.org', 'own.test'], ...config },
    })

  it('that is listed is reported with the meaning, the reason and the removal page', async () => {
    const outcome = await look('192.0.2.66')
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'blacklist.listed_count': 2,
      'blacklist.listed_major_count': 1,
      'blacklist.listed_ips': 1,
      'blacklist.domain_listed': 0,
      'blacklist.lists_checked': 2,
      'blacklist.lists_errored': 0,
      'blacklist.lists_answered_pct': 100,
      'blacklist.check_time_ms': some,
    })
    expect(outcome.evidence).toEqual({
      looked_up: ['192.0.2.66'],
      listings: [
        {
          what: '192.0.2.66',
          list: 'Spamhaus ZEN (zen.spamhaus.org)',
          reason: 'XBL: exploited or infected machine; https://list.test/192.0.2.66',
          removal: 'https://check.spamhaus.org/',
        },
        { what: '192.0.2.66', list: 'own.test', reason: 'listed; own' },
      ],
    })
  })

  it('that is not listed is reported as such', async () => {
    const { metrics, evidence } = await look('192.0.2.1')
    expect(metrics).toMatchObject({ 'blacklist.listed_count': 0, 'blacklist.lists_answered_pct': 100 })
    expect(evidence).toEqual({ looked_up: ['192.0.2.1'] })
  })

  it('of IPv6 is looked up nibble by nibble', async () => {
    expect((await look('2001:db8:bad::1')).metrics['blacklist.listed_count']).toBe(1)
    expect((await look('2001:db8::1')).metrics['blacklist.listed_count']).toBe(0)
  })

  it('is not looked up on excluded lists, nor are reasons if not configured', async () => {
    const { metrics, evidence } = await look('192.0.2.66', {
      excludeLists: ['Zen.Spamhaus.org.'],
      captureReasons: false,
    })
    expect(metrics).toMatchObject({ 'blacklist.listed_count': 1, 'blacklist.lists_checked': 1 })
    expect(evidence).toMatchObject({ listings: [{ list: 'own.test', reason: 'listed' }] })
  })

  it('counts lists that refuse to respond, and uses the others', async () => {
    const { success, metrics, evidence } = await look('192.0.2.66', { lists: ['own.test', 'elsewhere.test'] })
    expect(success).toBe(true)
    expect(metrics).toMatchObject({
      'blacklist.lists_errored': 1,
      'blacklist.lists_answered_pct': 50,
      'blacklist.listed_count': 1,
    })
    expect(evidence).toMatchObject({
      no_answer: [{ list: 'elsewhere.test', reason: expect.stringContaining('REFUSED') }],
    })
  })
})

describe('a domain', needs(hasBind), () => {
  let bind: NameServer
  beforeAll(async () => {
    if (!hasBind) return
    bind = await startBind({
      'lapwing.test':
        'ns1 A 192.0.2.1\n@ A 192.0.2.10\n@ AAAA 2001:db8::10\n@ MX 10 mail\n@ MX 20 mail.other.test.\nmail A 192.0.2.25\nempty TXT x',
      'lists.test':
        '25.2.0.192 A 127.0.0.2\n10.2.0.192 A 127.0.0.2\nlapwing.test A 127.0.0.2\nlapwing.test TXT "in spam"',
    })
  })
  afterAll(() => bind?.stop())

  const look = (target: string, config = {}): Promise<Outcome> =>
    runCheck(blacklist, target, { config: { resolver: bind.address, lists: ['lists.test'], ...config } })

  it('is looked up by its name, its IP addresses and those of its mail servers', async () => {
    const { metrics, evidence } = await look('Lapwing.test.')
    expect(metrics).toMatchObject({
      'blacklist.listed_count': 3,
      'blacklist.listed_ips': 2,
      'blacklist.domain_listed': 1,
    })
    expect(evidence).toMatchObject({
      looked_up: [
        'lapwing.test',
        '192.0.2.10 (lapwing.test)',
        '2001:db8::10 (lapwing.test)',
        '192.0.2.25 (mail.lapwing.test)',
      ],
    })
  })

  it.each([
    [{ checkIps: false }, 1],
    [{ checkDomain: false }, 2],
    [{ includeMx: false }, 2],
  ])('with %j has %i listings', async (config, count) => {
    expect((await look('lapwing.test', config)).metrics['blacklist.listed_count']).toBe(count)
  })

  it('that does not exist, or has nothing to look up, is down', async () => {
    expect(await look('gone.lapwing.test')).toMatchObject({
      success: false,
      cause: 'dns',
      error: 'the name gone.lapwing.test does not exist',
    })
    expect(await look('empty.lapwing.test', { checkDomain: false })).toMatchObject({
      success: false,
      error: 'empty.lapwing.test has no address to look up',
    })
  })
})

describe('a change', () => {
  const at = (hours: number): Date => new Date(Date.UTC(2026, 2, 1, 12 + hours))

  it('is a new or removed listing; a list without a response changes nothing', async () => {
    let listed: Record<string, Answer> = { 'a.test': ['127.0.0.2'], 'b.test': 'NXDOMAIN' }
    const names = await startNameServer((name) => listed[name.split('.').slice(4).join('.')] ?? 'NXDOMAIN')
    onTestFinished(() => names.stop())
    let known: CheckMemory | undefined
    const look = async (hours: number) => {
      const lists = ['a.test', 'b.test']
      const config = { resolver: names.address, lists, captureReasons: false, confirmationThreshold: 1 }
      const outcome = await runCheck(blacklist, '192.0.2.1', { config, known, clock: fakeClock(at(hours)) })
      known = outcome.remember ?? known
      return [outcome.metrics['blacklist.new_listings'], outcome.metrics['blacklist.delisted']]
    }
    expect(await look(0)).toEqual([undefined, undefined])
    listed = { 'a.test': ['127.0.0.2'], 'b.test': ['127.0.0.3'] }
    expect(await look(1)).toEqual([1, 0])
    listed = { 'a.test': 'SERVFAIL', 'b.test': ['127.0.0.3'] }
    expect(await look(2)).toEqual([0, 0])
    listed = { 'a.test': 'NXDOMAIN', 'b.test': ['127.0.0.3'] }
    expect(await look(3)).toEqual([0, 1])
    expect(await look(4)).toEqual([0, 0])
  })
})

describe('a response that is no listing', () => {
  const against = async (answer: Answer, config = {}): Promise<Outcome> => {
    const names = await startNameServer(() => answer)
    onTestFinished(() => names.stop())
    const clock = fakeClock()
    const around = { net: openNet({ clock }), clock, deadlineMs: 10_000 }
    const all = { resolver: names.address, lists: ['one.test', 'two.test'], ...config }
    return inSlowMotion(clock, runCheck(blacklist, '192.0.2.1', { ...around, config: all }), 20)
  }

  it.each([
    [['127.255.255.254'], /refuses public resolvers: set your own resolver/],
    [['127.255.255.255'], /queried the list too often/],
    [['127.255.255.252'], /misspelled/],
    [['127.0.0.1'], /refuses this resolver/],
    [['203.0.113.9'], /returns 203\.0\.113\.9 for names that do not exist/],
    [['127.0.0.2', '203.0.113.9'], /for names that do not exist/],
    ['REFUSED', /REFUSED/],
    ['SERVFAIL', /SERVFAIL/],
    ['garbage', /./],
    ['silence', /no response within 2\.\d s/],
  ] as [Answer, RegExp][])('%j counts as an error, and nobody is called listed or clean', async (answer, reason) => {
    const { success, metrics, evidence } = await against(answer)
    expect(success).toBe(true)
    expect(metrics).toEqual({
      'blacklist.lists_checked': 2,
      'blacklist.lists_errored': 2,
      'blacklist.lists_answered_pct': 0,
      'blacklist.check_time_ms': some,
    })
    expect(evidence).toMatchObject({ no_answer: [{ reason: expect.stringMatching(reason) }, {}] })
  })

  it('is ignored if a hundred lists time out: the check ends before its deadline', async () => {
    const lists = Array.from({ length: 100 }, (_, index) => `list${index}.test`)
    expect(await against('silence', { lists })).toMatchObject({
      success: true,
      metrics: { 'blacklist.lists_errored': 100 },
    })
  })
})

it.each([
  ['192.0.2.1', '1.2.0.192.zen.test'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.zen.test'],
  ['example.com', 'example.com.zen.test'],
])('looks up %s as %s', (subject, name) => {
  expect(`${questionBefore(subject)}.zen.test`).toBe(name)
})

it('reads sums of bits, and unknown codes', () => {
  const surbl = builtInLists.find(({ zone }) => zone === 'multi.surbl.org')!
  expect(meaningOf(surbl, ['127.0.0.24'])).toEqual({ listed: ['phishing', 'malware'] })
  expect(meaningOf(builtInLists[0]!, ['127.0.0.99'])).toEqual({ listed: ['listed with 127.0.0.99'] })
})

it('has an operator and a removal page for every built-in list', () => {
  for (const { zone, removal, codes, knows } of builtInLists) {
    expect([zone, removal]).toEqual([expect.stringMatching(/^[a-z0-9.-]+\.[a-z]+$/), expect.stringMatching(/^https?:/)])
    expect(Object.keys(codes).length * knows.length).toBeGreaterThan(0)
  }
})
