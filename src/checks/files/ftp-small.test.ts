import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type SmallFtp, startSmallFtp } from '../../../test/kit/servers/small-ftp.ts'
import { createPolicy } from '../../net/policy.ts'
import { ftp } from './ftp.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const deadlineMs = 60_000

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

const checkSmall = async (script: SmallFtp, config: Record<string, unknown>) => {
  const { port, received } = await startSmallFtp({ ...good, ...script })
  const outcome = await runCheck(ftp, `127.0.0.1:${port}`, { net, config, deadlineMs })
  return { outcome, received, port }
}

const scripted = (...answers: NonNullable<SmallFtp['answers']>): SmallFtp => ({
  answers: [...answers, ...good.answers!],
})

describe('an ftp check', () => {
  it('sends name and password only inside TLS', async () => {
    const { outcome, received } = await checkSmall({}, { ...robot, expectPath: '/pub' })
    const metrics = { 'ftp.auth_ok': 1, 'ftp.files': 1, 'ftp.plaintext_login_allowed': 1 }
    expect(outcome).toMatchObject({ error: null, metrics })
    expect(received.filter((line) => /robot|hunter2/.test(line))).toEqual([
      'inside TLS: USER robot',
      'inside TLS: PASS hunter2',
    ])
  })

  it('never shows a password, even if the server repeats it', async () => {
    const { outcome } = await checkSmall(scripted([/^PASS (.*)$/, '530 no such password: hunter2']), robot)
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was rejected: 530 no such password: [hidden]' })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  it('uses MLST if the server supports it', async () => {
    const wish = { ...robot, expectPath: '/pub/a', checkNewestAge: true, checkTransfer: true }
    const { outcome, received } = await checkSmall({}, wish)
    const metrics = { 'ftp.path_exists': 1, 'ftp.file_bytes': 12, 'ftp.transfer_ok': 1 }
    expect(outcome).toMatchObject({ error: null, metrics })
    expect(outcome.metrics['ftp.newest_file_age_s']).toBeGreaterThan(86_400 * 365)
    expect(received).not.toContain('inside TLS: CWD /pub/a')
    expect((await checkSmall({}, { ...robot, expectPath: '/pub/b' })).outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.path_exists': 0 },
      evidence: { path_reply: '550 No such thing' },
    })
  })

  it('finds a file on a server without MLST and SIZE', async () => {
    const line = '-rw-r--r--    1 0        0               5 Mar 09 05:04 a.txt\r\n'
    const data = { 'LIST /pub/a.txt': line, 'LIST /pub/b.txt': '' }
    const old = { data, answers: [[/^CWD /, '550 no']] as const }
    const there = await checkSmall(old, { ...robot, expectPath: '/pub/a.txt' })
    expect(there.outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 1, 'ftp.file_bytes': 5 } })
    const missing = await checkSmall(old, { ...robot, expectPath: '/pub/b.txt' })
    expect(missing.outcome).toMatchObject({ error: null, metrics: { 'ftp.path_exists': 0 } })
  })

  it('requests times with a command that cannot set one', async () => {
    const names = ['20200101000000 report.txt', '20200101000000 other.txt', 'odd\rname.txt']
    const data = { LIST: names.map((name) => `-rw-r--r-- 1 0 0 5 Jan 01  2020 ${name}\r\n`).join('') }
    const answers = [[/^MDTM \.\/2020/, '213 20200101000000']] as const
    const { outcome, received } = await checkSmall({ data, answers }, { ...robot, checkNewestAge: true })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'ftp.files': 3, 'ftp.newest_file_age_s': expect.any(Number) },
    })
    expect(received.filter((line) => line.includes('MDTM'))).toEqual([
      'inside TLS: MDTM ./20200101000000 report.txt',
      'inside TLS: MDTM ./20200101000000 other.txt',
    ])
  })

  it('connects to the peer, whatever address the server announces', async () => {
    const { outcome, received } = await checkSmall(scripted([/^EPSV$/, '500 what?']), { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.files': 1 } })
    expect(received).toContain('inside TLS: PASV')
  })

  it('uses TLS 1.2 if there is nothing newer, for data too', async () => {
    const { outcome } = await checkSmall({ maxVersion: 'TLSv1.2' }, { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.tls_version': 12, 'ftp.files': 1 } })
  })

  it('reports that a data connection failed', async () => {
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
  ])('reports that the server offers no port (%s)', async (_how, script) => {
    const { outcome } = await checkSmall(script, { ...robot, expectPath: '/pub' })
    expect(outcome).toMatchObject({
      cause: 'other',
      error: expect.stringMatching(/^the server offers no port for data: /),
    })
  })

  it('does not wait for a server that never connects back', async () => {
    const script = scripted([/^PORT/, '200 sure'], [/^MLSD$/, '150 here it comes'])
    const { port } = await startSmallFtp({ ...good, ...script })
    const config = { ...robot, expectPath: '/pub', passive: false }
    const way = { extraTrust: [authority.root] }
    const outcome = await runSlowly(ftp, `127.0.0.1:${port}`, { way, config, deadlineMs: 3000 })
    expect(outcome).toMatchObject({
      cause: 'timeout',
      error: 'there is no data connection: no response within 3 s (while waiting for the server to connect back)',
    })
  })

  it('reports that a directory cannot be listed, and that a file cannot be downloaded', async () => {
    const listed = await checkSmall(scripted([/^MLSD$/, '550 Permission denied']), { ...robot, expectPath: '/pub' })
    expect(listed.outcome).toMatchObject({
      success: false,
      error: 'the directory cannot be listed: 550 Permission denied',
      metrics: { 'ftp.error_count': 0 },
    })
    const wish = { ...robot, expectPath: '/pub/a', checkTransfer: true }
    const fetched = await checkSmall(scripted([/^RETR/, '550 Permission denied']), wish)
    expect(fetched.outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.transfer_ok': 0 },
      evidence: { transfer_reply: '550 Permission denied' },
    })
  })

  it('requests no files if the server does not encrypt them', async () => {
    const { outcome, received } = await checkSmall(scripted([/^PROT/, '536 not supported']), {
      ...robot,
      expectPath: '/pub',
    })
    expect(outcome).toMatchObject({
      success: false,
      error: 'the server does not encrypt data connections: 536 not supported',
    })
    expect(received.join()).not.toMatch(/MLSD|EPSV/)
  })

  it('limits the size of a list', async () => {
    const endless = Buffer.from('type=file;modify=20200101000000; a\r\n'.repeat(150_000))
    const { outcome } = await checkSmall(
      { data: { MLSD: endless } },
      { ...robot, expectPath: '/pub', checkNewestAge: true },
    )
    expect(outcome).toMatchObject({ success: true, evidence: { list_is_cut: true } })
    expect(outcome.metrics['ftp.files']).toBe(100_000)
    expect(outcome.metrics).not.toHaveProperty(['ftp.newest_file_age_s'])
  })

  it('ignores replies that arrived before TLS', async () => {
    const { outcome, received } = await checkSmall(scripted([/^AUTH TLS$/, '234 go\n230 you are in']), robot)
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
    expect(received.join()).not.toMatch(/robot|hunter2/)
  })

  it.each([
    ['a busy server', { greeting: '421 Too many users' }, 'other', 'the server is not ready: 421 Too many users'],
    [
      'a busy login',
      scripted([/^USER robot/, '421 Too many users']),
      'other',
      'the login was rejected: 421 Too many users',
    ],
    ['another protocol', { greeting: '+OK POP3 ready' }, 'other', /does not speak FTP: it said "\+OK POP3 ready"$/],
    ['a server that hangs up', scripted([/^USER robot/, null]), 'connect', /closed the connection|broke off/],
  ] as const)('tells of %s', async (_what, script, cause, error) => {
    const { outcome } = await checkSmall(script, robot)
    expect(outcome).toMatchObject({ success: false, cause })
    expect(outcome.error).toMatch(error)
  })

  it('waits for a server that announces a delay, and reads long greetings', async () => {
    const greeting = '120 in a moment\n220-Welcome\n220-to\n 220 not yet\n220 us'
    const { outcome } = await checkSmall({ greeting }, { expectBannerRegexp: 'Welcome\\n220-to' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'ftp.banner_match': 1 } })
  })

  it('accepts an untrusted certificate if configured, and reports it', async () => {
    const other = createAuthority('Somebody').issue({
      names: ['other.test'],
      to: new Date(Date.now() - 36 * 3_600_000),
    })
    const { outcome } = await checkSmall({ certificate: other }, { ...robot, expectPath: '/pub', verifyTls: false })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ftp.cert_valid': 0, 'ftp.cert_days_left': -2, 'ftp.auth_ok': 1, 'ftp.files': 1 },
      evidence: { tolerated: expect.any(String) },
    })
  })

  it('does not log in if the certificate is not trusted', async () => {
    const other = authority.issue({ names: ['other.test'] })
    const { outcome, received } = await checkSmall({ certificate: other }, robot)
    expect(outcome.cause).toBe('certificate')
    expect(outcome.metrics).toMatchObject({ 'ftp.cert_valid': 0, 'ftp.tls_supported': 1, 'ftp.tls_version': 13 })
    expect(received.join()).not.toContain('robot')
  })

  it('keeps the results of anonymous logins apart from its own', async () => {
    const { outcome } = await checkSmall(scripted([/^USER (lapwing|anonymous)/, null]), {
      ...robot,
      checkAnonymous: true,
    })
    expect(outcome).toMatchObject({ success: true, metrics: { 'ftp.auth_ok': 1 } })
    expect(outcome.metrics).not.toHaveProperty(['ftp.plaintext_login_allowed'])
    expect(outcome.metrics).not.toHaveProperty(['ftp.anonymous_allowed'])
  })

  it('detects that anonymous logins are rejected, without and with TLS', async () => {
    const { outcome, received } = await checkSmall(scripted([/^USER lapwing/, '530 use TLS']), { checkAnonymous: true })
    expect(outcome.metrics).toMatchObject({ 'ftp.plaintext_login_allowed': 0, 'ftp.anonymous_allowed': 0 })
    expect(received).toEqual(expect.arrayContaining(['USER anonymous', 'inside TLS: USER anonymous']))
  })

  it('runs a hundred times in parallel', async () => {
    const { port } = await startSmallFtp(good)
    const around = { net, config: { ...robot, expectPath: '/pub' }, deadlineMs: 50_000 }
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => runCheck(ftp, `127.0.0.1:${port}`, around)))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })

  it('respects the address policy', async () => {
    const { port } = await startSmallFtp(good)
    const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(ftp, `127.0.0.1:${port}`, { net: closed, config: robot })).toMatchObject({
      cause: 'connect',
      error: expect.stringContaining('127.0.0.1 is a loopback address'),
    })
  })
})
