import { type Socket, createServer as createTcpServer } from 'node:net'
import { type TlsOptions, createServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { type Wish, createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { ssl } from './ssl.ts'

tryCatalogEntry(ssl, {
  targets: {
    accepted: ['192.0.2.1', '192.0.2.1:8443', '2001:db8::1', '[2001:db8::1]:443', 'bücher.example'],
    refused: [
      ['example.com:', 'must be a hostname or an IP address'],
      ['example.com:0', 'port must be between 1 and 65535'],
    ],
  },
  config: {
    insecure: { accept: [true, false], reject: [['true', 'config.insecure: Expected boolean, received string']] },
    port: {
      accept: [1, 443, 65_535],
      reject: [
        [0, 'greater than or equal to 1'],
        [65_536, 'less than or equal to 65535'],
        ['443', 'Expected number, received string'],
      ],
    },
    serverName: {
      accept: ['www.example.com', 'localhost'],
      reject: [
        ['https://example.com', 'config.serverName: must be a hostname'],
        ['192.0.2.1', 'config.serverName: must be a hostname'],
        ['', 'config.serverName: must be a hostname'],
      ],
    },
    trackTlsGrade: { accept: [true, false], reject: [[1, 'config.trackTlsGrade: Expected boolean, received number']] },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [[4, 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{ insecure: true, port: 8443, serverName: 'internal.example.com', expiryReminderDays: [365, 1] }],
    reject: [[{ expiryReminderDays: [366] }, 'config.expiryReminderDays[0]: Number must be less than or equal to 365']],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "SSL Expiry Warning: metrics['ssl.days_until_expiry'] < 14 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['ssl.days_until_expiry']",
    "metrics['ssl.hostname_match']",
    "metrics['ssl.chain_valid']",
    "metrics['ssl.tls_version']",
    "metrics['ssl.post_quantum']",
    "metrics['tlsgrade.grade_score']",
  ],
})

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

function presenting(wish: Partial<Wish> = {}, more: TlsOptions = {}): Promise<number> {
  const options = { ...authority.issue({ names: ['localhost'], ...wish }), ...more }
  return listening(createServer(options, (socket) => socket.on('error', () => undefined)))
}

describe('an ssl check', () => {
  it('reads a valid certificate', async () => {
    const [from, to] = [days(-1), days(40.5)]
    const port = await presenting({ from, to, intermediate: true })
    const outcome = await runCheck(ssl, `localhost:${port}`, { net })
    expect(outcome).toMatchObject({ success: true, error: null, expiresAt: Math.floor(to.getTime() / 1000) * 1000 })
    expect(outcome.metrics).toEqual({
      'ssl.days_until_expiry': 40,
      'ssl.lifetime_days': 41.5,
      'ssl.lifetime_left_pct': 97.6,
      'ssl.post_quantum': 1,
      'ssl.hostname_match': 1,
      'ssl.chain_valid': 1,
      'ssl.tls_version': 13,
    })
    const on = (date: Date): string => date.toISOString().slice(0, 10)
    expect(outcome.evidence).toMatchObject({
      address: '127.0.0.1',
      protocol: 'TLS 1.3',
      key_exchange: 'X25519MLKEM768',
      certificate: {
        subject: 'localhost',
        issuer: 'Lapwing test root intermediate',
        names: ['localhost'],
        key: 'EC prime256v1',
      },
      chain: [
        `localhost, issued by Lapwing test root intermediate, valid from ${on(from)} to ${on(to)}`,
        expect.stringMatching(
          /^Lapwing test root intermediate, issued by Lapwing test root, valid from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
        ),
      ],
    })
  })

  it.each([
    [{ ecdhCurve: 'X25519MLKEM768' }, 1, 'X25519MLKEM768'],
    [{ ecdhCurve: 'P-256' }, 0, 'prime256v1'],
    [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, 0, /25519|prime256v1/],
  ] satisfies [TlsOptions, number, string | RegExp][])(
    'names the key exchange of a server with %j',
    async (only, flag, name) => {
      const outcome = await runCheck(ssl, `localhost:${await presenting({}, only)}`, { net })
      expect(outcome.metrics['ssl.post_quantum']).toBe(flag)
      expect(outcome.evidence!['key_exchange']).toEqual(typeof name === 'string' ? name : expect.stringMatching(name))
    },
  )

  const expired = days(-3.5)
  const bad: [what: string, wish: Partial<Wish>, error: string | RegExp, metrics: Record<string, number>][] = [
    [
      'has expired',
      { from: days(-90), to: expired },
      `the certificate of localhost expired on ${expired.toISOString().slice(0, 10)}`,
      { 'ssl.days_until_expiry': -4, 'ssl.chain_valid': 0, 'ssl.hostname_match': 1 },
    ],
    ['is not valid yet', { from: days(2) }, /is not valid before/, { 'ssl.chain_valid': 0, 'ssl.hostname_match': 1 }],
    [
      'is self-signed',
      { selfSigned: true },
      'the certificate of localhost is self-signed',
      { 'ssl.chain_valid': 0, 'ssl.hostname_match': 1 },
    ],
    [
      'names another host',
      { names: ['other.test', 'www.other.test'] },
      'the certificate is for other.test, www.other.test, not for localhost',
      { 'ssl.chain_valid': 1, 'ssl.hostname_match': 0 },
    ],
  ]
  it.each(bad)(
    'fails with a certificate that %s, and succeeds if insecure ones are allowed',
    async (_what, wish, error, metrics) => {
      const target = `localhost:${await presenting(wish)}`
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      const strict = await runCheck(ssl, target, { net })
      expect(strict).toMatchObject({
        success: false,
        cause: 'certificate',
        error: message,
        metrics: { ...metrics, 'ssl.tls_version': 13 },
      })
      expect(strict.evidence).toHaveProperty('certificate')
      const mild = await runCheck(ssl, target, { net, config: { insecure: true } })
      expect(mild).toMatchObject({ success: true, error: null, metrics, evidence: { tolerated: message } })
    },
  )

  it('fails with an incomplete chain, or an untrusted root', async () => {
    const { cert, key } = authority.issue({ names: ['localhost'], intermediate: true })
    const leaf = `${cert.split('-----END CERTIFICATE-----')[0]}-----END CERTIFICATE-----\n`
    const target = `localhost:${await presenting({}, { cert: leaf, key })}`
    expect(await runCheck(ssl, target, { net })).toMatchObject({
      success: false,
      error: expect.stringContaining('the server may leave out an intermediate certificate'),
      metrics: { 'ssl.chain_valid': 0 },
    })
    expect(await runCheck(ssl, `localhost:${await presenting()}`)).toMatchObject({
      success: false,
      metrics: { 'ssl.chain_valid': 0 },
    })
  })

  it('prefers the port of the target to that of the config', async () => {
    const port = await presenting()
    expect(await runCheck(ssl, 'localhost', { net, config: { port } })).toMatchObject({ success: true })
    expect(await runCheck(ssl, `localhost:${port}`, { net, config: { port: 9 } })).toMatchObject({ success: true })
  })

  it('sends serverName in SNI and validates it', async () => {
    let requested: string | undefined
    const port = await presenting(
      { names: ['inner.test'] },
      {
        SNICallback: (name, answer) => {
          requested = name
          answer(null)
        },
      },
    )
    const target = `127.0.0.1:${port}`
    expect(await runCheck(ssl, target, { net, config: { serverName: 'inner.test' } })).toMatchObject({
      success: true,
      metrics: { 'ssl.hostname_match': 1 },
    })
    expect(requested).toBe('inner.test')
    expect(await runCheck(ssl, target, { net })).toMatchObject({ success: false, metrics: { 'ssl.hostname_match': 0 } })
  })

  it('validates an IP address, and the ASCII form of a name', async () => {
    expect(await runCheck(ssl, `127.0.0.1:${await presenting({ names: ['127.0.0.1'] })}`, { net })).toMatchObject({
      success: true,
    })
    const port = await presenting({ names: ['xn--bcher-kva.test'] })
    expect(await runCheck(ssl, `127.0.0.1:${port}`, { net, config: { serverName: 'bücher.test' } })).toMatchObject({
      success: true,
    })
  })

  it.each([
    ['TLSv1.2', 12],
    ['TLSv1.1', 11],
    ['TLSv1', 10],
  ] as const)('tells that a server speaks nothing better than %s', async (maxVersion, version) => {
    const port = await presenting({}, { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' })
    expect(await runCheck(ssl, `localhost:${port}`, { net })).toMatchObject({
      success: true,
      metrics: { 'ssl.tls_version': version },
      evidence: { protocol: `TLS ${(version / 10).toFixed(1)}` },
    })
  })

  it.each([
    ['plain text', (socket: Socket) => socket.end('220 mail.test ESMTP\r\n'), 'tls'],
    ['nothing', (socket: Socket) => socket.end(), 'tls'],
    ['a reset', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()), 'tls'],
    ['silence', () => undefined, 'timeout'],
  ])('fails with a server that sends %s', async (_what, answer, cause) => {
    const port = await listening(createTcpServer((socket) => void answer(socket)))
    const outcome = await runSlowly(ssl, `localhost:${port}`, { deadlineMs: 400 })
    expect(outcome).toMatchObject({ success: false, cause, metrics: {} })
    expect(outcome.infrastructure).toBeUndefined()
  })
})
