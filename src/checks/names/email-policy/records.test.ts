import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasStsId,
  isTlsReport,
  parseBimi,
  parseDkim,
  parseDmarc,
  parseStsPolicy,
  policyAllows,
  tagsOf,
  tlsaProblem,
} from './records.ts'
import { parseSpf } from './spf-record.ts'

const own = { ofParent: false }
const rsa = (modulusLength: number, type: 'spki' | 'pkcs1' = 'spki'): string =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'der', type }).toString('base64')

describe('a DMARC record', () => {
  it.each([
    ['v=DMARC1; p=reject; rua=mailto:d@example.com', { policy: 2, percent: 100, hasReports: true }],
    ['v=DMARC1;p=quarantine;pct=25', { policy: 1, percent: 25, hasReports: false }],
    [
      'v=DMARC1; p=none; rua=mailto:a@example.com!10m,mailto:b@example.com',
      { policy: 0, percent: 100, hasReports: true },
    ],
    ['v=DMARC1; rua=mailto:d@example.com', { policy: 0, percent: 100, hasReports: true }],
    ['v=DMARC1; P=Reject; sp=none;', { policy: 2, percent: 100, hasReports: false }],
  ])('%s is read', (text, expected) => expect(parseDmarc(text, own)).toEqual(expected))

  it('of the parent domain applies to subdomains by its sp', () => {
    expect(parseDmarc('v=DMARC1; p=reject; sp=none', { ofParent: true })).toMatchObject({ policy: 0 })
    expect(parseDmarc('v=DMARC1; p=reject', { ofParent: true })).toMatchObject({ policy: 2 })
  })

  it.each([
    'v=DMARC1',
    'v=DMARC1; p=everything',
    'v=DMARC1; p=reject; pct=200',
    'v=DMARC1; p=reject; p=none',
    'v=DMARC1; reject',
  ])('%s is broken', (text) => expect(parseDmarc(text, own)).toEqual(expect.any(String)))
})

describe('a DKIM key', () => {
  it('is parsed with its type and its bits', () => {
    expect(parseDkim(`v=DKIM1; k=rsa; p=${rsa(2048)}`)).toEqual({ kind: 'rsa', bits: 2048 })
    expect(parseDkim(`p=${rsa(1024, 'pkcs1')}`)).toEqual({ kind: 'rsa', bits: 1024 })
    expect(parseDkim(`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 1).toString('base64')}`)).toEqual({
      kind: 'ed25519',
      bits: 256,
    })
  })

  it.each([
    ['v=DKIM1; p=', 'the key has been revoked'],
    ['v=DKIM1; k=rsa', 'it has no key (p)'],
    [`v=DKIM1; p=${rsa(512)}`, 'the key has only 512 bits'],
    ['v=DKIM1; p=????', 'the key is not base64'],
    ['v=DKIM1; p=aGVsbG8=', 'the key is not an RSA key'],
    ['v=DKIM1; k=ed25519; p=aGVsbG8=', 'the key is not an Ed25519 key'],
    ['v=DKIM1; k=dsa; p=aGVsbG8=', 'dsa is not a key type'],
    [`v=DKIM1; h=sha1; p=${rsa(1024)}`, 'it does not allow SHA-256'],
    ['v=DKIM2; p=aGVsbG8=', 'it has an unsupported version'],
  ])('%s cannot be used: %s', (text, problem) => expect(parseDkim(text)).toBe(problem))
})

describe('an MTA-STS policy', () => {
  const policy = 'version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.example.net\r\nmax_age: 604800\r\n'

  it('is parsed, and matches the mail servers it allows', () => {
    const read = parseStsPolicy(policy)
    expect(read).toEqual({ mode: 2, mx: ['mail.example.com', '*.example.net'] })
    const allows = (host: string): boolean => policyAllows(read as never, host)
    expect(['Mail.example.com', 'a.example.net', 'a.b.example.net', 'example.net'].map(allows)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    policy.replace('STSv1', 'STSv2'),
    policy.replace('enforce', 'maybe'),
    policy.replace('604800', 'soon'),
    'version: STSv1\nmode: testing\nmax_age: 1',
    '<html></html>',
    '',
  ])('%j is broken', (text) => expect(parseStsPolicy(text)).toEqual(expect.any(String)))
})

it('parses TLS reporting, BIMI and TLSA records', () => {
  expect(isTlsReport('v=TLSRPTv1; rua=mailto:tls@example.com')).toBe(true)
  expect(isTlsReport('v=TLSRPTv1; rua=ftp://example.com')).toBe(false)
  expect(hasStsId('v=STSv1; id=20260101T000000Z')).toBe(true)
  expect(hasStsId('v=STSv1')).toBe(false)
  expect(String(parseBimi('v=BIMI1; l=https://example.com/logo.svg; a='))).toBe('https://example.com/logo.svg')
  expect(parseBimi('v=BIMI1; l=http://example.com/logo.svg')).toMatch(/not at an https URL/)
  expect(parseBimi('v=BIMI1; l=;')).toMatch(/declares that there is no logo/)
  expect(tlsaProblem({ usage: 3, selector: 1, matching: 1, bytes: 32 })).toBeNull()
  expect(tlsaProblem({ usage: 1, selector: 1, matching: 1, bytes: 32 })).toMatch(/usage 1/)
  expect(tlsaProblem({ usage: 3, selector: 1, matching: 1, bytes: 31 })).toMatch(/wrong length/)
})

describe('an SPF record', () => {
  it('is parsed into its terms', () => {
    expect(
      parseSpf('v=spf1 a mx:example.org/24//64 -include:_spf.example.net ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all'),
    ).toEqual({
      terms: [
        { name: 'a', qualifier: '+', domain: '' },
        { name: 'mx', qualifier: '+', domain: 'example.org' },
        { name: 'include', qualifier: '-', domain: '_spf.example.net' },
        { name: 'ip4', qualifier: '+', domain: '' },
        { name: 'ip6', qualifier: '+', domain: '2001:db8::' },
        { name: 'all', qualifier: '~', domain: '' },
      ].map((term) => (term.name.startsWith('ip') ? expect.objectContaining({ name: term.name }) : term)),
      redirect: null,
      problems: [],
    })
  })

  it('can contain macros, unknown modifiers and a redirect', () => {
    const text =
      'v=spf1 exists:%{ir}.%{v}._spf.%{d2} include:%{d}.example.com exp=why.example.com extra=1 redirect=_spf.example.com'
    expect(parseSpf(text)).toMatchObject({ problems: [], redirect: '_spf.example.com' })
    expect(parseSpf('v=spf1 -all redirect=_spf.example.com').redirect).toBeNull()
  })

  it.each([
    ['ip4:192.0.2.0/33'],
    ['ip4:999.0.2.0'],
    ['ip6:192.0.2.1'],
    ['include'],
    ['include:localhost'],
    ['exists:'],
    ['all:example.com'],
    ['a:example.com/99'],
    ['ipv4:192.0.2.1'],
    ['redirect='],
    ['redirect=a.example.com redirect=b.example.com'],
    ['include:%{z}.example.com'],
  ])('with %s is broken', (term) => {
    expect(parseSpf(`v=spf1 ${term} -all`).problems).toHaveLength(1)
  })
})

describe('any record', () => {
  const words = fc.constantFrom(
    'v=spf1',
    'v=DMARC1;',
    'p=',
    'reject',
    ';',
    '=',
    ' ',
    'a:',
    'include:',
    '%{',
    '}',
    '/',
    '\0',
    '\n',
    'mx',
    '++',
    '..',
    'é',
  )
  const texts = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join('')),
  )

  const parsers = [
    parseSpf,
    tagsOf,
    (text: string) => parseDmarc(text, own),
    parseDkim,
    parseBimi,
    parseStsPolicy,
    isTlsReport,
  ]

  it('is parsed without an exception', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const parse of parsers) expect(() => parse(text)).not.toThrow()
      }),
      { numRuns: 100 },
    )
  })

  it.each(['%', ' ', ';', 'a:', '%{d', 'p=;', ':', 'mx:a/', '=a'])('is parsed in linear time: %j', (part) => {
    const text = `v=spf1 ${part.repeat(65_536 / part.length)}`
    for (const parse of parsers) expect(() => parse(text)).not.toThrow()
  })
})
