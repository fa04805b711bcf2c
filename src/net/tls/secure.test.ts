import type { X509Certificate } from 'node:crypto'
import { type Server, connect as open } from 'node:net'
import { type TlsOptions, createServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { type Wish, createAuthority } from '../../../test/kit/checks/certificates.ts'
import { systemClock } from '../../domain/clock.ts'
import { daysLeft } from './certificate.ts'
import type { NetConnection } from '../connect.ts'
import { type SecureConnection, type SecureOptions, createSecure } from './secure.ts'

const authority = createAuthority()
const secure = createSecure({ clock: systemClock, extraTrust: [authority.root] })
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

let server: Server | undefined
let closed: Promise<unknown>
afterEach(async () => {
  await closed
  await new Promise((resolve) => server?.close(resolve))
})

async function shake(
  options: Partial<SecureOptions> = {},
  wish: Partial<Wish> = {},
  more: TlsOptions = {},
): Promise<SecureConnection> {
  const started = createServer({ ...authority.issue({ names: ['shop.test'], ...wish }), ...more }, (socket) =>
    socket.resume().on('error', () => undefined),
  )
  started.on('tlsClientError', () => undefined)
  closed = new Promise((resolve) => started.once('connection', (socket) => socket.once('close', resolve)))
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const { port } = started.address() as { port: number }
  const socket = open(port, '127.0.0.1').on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  const connection: NetConnection = {
    socket,
    host: 'shop.test',
    address: '127.0.0.1',
    family: 4,
    port,
    dnsMs: 0,
    connectMs: 0,
  }
  return secure(connection, { serverName: 'shop.test', verify: true, signal: new AbortController().signal, ...options })
}

describe('a secure connection', () => {
  it('reports its version, its time and its certificates', async () => {
    const made = await shake({}, { intermediate: true, to: days(30.5) })
    const chain = made.certificates()
    expect(made).toMatchObject({
      host: 'shop.test',
      tlsVersion: 13,
      chainProblem: null,
      nameProblem: null,
      tlsMs: expect.any(Number),
    })
    expect(chain.map(({ issuer }) => issuer)).toEqual(['CN=Lapwing test root intermediate', 'CN=Lapwing test root'])
    expect(daysLeft(chain[0] as X509Certificate, new Date())).toBe(30)
    made.socket.destroy()
  })

  it('sends the server name without the final dot', async () => {
    let serverName = ''
    const SNICallback: TlsOptions['SNICallback'] = (name, answer) => ((serverName = name), answer(null))
    const made = await shake({ serverName: 'shop.test.' }, {}, { SNICallback })
    expect([serverName, made.nameProblem]).toEqual(['shop.test', null])
    made.socket.destroy()
  })

  it('finds an address among the names of a certificate', async () => {
    const made = await shake({ serverName: '127.0.0.1' }, { names: ['shop.test', '127.0.0.1'] })
    expect(made.nameProblem).toBeNull()
    made.socket.destroy()
  })

  it('agrees on a protocol', async () => {
    const made = await shake({ alpn: ['h2', 'http/1.1'] }, {}, { ALPNProtocols: ['http/1.1'] })
    expect(made.socket.alpnProtocol).toBe('http/1.1')
    made.socket.destroy()
  })

  it.each([
    ['TLSv1.2', 12],
    ['TLSv1.1', 11],
    ['TLSv1', 10],
  ] as const)('can be restricted to %s', async (version, number) => {
    const made = await shake(
      { oldVersions: true },
      {},
      { minVersion: 'TLSv1', maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' },
    )
    expect(made.tlsVersion).toBe(number)
    made.socket.destroy()
  })

  it('fails with a version that is too old', async () => {
    const old = shake({}, {}, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
    await expect(old).rejects.toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('speaks only versions of TLS that are too old'),
    })
  })

  it('presents a client certificate', async () => {
    const client = authority.issue({ names: ['robot'] })
    const made = await shake(
      { clientCert: client.cert, clientKey: client.key },
      {},
      { requestCert: true, ca: authority.root, maxVersion: 'TLSv1.2' },
    )
    expect(made.tlsVersion).toBe(12)
    made.socket.destroy()
  })

  it('fails without the client certificate that a server requires', async () => {
    const bare = shake(
      {},
      {},
      { requestCert: true, rejectUnauthorized: true, ca: authority.root, maxVersion: 'TLSv1.2' },
    )
    await expect(bare).rejects.toMatchObject({ reason: 'tls' })
  })

  it('fails with an invalid client certificate', async () => {
    const broken = shake({ clientCert: 'no', clientKey: 'no' })
    await expect(broken).rejects.toMatchObject({
      reason: 'certificate',
      message: expect.stringContaining('the client certificate and key cannot be used'),
    })
  })
})

describe.each([
  [
    'expired',
    { from: new Date('2025-01-05'), to: new Date('2026-01-05T12:00:00Z') },
    'the certificate of shop.test expired on 2026-01-05',
    'chain',
  ],
  [
    'not valid yet',
    { from: new Date('2049-05-05T12:00:00Z'), to: new Date('2050-05-05') },
    'the certificate of shop.test is not valid before 2049-05-05',
    'chain',
  ],
  ['self-signed', { selfSigned: true }, 'the certificate of shop.test is self-signed', 'chain'],
  [
    'for others',
    { names: ['a.test', 'b.test', 'c.test', 'd.test'] },
    'the certificate is for a.test, b.test, c.test and 1 more, not for shop.test',
    'name',
  ],
] as const)('a certificate that is %s', (_what, wish, sentence, kind) => {
  it('is refused, and reported before that', async () => {
    const presented: unknown[] = []
    const refused = shake(
      { presented: (certificate, problem) => presented.push(certificate.validTo.length > 0, problem) },
      wish,
    )
    await expect(refused).rejects.toMatchObject({ reason: 'certificate', message: sentence })
    expect(presented).toEqual([true, sentence])
  })

  it('is only reported without verification', async () => {
    const made = await shake({ verify: false }, wish)
    expect([made.chainProblem, made.nameProblem]).toEqual(kind === 'chain' ? [sentence, null] : [null, sentence])
    made.socket.destroy()
  })
})
