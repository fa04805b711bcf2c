import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../test/kit/certificates.ts'
import { openNet, runCheck } from '../../test/kit/run-check.ts'
import { type SmallFtp, startSmallFtp } from '../../test/kit/small-ftp.ts'
import { type FtpServer, hasVsftpd, startVsftpd } from '../../test/kit/vsftpd.ts'
import type { Outcome } from '../domain/outcome.ts'
import { createPolicy } from '../net/policy.ts'
import { ftp } from './ftp.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'], to: new Date(Date.now() + 40.5 * 86_400_000) })
const net = openNet({ extraTrust: [authority.root] })
const deadlineMs = 10_000
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

describe.skipIf(!hasVsftpd && process.env['CI'] !== 'true')('an ftp check of vsftpd', () => {
  let server: FtpServer
  let implicit: FtpServer
  let plain: FtpServer

  beforeAll(async () => {
    server = await startVsftpd({ certificate, files })
    implicit = await startVsftpd({ certificate, files, settings: { implicit_ssl: 'YES' } })
    plain = await startVsftpd({ certificate, files, settings: { ssl_enable: 'NO', local_enable: 'YES', ftpd_banner: 'The plain one' } })
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

  it('lists a directory over a data connection that resumes the session, and tells the age of its newest file', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/pub', checkNewestAge: true })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toMatchObject({
      'ftp.auth_ok': 1,
      'ftp.auth_ms': time,
      'ftp.path_exists': 1,
      'ftp.files': 4,
      'ftp.list_ms': time,
    })
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThanOrEqual(7200)
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeLessThan(7300)
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

  it('counts the files of the login directory, of which there may be none', async () => {
    const { error, metrics } = await check({ ...anonymous, checkNewestAge: true })
    expect([error, metrics['ftp.files']]).toEqual([null, 0])
    expect(metrics).not.toHaveProperty(['ftp.newest_file_age_s'])
    expect(metrics).not.toHaveProperty(['ftp.path_exists'])
  })

  it('measures a file, and fetches no more of it than it may', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/pub/ancient.txt', checkNewestAge: true, checkTransfer: true })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'ftp.path_exists': 1, 'ftp.file_bytes': 200_000, 'ftp.transfer_ok': 1 },
      evidence: { path: { is: 'file', bytes: 200_000 }, transferred_bytes: 65_536 },
    })
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThanOrEqual(400 * 86_400)
    expect(outcome.metrics).not.toHaveProperty(['ftp.files'])
  })

  it('fetches a small file whole, whatever its name', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/pub/-l with spaces ü.txt', checkTransfer: true })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.transfer_ok': 1, 'ftp.file_bytes': 3 }, evidence: { transferred_bytes: 3 } })
  })

  it('succeeds without the expected path, and says that it is missing', async () => {
    const outcome = await check({ ...anonymous, expectPath: '/nowhere', checkTransfer: true, checkNewestAge: true })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.path_exists': 0, 'ftp.transfer_ok': 0, 'ftp.error_count': 0 },
      evidence: { path: { path: '/nowhere', is: 'missing' }, path_reply: '550 Failed to change directory.' },
    })
  })

  it('says that a login was refused', async () => {
    expect(await check({ username: 'robot', password: 'hunter2' })).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the login was refused: 530 This FTP server is anonymous only.',
      metrics: { 'ftp.auth_ok': 0, 'ftp.auth_ms': time, 'ftp.error_count': 1, 'ftp.cert_days_left': 40 },
    })
  })

  it('sees that anybody may log in', async () => {
    expect((await check({ checkAnonymous: true })).metrics).toMatchObject({ 'ftp.anonymous_allowed': 1 })
  })

  it('speaks TLS from the first byte', async () => {
    const outcome = await check({ ...anonymous, tlsMode: 'implicit', expectPath: '/pub', checkAnonymous: true }, implicit)
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

  it('needs no TLS, and then sends no credentials', async () => {
    const outcome = await check({ tlsMode: 'none', username: 'robot', password: 'hunter2', expectBannerRegexp: 'plain one$' }, plain)
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

  it('says that the server has no TLS, and measures what came before', async () => {
    expect(await check({ ...anonymous, expectBannerRegexp: '^ProFTPD' }, plain)).toMatchObject({
      success: false,
      cause: 'tls',
      error: expect.stringMatching(/^the server does not offer TLS: 530 /),
      metrics: { 'ftp.tls_supported': 0, 'ftp.cert_days_left': -1, 'ftp.tls_version': 0, 'ftp.banner_match': 0, 'ftp.greeting_ms': time, 'ftp.error_count': 1 },
    })
  })

  // Its queue for connections is short, and who finds no place in it is forgotten.
  it('runs many times at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => check({ ...anonymous, expectPath: '/pub' })))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })
})

const robot = { username: 'robot', password: 'hunter2' }
const features = '211-Features:\n MLST type*;size*;modify*;\n UTF8\n211 End'
const good: SmallFtp = {
  certificate,
  accounts: { robot: 'hunter2' },
  answers: [
    [/^FEAT$/, features],
    [/^MLST \/pub$/, '250-Listing\n type=dir; /pub\n250 End'],
    [/^MLST \/pub\/a$/, '250-Listing\n type=file;size=12;modify=20200101000000; /pub/a\n250 End'],
    [/^MLST /, '550 No such thing'],
  ],
  data: { MLSD: 'type=file;modify=20200101000000; a\r\ntype=dir; d\r\n', 'RETR /pub/a': 'hello' },
}

const checkSmall = async (script: SmallFtp, config: Record<string, unknown>, more: { deadlineMs?: number } = {}) => {
  const { port, heard } = await startSmallFtp({ ...good, ...script })
  const outcome = await runCheck(ftp, `127.0.0.1:${port}`, { net, config, deadlineMs: more.deadlineMs ?? deadlineMs })
  return { outcome, heard, port }
}

const scripted = (...answers: NonNullable<SmallFtp['answers']>): SmallFtp => ({ answers: [...answers, ...good.answers!] })

describe('an ftp check', () => {
  it('sends name and password inside TLS only', async () => {
    const { outcome, heard } = await checkSmall({}, { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.auth_ok': 1, 'ftp.files': 1, 'ftp.plaintext_login_allowed': 1 } })
    expect(heard.filter((line) => /robot|hunter2/.test(line))).toEqual(['inside TLS: USER robot', 'inside TLS: PASS hunter2'])
  })

  it('never shows a password, even if the server does', async () => {
    const { outcome } = await checkSmall(scripted([/^PASS (.*)$/, '530 no such password: hunter2']), robot)
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was refused: 530 no such password: [hidden]' })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  it('asks for exact facts where there are any', async () => {
    const { outcome, heard } = await checkSmall({}, { ...robot, expectPath: '/pub/a', checkNewestAge: true, checkTransfer: true })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 1, 'ftp.file_bytes': 12, 'ftp.transfer_ok': 1 } })
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThan(86_400 * 365)
    expect(heard).not.toContain('inside TLS: CWD /pub/a')
    expect((await checkSmall({}, { ...robot, expectPath: '/pub/b' })).outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.path_exists': 0 },
      evidence: { path_reply: '550 No such thing' },
    })
  })

  it('finds a file on a server that can neither describe nor size one', async () => {
    const data = { 'LIST /pub/a.txt': '-rw-r--r--    1 0        0               5 Mar 09 05:04 a.txt\r\n', 'LIST /pub/b.txt': '' }
    const old = { data, answers: [[/^CWD /, '550 no']] as const }
    const there = await checkSmall(old, { ...robot, expectPath: '/pub/a.txt' })
    expect(there.outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 1, 'ftp.file_bytes': 5 } })
    const missing = await checkSmall(old, { ...robot, expectPath: '/pub/b.txt' })
    expect(missing.outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 0 } })
  })

  it('goes to the peer, whatever address the server announces', async () => {
    const { outcome, heard } = await checkSmall(scripted([/^EPSV$/, '500 what?']), { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.files': 1 } })
    expect(heard).toContain('inside TLS: PASV')
  })

  it('uses TLS 1.2 where there is no better, for data too', async () => {
    const { outcome } = await checkSmall({ maxVersion: 'TLSv1.2' }, { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.tls_version': 12, 'ftp.files': 1 } })
  })

  it('says that a data connection cannot be made', async () => {
    const { outcome } = await checkSmall(scripted([/^EPSV$/, '229 here (|||1|)']), { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({
      cause: 'connect',
      error: 'there is no data connection: connection refused by 127.0.0.1:1',
      metrics: { 'ftp.auth_ok': 1, 'ftp.path_exists': 1, 'ftp.error_count': 1 },
    })
  })

  it.each([
    ['EPSV', scripted([/^EPSV$/, '229 here (|||99999|)'])],
    ['PASV', scripted([/^EPSV$/, '500 no'], [/^PASV$/, '227 (1,2,3,4,0,0)'])],
    ['neither', scripted([/^(EPSV|PASV)$/, '500 no'])],
  ])('says that the server offers no port (%s)', async (_how, script) => {
    const { outcome } = await checkSmall(script, { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ cause: 'other', error: expect.stringMatching(/^the server offers no port for data: /) })
  })

  it('does not wait for a server that never connects back', async () => {
    const { outcome } = await checkSmall(
      scripted([/^PORT/, '200 sure'], [/^MLSD$/, '150 here it comes']),
      { ...robot, expectPath: '/pub', passive: false },
      { deadlineMs: 1500 },
    )
    expect(outcome).toMatchObject({
      cause: 'timeout',
      error: 'there is no data connection: no answer within 1.5 s (while waiting for the server to connect back)',
    })
  })

  it('says that a directory cannot be listed, and that a file cannot be fetched', async () => {
    const listed = await checkSmall(scripted([/^MLSD$/, '550 Permission denied']), { ...robot, expectPath: '/pub' })
    expect(listed.outcome).toMatchObject({
      success: false,
      error: 'the directory cannot be listed: 550 Permission denied',
      metrics: { 'ftp.error_count': 0 },
    })
    const fetched = await checkSmall(scripted([/^RETR/, '550 Permission denied']), { ...robot, expectPath: '/pub/a', checkTransfer: true })
    expect(fetched.outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.transfer_ok': 0 },
      evidence: { transfer_reply: '550 Permission denied' },
    })
  })

  it('keeps files to itself when the server would not encrypt them', async () => {
    const { outcome, heard } = await checkSmall(scripted([/^PROT/, '536 not supported']), { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ success: false, error: 'the server does not encrypt data connections: 536 not supported' })
    expect(heard.join()).not.toMatch(/MLSD|EPSV/)
  })

  it('does not list for ever', async () => {
    const endless = Buffer.from('type=file;modify=20200101000000; a\r\n'.repeat(150_000))
    const { outcome } = await checkSmall({ data: { MLSD: endless } }, { ...robot, expectPath: '/pub', checkNewestAge: true })
    expect(outcome).toMatchObject({ success: true, evidence: { list_is_cut: true } })
    expect(outcome.metrics['ftp.files']).toBeGreaterThan(100_000)
    expect(outcome.metrics).not.toHaveProperty(['ftp.newest_file_age_s'])
  })

  it('takes nothing for an answer that came before TLS began', async () => {
    const { outcome, heard } = await checkSmall(scripted([/^AUTH TLS$/, '234 go\n230 you are in']), robot)
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
    expect(heard.join()).not.toMatch(/robot|hunter2/)
  })

  it.each([
    ['a busy server', { greeting: '421 Too many users' }, 'other', 'the server is not ready: 421 Too many users'],
    ['a busy login', scripted([/^USER robot/, '421 Too many users']), 'other', 'the login was refused: 421 Too many users'],
    ['another protocol', { greeting: '+OK POP3 ready' }, 'other', /does not speak FTP: it said "\+OK POP3 ready"$/],
    ['a server that hangs up', scripted([/^USER robot/, null]), 'connect', /closed the connection|broke off/],
  ] as const)('tells of %s', async (_what, script, cause, error) => {
    const { outcome } = await checkSmall(script, robot)
    expect(outcome).toMatchObject({ success: false, cause, error: typeof error === 'string' ? error : expect.stringMatching(error) })
  })

  it('waits for a server that says it will be ready, and reads long greetings', async () => {
    const greeting = '120 in a moment\n220-Welcome\n220-to\n 220 not yet\n220 us'
    const { outcome } = await checkSmall({ greeting }, { expectBannerRegexp: 'Welcome\\n220-to' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.banner_match': 1 } })
  })

  it('succeeds with a certificate that is not trusted when told to, and tells of it', async () => {
    const other = createAuthority('Somebody').issue({ names: ['other.test'], to: new Date(Date.now() - 1) })
    const { outcome } = await checkSmall({ certificate: other }, { ...robot, expectPath: '/pub', verifyTls: false })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.cert_valid': 0, 'ftp.cert_days_left': 0, 'ftp.auth_ok': 1, 'ftp.files': 1 },
      evidence: { tolerated: expect.any(String) },
    })
  })

  it('does not log in where the certificate is not trusted', async () => {
    const other = authority.issue({ names: ['other.test'] })
    const { outcome, heard } = await checkSmall({ certificate: other }, robot)
    expect(outcome).toMatchObject({ cause: 'certificate', metrics: { 'ftp.cert_valid': 0, 'ftp.tls_supported': 1, 'ftp.tls_version': 13 } })
    expect(heard.join()).not.toContain('robot')
  })

  it('keeps strangers’ answers apart from its own', async () => {
    const { outcome } = await checkSmall(scripted([/^USER (lapwing|anonymous)/, null]), { ...robot, checkAnonymous: true })
    expect(outcome).toMatchObject({ success: true, metrics: { 'ftp.auth_ok': 1 } })
    expect(outcome.metrics).not.toHaveProperty(['ftp.plaintext_login_allowed'])
    expect(outcome.metrics).not.toHaveProperty(['ftp.anonymous_allowed'])
  })

  it('sees that strangers are turned away, in clear and inside TLS', async () => {
    const { outcome, heard } = await checkSmall(scripted([/^USER lapwing/, '530 use TLS']), { checkAnonymous: true })
    expect(outcome.metrics).toMatchObject({ 'ftp.plaintext_login_allowed': 0, 'ftp.anonymous_allowed': 0 })
    expect(heard).toEqual(expect.arrayContaining(['USER anonymous', 'inside TLS: USER anonymous']))
  })

  it('runs a hundred times at once', { timeout: 60_000 }, async () => {
    const { port } = await startSmallFtp(good)
    const around = { net, config: { ...robot, expectPath: '/pub' }, deadlineMs: 50_000 }
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => runCheck(ftp, `127.0.0.1:${port}`, around)))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })

  it('keeps to the address policy', async () => {
    const { port } = await startSmallFtp(good)
    const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(ftp, `127.0.0.1:${port}`, { net: closed, config: robot })).toMatchObject({
      cause: 'connect',
      error: expect.stringContaining('127.0.0.1 is a loopback address'),
    })
  })
})
