import { getDiffieHellman } from 'node:crypto'
import { createServer as createTcpServer } from 'node:net'
import { type TlsOptions, createServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { type Wish, createAuthority } from '../../../test/kit/checks/certificates.ts'
import { freePort } from '../../../test/kit/servers/free-port.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { hasNginx, startNginx } from '../../../test/kit/debian/nginx.ts'
import { inSlowMotion, openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type Weakness, weakened } from '../../../test/kit/servers/weak-hello.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { ssl } from './ssl.ts'
import { maxAge } from './scan.ts'

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)
const deadlineMs = 60_000

function scanned(port: number, config: Record<string, unknown> = {}): Promise<Outcome> {
  return runCheck(ssl, `localhost:${port}`, { net, config, deadlineMs, withScan: true })
}

function gradeIn({ metrics, evidence }: Outcome): unknown[] {
  const { grade, reasons } = (evidence?.['tls_grade'] ?? {}) as { grade?: string; reasons?: string[] }
  return [metrics['tlsgrade.grade_score'], grade, ...(reasons ?? [])]
}

const noHsts = 'A: Strict-Transport-Security is not sent'

describe.skipIf(!hasNginx && process.env['CI'] !== 'true')('the grade of nginx', () => {
  const hsts = 'add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;'
  const modern = 'ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;'

  async function graded(
    settings: string,
    wish: Partial<Wish> = {},
    config = {},
    files: Record<string, string> = {},
  ): Promise<Outcome> {
    const certificate = authority.issue({ names: ['localhost'], ...wish })
    const server = await startNginx({
      certificate,
      locations: `${settings}\nlocation / { return 200 "hello"; }`,
      files,
    })
    try {
      return await scanned(server.https, config)
    } finally {
      await server.stop()
    }
  }

  it('is A+ with modern settings and HSTS', async () => {
    const outcome = await graded(modern + hsts)
    expect(outcome).toMatchObject({ success: true, evidence: { tls_grade: { accepts: ['TLS 1.2', 'TLS 1.3'] } } })
    expect(gradeIn(outcome)).toEqual([6, 'A+'])
  })

  it('is A+ with TLS 1.3 alone', async () => {
    expect(gradeIn(await graded(`ssl_protocols TLSv1.3;${hsts}`))).toEqual([6, 'A+'])
  })

  it('is A without HSTS, or with a short one', async () => {
    expect(gradeIn(await graded(modern))).toEqual([5, 'A', noHsts])
    const short = 'add_header strict-transport-security "max-age=3600" always;'
    expect(gradeIn(await graded(modern + short))).toEqual([
      5,
      'A',
      'A: Strict-Transport-Security lasts less than 180 days',
    ])
  })

  it('is A without TLS 1.3, or without forward secrecy', async () => {
    expect(gradeIn(await graded(`ssl_protocols TLSv1.2; ssl_ciphers ECDHE+AESGCM;${hsts}`))).toEqual([
      5,
      'A',
      'A: TLS 1.3 is not accepted',
    ])
    const rsa = 'ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers ECDHE+AESGCM:AES128-SHA;'
    expect(gradeIn(await graded(rsa + hsts, { rsaBits: 2048 }))).toEqual([
      5,
      'A',
      'A: a key exchange without forward secrecy is accepted',
    ])
  })

  it('is B with TLS 1.0 and 1.1', async () => {
    const old = 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_ciphers DEFAULT@SECLEVEL=0;'
    expect(gradeIn(await graded(old + hsts))).toEqual([4, 'B', 'B: TLS 1.0 is accepted', 'B: TLS 1.1 is accepted'])
  })

  it('is B without authenticated encryption', async () => {
    const cbc = 'ssl_protocols TLSv1.2; ssl_ciphers ECDHE-ECDSA-AES128-SHA256;'
    expect(gradeIn(await graded(cbc))).toEqual([
      4,
      'B',
      'B: forward secrecy with authenticated encryption is not accepted',
      'A: TLS 1.3 is not accepted',
      noHsts,
    ])
  })

  it('is C with nothing newer than TLS 1.1', async () => {
    const old = 'ssl_protocols TLSv1 TLSv1.1; ssl_ciphers DEFAULT@SECLEVEL=0;'
    const outcome = await graded(old)
    expect(outcome).toMatchObject({ success: true, metrics: { 'ssl.tls_version': 11, 'tlsgrade.grade_score': 3 } })
    expect(gradeIn(outcome)[2]).toBe('C: neither TLS 1.2 nor TLS 1.3 is accepted')
  })

  it.each(['ECDHE-ECDSA-NULL-SHA', 'AECDH-AES128-SHA', 'ADH-AES128-GCM-SHA256'])('is F with %s', async (cipher) => {
    const broken = `ssl_protocols TLSv1.2; ssl_ciphers ECDHE+AESGCM:${cipher}:@SECLEVEL=0; ssl_dhparam root/group.pem;`
    const outcome = await graded(broken, {}, {}, { 'group.pem': group('modp14') })
    expect(gradeIn(outcome).slice(0, 3)).toEqual([
      0,
      'F',
      'F: a cipher without encryption, without authentication or of export strength is accepted',
    ])
  })

  it.each([
    ['modp14', 6, undefined],
    ['modp2', 4, 'B: the Diffie-Hellman group has 1024 bits'],
  ])('depends on the group of a Diffie-Hellman exchange: %s', async (name, score, reason) => {
    const settings = `ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers ECDHE+AESGCM:DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0; ssl_dhparam root/group.pem;`
    const outcome = await graded(settings + hsts, { rsaBits: 2048 }, {}, { 'group.pem': group(name) })
    expect([gradeIn(outcome)[0], gradeIn(outcome)[2]]).toEqual([score, reason])
  })

  it('is F with a small key', async () => {
    const outcome = await graded(`${modern.replace('CHACHA20', 'CHACHA20:@SECLEVEL=0')}${hsts}`, { rsaBits: 1024 })
    expect(gradeIn(outcome)).toEqual([
      0,
      'F',
      expect.stringContaining('not trusted'),
      "F: the certificate's key has 1024 bits",
    ])
  })

  it('is F with an invalid certificate, whether that fails the check or not', async () => {
    const expired = await graded(modern + hsts, { from: days(-9), to: days(-2) })
    expect(expired).toMatchObject({ success: false, cause: 'certificate' })
    expect(gradeIn(expired)).toEqual([0, 'F', expect.stringMatching(/^F: the certificate of localhost expired on /)])
    const mild = await graded(modern + hsts, { names: ['other.test'] }, { insecure: true })
    expect(mild.success).toBe(true)
    expect(gradeIn(mild)).toEqual([0, 'F', 'F: the certificate is for other.test, not for localhost'])
  })
})

function group(name: string): string {
  const prime = getDiffieHellman(name).getPrime()
  const integer = Buffer.concat([
    Buffer.from([0x02, 0x82, (prime.length + 1) >> 8, (prime.length + 1) & 0xff, 0]),
    prime,
  ])
  const content = Buffer.concat([integer, Buffer.from([0x02, 1, 2])])
  const der = Buffer.concat([Buffer.from([0x30, 0x82, content.length >> 8, content.length & 0xff]), content])
  return `-----BEGIN DH PARAMETERS-----\n${der.toString('base64')}\n-----END DH PARAMETERS-----\n`
}

describe('the grade of a server', () => {
  function serving(weakness: Weakness, more: TlsOptions = {}, greeting?: string): Promise<number> {
    const real = createServer({ ...authority.issue({ names: ['localhost'] }), ...more }, (socket) => {
      socket.on('error', () => undefined)
      if (greeting === undefined)
        socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age="31536000"\r\n\r\n'))
      else socket.end(greeting)
    })
    real.on('tlsClientError', () => undefined)
    return listening(weakened(real, weakness))
  }

  it.each([
    [{}, 6, []],
    [{ ssl2Ciphers: 2 }, 0, ['F: SSL 2.0 is accepted']],
    [{ ssl2Ciphers: 0 }, 6, []],
    [{ ssl3: true }, 0, ['F: SSL 3.0 is accepted']],
    [{ firstCiphers: [0xc011] }, 3, ['C: RC4 is accepted']],
    [{ firstCiphers: [0xc012] }, 3, ['C: 3DES is accepted']],
    [{ firstCiphers: [0x0001] }, 0, [expect.stringContaining('F: a cipher without encryption')]],
  ] satisfies [Weakness, number, unknown[]][])('that agrees to %j is %i', async (weakness, score, reasons) => {
    const outcome = await scanned(await serving(weakness))
    const [found, , ...why] = gradeIn(outcome)
    expect([found, why]).toEqual([score, reasons])
  })

  it('does not wait long for a server that ignores an offer', async () => {
    expect(gradeIn(await scanned(await serving({ deafToSsl2: true })))[0]).toBe(6)
  })

  it('is A at best without HTTP', async () => {
    expect(gradeIn(await scanned(await serving({}, {}, '* OK IMAP4rev1 ready\r\n')))).toEqual([5, 'A', noHsts])
  })

  it('is not measured by an ordinary check', async () => {
    const outcome = await runCheck(ssl, `localhost:${await serving({})}`, { net })
    expect(outcome.success).toBe(true)
    expect(outcome.metrics).not.toHaveProperty('tlsgrade.grade_score')
    expect(outcome.evidence).not.toHaveProperty('tls_grade')
  })

  it('does not slow down the check, and is omitted if there is no time for it', async () => {
    const deadlineMs = 2000
    const clock = fakeClock(new Date())
    const target = `localhost:${await serving({ deafToSsl2: true })}`
    const around = { clock, net: openNet({ clock, extraTrust: [authority.root] }), deadlineMs, withScan: true }
    const outcome = await inSlowMotion(clock, runCheck(ssl, target, around))
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ssl.chain_valid': 1 },
      evidence: { tls_grade: { not_graded: expect.stringContaining('no response within') } },
    })
    expect(outcome.metrics).not.toHaveProperty('tlsgrade.grade_score')
    expect(outcome.durationMs).toBeLessThan(deadlineMs)
  })

  it('is omitted if the server is no longer reachable', async () => {
    const real = createServer(authority.issue({ names: ['localhost'] }), (socket) =>
      socket.on('error', () => undefined),
    )
    const front = createTcpServer((socket) => {
      real.emit('connection', socket)
      front.close()
    })
    // A port that no other test gets as soon as it is closed.
    const port = await listening(front, await freePort())
    const outcome = await scanned(port)
    expect(outcome).toMatchObject({
      success: true,
      evidence: { tls_grade: { not_graded: `connection refused by 127.0.0.1:${port}` } },
    })
  })

  it('is omitted if the check is stopped', async () => {
    const stop = new AbortController()
    const real = createServer(authority.issue({ names: ['localhost'] }), (socket) =>
      socket.on('error', () => undefined),
    )
    let connections = 0
    const front = createTcpServer((socket) => {
      if (++connections === 1) real.emit('connection', socket)
      else stop.abort(new Error('the prober is shutting down'))
    })
    const port = await listening(front)
    onTestFinished(() => void real.close())
    const outcome = await runCheck(ssl, `localhost:${port}`, { net, deadlineMs, withScan: true, signal: stop.signal })
    expect(outcome).toMatchObject({ success: false, infrastructure: true, error: 'the prober is shutting down' })
  })
})

describe('the HSTS header of a front page', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=31536000\r\n\r\n', 31_536_000],
    ['HTTP/1.1 301 Moved\r\nstrict-transport-security:includeSubDomains;  max-age = "60"\r\n\r\n', 60],
    ['HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=0\r\n\r\n', 0],
    ['HTTP/1.1 200 OK\r\nStrict-Transport-Security: preload\r\n\r\n', null],
    ['HTTP/1.1 200 OK\r\nX-Strict-Transport-Security: max-age=60\r\n\r\n', null],
    ['HTTP/1.1 200 OK\r\n\r\n', null],
    ['220 mail.test ESMTP\r\nStrict-Transport-Security: max-age=60\r\n', null],
    ['', null],
  ])('in %j lasts %j seconds', (head, seconds) => {
    expect(maxAge(head)).toBe(seconds)
  })
})
