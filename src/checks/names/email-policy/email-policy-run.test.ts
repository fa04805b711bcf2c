import { createSocket } from 'node:dgram'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type NameServer, hasBind, startBind } from '../../../../test/kit/debian/bind.ts'
import { fakeClock } from '../../../../test/kit/clock.ts'
import { listening } from '../../../../test/kit/servers/listening.ts'
import { startNameServer } from '../../../../test/kit/servers/name-server.ts'
import { inSlowMotion, openNet, runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { CheckMemory, Outcome } from '../../../domain/outcome.ts'
import type { Net } from '../../../net/index.ts'
import { emailPolicy } from '../email-policy.ts'

const needed = { skip: !hasBind && process.env['CI'] !== 'true' }
const key = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
const chain = Array.from({ length: 12 }, (_, at) => `l${at} TXT "v=spf1 include:l${at + 1}.chain.test -all"`).join('\n')

const zones = {
  'good.test': `
ns1 A 192.0.2.1
@ MX 10 mail
@ MX 20 backup
mail A 192.0.2.25
backup AAAA 2001:db8::25
@ TXT "v=spf1 mx a:mail.good.test include:_spf.good.test -all"
@ TXT "something else"
_spf TXT "v=spf1 ip4:192.0.2.0/24 -all"
_dmarc TXT "v=DMARC1; p=reject; sp=quarantine; pct=50; rua=mailto:dmarc@good.test"
s1._domainkey TXT "v=DKIM1; k=rsa; p=${key.slice(0, 100)}" "${key.slice(100)}"
gone._domainkey TXT "v=DKIM1; p="
_mta-sts TXT "v=STSv1; id=20260301"
_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@good.test"
default._bimi TXT "v=BIMI1; l=https://logo.good.test/logo.svg"
_25._tcp.mail TLSA 3 1 1 ${'ab'.repeat(32)}
_25._tcp.backup TLSA 1 1 1 ${'ab'.repeat(32)}
shop A 192.0.2.80
`,
  'bare.test': 'www A 192.0.2.80',
  'null.test': '@ MX 0 .\n@ TXT "v=spf1 -all"',
  'lost.test': '@ MX 10 nowhere\n@ MX 20 mail.good.test.',
  'chain.test': `@ TXT "v=spf1 include:l0.chain.test ~all"\n${chain}\nl12 TXT "v=spf1 -all"`,
  'loop.test': '@ TXT "v=spf1 include:b.loop.test ?all"\nb TXT "v=spf1 redirect=loop.test"',
  'void.test': '@ TXT "v=spf1 a:x.void.test a:y.void.test exists:z.void.test -all"',
  'two.test':
    '@ TXT "v=spf1 -all"\n@ TXT "v=spf1 ~all"\n_dmarc TXT "v=DMARC1; p=none"\n_dmarc TXT "v=DMARC1; p=reject"',
  'hop.test': '@ TXT "v=spf1 redirect=_spf.good.test"\n_dmarc TXT "v=DMARC1; p=dance"',
  'macro.test': '@ TXT "v=spf1 exists:%{i}._spf.%{d} include:%{d}.spf.macro.test +all"',
}

let bind: NameServer
beforeAll(async () => {
  if (hasBind) bind = await startBind(zones)
})
afterAll(() => bind?.stop())

interface Around {
  readonly config?: Record<string, unknown>
  readonly known?: CheckMemory
  readonly net?: Net
}

const quick = { checkMtaSts: false, checkTlsRpt: false }
const check = (target: string, { config = {}, ...around }: Around = {}): Promise<Outcome> =>
  runCheck(emailPolicy, target, { config: { resolver: bind.address, ...config }, ...around })
const metricsOf = async (target: string, config: Record<string, unknown> = quick): Promise<Record<string, number>> => {
  const { metrics } = await check(target, { config })
  return Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name.replace('email_policy.', ''), value]))
}

/** A network in which every https URL leads to this server. */
async function servedBy(reply: (response: ServerResponse, host: string) => void): Promise<Net> {
  const server = createServer((request, response) => reply(response, request.headers['x-host'] as string))
  const port = await listening(server)
  const net = openNet()
  return {
    ...net,
    request: (options) =>
      net.request({
        ...options,
        url: new URL(`http://127.0.0.1:${port}${options.url.pathname}`),
        headers: [{ key: 'x-host', value: options.url.host }],
      }),
  }
}

const policy = 'version: STSv1\nmode: enforce\nmx: *.good.test\nmax_age: 86400\n'
const svg = '<svg version="1.2" baseProfile="tiny-ps" xmlns="http://www.w3.org/2000/svg"></svg>'

describe('a domain with everything', needed, () => {
  it('is measured completely', async () => {
    const net = await servedBy((response, host) => void response.end(host === 'mta-sts.good.test' ? policy : svg))
    const config = {
      dkimSelectors: ['s1', 'gone'],
      checkBimi: true,
      checkDane: true,
      expectedMx: ['mail.good.test', 'other.test'],
    }
    const outcome = await check('Good.test.', { net, config })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'email_policy.score': expect.any(Number),
      'email_policy.mx_count': 2,
      'email_policy.mx_resolvable_pct': 100,
      'email_policy.spf_present': 1,
      'email_policy.spf_valid': 1,
      'email_policy.spf_lookups': 3,
      'email_policy.spf_all': 4,
      'email_policy.dmarc_present': 1,
      'email_policy.dmarc_valid': 1,
      'email_policy.dmarc_policy': 2,
      'email_policy.dmarc_pct': 50,
      'email_policy.dmarc_rua_present': 1,
      'email_policy.dkim_valid': 0,
      'email_policy.dkim_selectors_ok': 1,
      'email_policy.dkim_key_bits_min': 1024,
      'email_policy.mta_sts_valid': 1,
      'email_policy.mta_sts_mode': 2,
      'email_policy.tls_rpt_present': 1,
      'email_policy.bimi_valid': 1,
      'email_policy.dane_valid': 0,
      'email_policy.error_count': 2,
    })
    expect(outcome.evidence).toMatchObject({
      mx: ['mail.good.test', 'backup.good.test'],
      dkim: [
        { selector: 's1', key: 'RSA, 1024 bits' },
        { selector: 'gone', key: 'the key has been revoked' },
      ],
      mta_sts: { mode: 'enforce', mx: '*.good.test' },
      dane: ['backup.good.test: usage 1 is not for mail servers'],
      problems: ['other.test is not among the MX records', 'backup.good.test is an unexpected MX record'],
    })
  })

  it.each([
    [
      'a mail server that the policy does not name',
      policy.replace('*.good', 'mail.good'),
      { mta_sts_valid: 1, error_count: 1 },
    ],
    ['a policy that cannot be read', 'hello', { mta_sts_valid: 0, mta_sts_mode: 0 }],
    ['a policy without an end', policy.repeat(2000), { mta_sts_valid: 0 }],
  ])('detects %s', async (_what, text, expected) => {
    const net = await servedBy((response) => void response.end(text))
    const { metrics } = await check('good.test', { net, config: { checkTlsRpt: false } })
    for (const [name, value] of Object.entries(expected)) expect(metrics[`email_policy.${name}`]).toBe(value)
  })

  it.each([
    [(response: ServerResponse) => void response.writeHead(404).end(), /answered 404/],
    [
      (response: ServerResponse) => void response.writeHead(301, { location: 'https://good.test/' }).end(),
      /answered 301/,
    ],
  ])('reports why the policy cannot be fetched', async (reply, sentence) => {
    const net = await servedBy(reply)
    const { evidence } = await check('good.test', { net, config: { checkTlsRpt: false } })
    expect(evidence).toMatchObject({ mta_sts: { problem: expect.stringMatching(sentence) } })
  })

  it('applies its DMARC record to its subdomains', async () => {
    expect(await metricsOf('shop.good.test')).toMatchObject({
      dmarc_policy: 1,
      dmarc_valid: 1,
      spf_present: 0,
      spf_valid: 0,
      mx_count: 0,
    })
  })
})

describe('SPF', needed, () => {
  it.each([
    ['chain.test', { spf_valid: 0, spf_lookups: 13, spf_all: 3 }],
    ['loop.test', { spf_valid: 0, spf_all: 2 }],
    ['void.test', { spf_valid: 0, spf_lookups: 3, spf_all: 4 }],
    ['two.test', { spf_present: 1, spf_valid: 0, spf_all: 0 }],
    ['hop.test', { spf_valid: 1, spf_lookups: 1, spf_all: 4 }],
    ['macro.test', { spf_valid: 1, spf_lookups: 2, spf_all: 1 }],
    ['bare.test', { spf_present: 0, spf_valid: 0, spf_lookups: 0, spf_all: 0 }],
  ])('of %s gives %j', async (target, expected) => {
    expect(await metricsOf(target)).toMatchObject(expected)
  })
})

describe('a domain', needed, () => {
  it('without any policy scores 0', async () => {
    expect(await metricsOf('bare.test', {})).toMatchObject({
      score: 0,
      mx_count: 0,
      dmarc_present: 0,
      dmarc_valid: 0,
      dmarc_policy: -1,
      mta_sts_valid: 0,
      mta_sts_mode: 0,
      tls_rpt_present: 0,
      error_count: 0,
    })
  })

  it('that receives no mail has a record, and no mail servers to resolve', async () => {
    const metrics = await metricsOf('null.test')
    expect(metrics).toMatchObject({ mx_count: 1 })
    expect(metrics).not.toHaveProperty('mx_resolvable_pct')
  })

  it('can have unresolvable mail servers and invalid DMARC records', async () => {
    expect(await metricsOf('lost.test')).toMatchObject({ mx_count: 2, mx_resolvable_pct: 50 })
    expect(await metricsOf('two.test')).toMatchObject({ dmarc_present: 1, dmarc_valid: 0, dmarc_policy: -1 })
    expect(await metricsOf('hop.test')).toMatchObject({ dmarc_present: 1, dmarc_valid: 0 })
  })

  it('is measured only in the configured parts', async () => {
    const off = { checkSpf: false, checkDmarc: false, checkMx: false, ...quick }
    expect(await metricsOf('good.test', off)).toEqual({ error_count: 0 })
  })

  it('that does not exist is down', async () => {
    expect(await check('gone.bare.test')).toMatchObject({
      success: false,
      cause: 'dns',
      error: 'the name gone.bare.test does not exist',
    })
  })
})

describe('a change', needed, () => {
  it('is reported, and whether it is weaker', async () => {
    const first = await check('good.test', { config: quick })
    expect(first.metrics).not.toHaveProperty(['email_policy.records_changed'])
    const same = await check('good.test', { config: quick, known: first.remember })
    expect(same.metrics).toMatchObject({ 'email_policy.records_changed': 0, 'email_policy.policy_weakened': 0 })
    const seen = JSON.parse(first.remember!['usual']!) as Record<string, string>
    const stronger = { ...seen, SPF: 'v=spf1 -all', dmarc_pct: '100' }
    const known = { ...first.remember!, usual: JSON.stringify(stronger) }
    const { metrics, evidence } = await check('good.test', { config: quick, known })
    expect(metrics).toMatchObject({ 'email_policy.records_changed': 1, 'email_policy.policy_weakened': 1 })
    expect(evidence).toMatchObject({
      changes: [{ record: 'SPF', before: 'v=spf1 -all' }],
      weaker: ['DMARC percentage: 100 → 50'],
    })
  })
})

describe('a name server', () => {
  it.each(['SERVFAIL', 'REFUSED', 'garbage'] as const)(
    'that responds with %s is reported as the reason',
    async (answer) => {
      const names = await startNameServer(() => answer)
      onTestFinished(() => names.stop())
      const clock = fakeClock()
      const net = openNet({ clock })
      const running = runCheck(emailPolicy, 'example.com', {
        net,
        clock,
        config: { resolver: names.address },
        deadlineMs: 15_000,
      })
      const outcome = await inSlowMotion(clock, running, 20)
      expect(outcome).toMatchObject({ success: false, cause: 'dns', error: expect.stringContaining(names.address) })
      expect(Object.keys(outcome.metrics)).toEqual(['email_policy.error_count'])
    },
  )

  it('that does not respond is waited for until the deadline', async () => {
    const names = await startNameServer(() => 'silence')
    onTestFinished(() => names.stop())
    const clock = fakeClock()
    const net = openNet({ clock })
    const running = runCheck(emailPolicy, 'example.com', { net, clock, config: { resolver: names.address } })
    expect(await inSlowMotion(clock, running, 20)).toMatchObject({ success: false, cause: 'timeout' })
  })
})

describe('DNSSEC', () => {
  /** Responds to every query with these flags; those for the root may differ. */
  async function resolver(flags: { domain: number; root: number }): Promise<string> {
    const socket = createSocket('udp4')
    socket.on('message', (question, from) => {
      const isRoot = question[12] === 0
      const answer = Buffer.from(question)
      answer.writeUInt16BE(isRoot ? flags.root : flags.domain, 2)
      socket.send(answer, from.port, from.address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    return `127.0.0.1:${socket.address().port}`
  }
  const [plain, proved, failed] = [0x8180, 0x81a0, 0x8182]
  const validated = async (flags: { domain: number; root: number }): Promise<boolean | null> =>
    openNet().validated({
      name: 'example.com',
      resolver: await resolver(flags),
      ipVersion: 'any',
      signal: new AbortController().signal,
    })

  it('is present only if the resolver confirms it for this domain', async () => {
    expect(await validated({ domain: proved, root: proved })).toBe(true)
    expect(await validated({ domain: plain, root: proved })).toBe(false)
  })

  it('is unknown with a resolver that does not validate', async () => {
    expect(await validated({ domain: plain, root: plain })).toBeNull()
  })

  it('that is invalid fails the lookup', async () => {
    await expect(validated({ domain: failed, root: proved })).rejects.toThrow(/failed to look up example.com/)
  })

  it.skipIf(needed.skip)('has no metric if it is unknown', async () => {
    const { metrics, evidence } = await check('good.test', { config: { ...quick, checkDnssec: true } })
    expect(metrics).not.toHaveProperty(['email_policy.dnssec_signed'])
    expect(JSON.stringify(evidence)).toMatch(/does not validate|failed to look up/)
  })
})
