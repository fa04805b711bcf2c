import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { noChroot } from '../../../test/kit/debian/chroot.ts'
import { type FtpServer, hasVsftpd, startVsftpd } from '../../../test/kit/debian/vsftpd.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { ftp } from './ftp.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'], to: new Date(Date.now() + 40.5 * 86_400_000) })
const net = openNet({ extraTrust: [authority.root] })
const deadlineMs = 60_000
const time = expect.any(Number) as number
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

const anonymous = { username: 'anonymous', password: 'guest@example.com' }
const files = {
  'pub/new.txt': { text: 'hello', modifiedAt: hoursAgo(2) },
  'pub/older.txt': { text: 'hello', modifiedAt: hoursAgo(30) },
  'pub/ancient.txt': { text: 'x'.repeat(200_000), modifiedAt: hoursAgo(24 * 400) },
  'pub/-l with spaces ü.txt': { text: 'odd', modifiedAt: hoursAgo(50) },
  'empty/below/x': { text: '' },
}

const isMissing = !hasVsftpd && process.env['CI'] !== 'true'

describe.skipIf(isMissing || noChroot)(`an ftp check of vsftpd${noChroot ? ` (${noChroot})` : ''}`, () => {
  let server: FtpServer
  let implicit: FtpServer
  let plain: FtpServer

  beforeAll(async () => {
    server = await startVsftpd({ certificate, files })
    implicit = await startVsftpd({ certificate, files, settings: { implicit_ssl: 'YES' } })
    const inClear = { ssl_enable: 'NO', local_enable: 'YES', ftpd_banner: 'The plain one' }
    plain = await startVsftpd({ certificate, files, settings: inClear })
  })
  afterAll(() => Promise.all([server, implicit, plain].map((started) => started.stop())))

  const check = (config: Record<string, unknown> = {}, { port } = server): Promise<Outcome> =>
    runCheck(ftp, `127.0.0.1:${port}`, { net, config, deadlineMs })

  it('connects and encrypts without a username', async () => {
    const outcome = await check()
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'ftp.connect_time_ms': time,
      'ftp.greeting_ms': time,
      'ftp.tls_supported': 1,
      'ftp.tls_time_ms': time,
      'ftp.tls_version': 13,
      'ftp.cert_days_left': 40,
      'ftp.lifetime_days': 41.5,
      'ftp.lifetime_left_pct': 97.6,
      'ftp.cert_valid': 1,
      'ftp.plaintext_login_allowed': 0,
      'ftp.error_count': 0,
      'ftp.check_time_ms': time,
    })
    expect(outcome.evidence).toMatchObject({
      address: '127.0.0.1',
      banner: expect.stringMatching(/^220 \(vsFTPd/),
      protocol: 'TLS 1.3',
      certificate: { subject: '127.0.0.1' },
    })
  })

  it('lists a directory over a data connection that resumes the session, and measures the age of its newest file', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/pub', checkNewestAge: true })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toMatchObject({
      'ftp.auth_ok': 1,
      'ftp.auth_ms': time,
      'ftp.path_exists': 1,
      'ftp.files': 4,
      'ftp.list_ms': time,
    })
    const ageSeconds = (Date.now() - files['pub/new.txt'].modifiedAt.getTime()) / 1000
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThanOrEqual(7200)
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeLessThan(ageSeconds + 1)
    expect(outcome.evidence).toMatchObject({ path: { path: '/pub', is: 'directory' }, newest: { name: 'new.txt' } })
  })

  it.each([
    ['in active mode', { passive: false, expectPath: 'pub' }],
    ['with a relative path', { expectPath: 'pub' }],
  ])('lists a directory %s', async (_how, config) => {
    const outcome = await check({ ...anonymous, ...config })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 1, 'ftp.files': 4 } })
    expect(outcome.metrics).not.toHaveProperty(['ftp.newest_file_age_s'])
  })

  it('counts the files of the login directory, which may be empty', async () => {
    const { error, metrics } = await check({ ...anonymous, checkNewestAge: true })
    expect([error, metrics['ftp.files']]).toEqual([null, 0])
    expect(metrics).not.toHaveProperty(['ftp.newest_file_age_s'])
    expect(metrics).not.toHaveProperty(['ftp.path_exists'])
  })

  it('measures a file, and downloads no more than the limit', async () => {
    const outcome = await check({
      ...anonymous,
      expectPath: '/pub/ancient.txt',
      checkNewestAge: true,
      checkTransfer: true,
    })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'ftp.path_exists': 1, 'ftp.file_bytes': 200_000, 'ftp.transfer_ok': 1 },
      evidence: { path: { is: 'file', bytes: 200_000 }, transferred_bytes: 65_536 },
    })
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThanOrEqual(400 * 86_400)
    expect(outcome.metrics).not.toHaveProperty(['ftp.files'])
  })

  it('downloads a small file completely, whatever its name', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/pub/-l with spaces ü.txt', checkTransfer: true })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'ftp.transfer_ok': 1, 'ftp.file_bytes': 3 },
      evidence: { transferred_bytes: 3 },
    })
  })

  it('succeeds without the expected path, and reports that it is missing', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/nowhere', checkTransfer: true, checkNewestAge: true })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.path_exists': 0, 'ftp.transfer_ok': 0, 'ftp.error_count': 0 },
      evidence: { path: { path: '/nowhere', is: 'missing' }, path_reply: '550 Failed to change directory.' },
    })
  })

  it('reports that a login was rejected', async () => {
    expect(await check({ username: 'robot', password: 'hunter2' })).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the login was rejected: 530 This FTP server is anonymous only.',
      metrics: { 'ftp.auth_ok': 0, 'ftp.auth_ms': time, 'ftp.error_count': 1, 'ftp.cert_days_left': 40 },
    })
  })

  it('detects that anonymous logins are allowed', async () => {
    expect((await check({ checkAnonymous: true })).metrics).toMatchObject({ 'ftp.anonymous_allowed': 1 })
  })

  it('supports implicit TLS', async () => {
    const outcome = await check(
      { ...anonymous, tlsMode: 'implicit', expectPath: '/pub', checkAnonymous: true },
      implicit,
    )
    expect(outcome).toMatchObject({
      error: null,
      metrics: {
        'ftp.tls_supported': 1,
        'ftp.tls_version': 13,
        'ftp.plaintext_login_allowed': 0,
        'ftp.anonymous_allowed': 1,
        'ftp.files': 4,
      },
    })
  })

  it('works without TLS, and then sends no credentials', async () => {
    const robot = { username: 'robot', password: 'hunter2' }
    const outcome = await check({ ...robot, tlsMode: 'none', expectBannerRegexp: 'plain one$' }, plain)
    expect(outcome).toMatchObject({ success: true, error: null, evidence: { banner: '220 The plain one' } })
    expect(outcome.metrics).toEqual({
      'ftp.connect_time_ms': time,
      'ftp.greeting_ms': time,
      'ftp.banner_match': 1,
      'ftp.cert_days_left': -1,
      'ftp.tls_version': 0,
      'ftp.tls_supported': 0,
      'ftp.plaintext_login_allowed': 1,
      'ftp.error_count': 0,
      'ftp.check_time_ms': time,
    })
  })

  it('reports that the server has no TLS, and keeps earlier measurements', async () => {
    expect(await check({ ...anonymous, expectBannerRegexp: '^ProFTPD' }, plain)).toMatchObject({
      success: false,
      cause: 'tls',
      error: expect.stringMatching(/^the server does not offer TLS: 530 /),
      metrics: {
        'ftp.tls_supported': 0,
        'ftp.cert_days_left': -1,
        'ftp.tls_version': 0,
        'ftp.banner_match': 0,
        'ftp.greeting_ms': time,
        'ftp.error_count': 1,
      },
    })
  })

  // vsftpd has a short connection queue and drops connections beyond it.
  it('runs many times in parallel', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => check({ ...anonymous, expectPath: '/pub' })))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })
})
