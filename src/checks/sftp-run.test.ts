import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listening } from '../../test/kit/listening.ts'
import { openNet, runCheck } from '../../test/kit/run-check.ts'
import { type SmallSsh, startSmallSsh } from '../../test/kit/small-ssh.ts'
import { type SshServer, hasSshd, startSshd } from '../../test/kit/sshd.ts'
import { systemClock } from '../domain/clock.ts'
import type { Memory, Outcome } from '../domain/outcome.ts'
import { createPolicy } from '../net/policy.ts'
import { sftp } from './sftp.ts'

const deadlineMs = 10_000
const time = expect.any(Number) as number
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
const files = {
  'pub/new.txt': { text: 'hello', modifiedAt: hoursAgo(2) },
  'pub/older.txt': { text: 'hello', modifiedAt: hoursAgo(30) },
  'pub/deeper/x.txt': { text: 'newest of all, but deeper' },
  'login.txt': { text: 'in the login directory', modifiedAt: hoursAgo(5) },
}

describe.skipIf(!hasSshd && process.env['CI'] !== 'true')('an sftp check of OpenSSH', () => {
  let server: SshServer
  let weak: SshServer
  let twoFold: SshServer

  beforeAll(async () => {
    server = await startSshd({ hostKeys: ['ed25519', 'ecdsa', 'rsa'], files })
    const old = 'KexAlgorithms diffie-hellman-group14-sha1\nCiphers aes128-cbc,3des-cbc\nMACs hmac-sha1\nHostKeyAlgorithms ssh-rsa\n'
    weak = await startSshd({ hostKeys: ['rsa'], settings: old })
    twoFold = await startSshd({ settings: 'PasswordAuthentication yes\nAuthenticationMethods publickey,password\n' })
  })
  afterAll(() => Promise.all([server, weak, twoFold].map((started) => started.stop())))

  const login = ({ username, privateKey } = server) => ({ username, privateKey, authMethod: 'private_key' })
  const check = (config: Record<string, unknown> = {}, { port } = server): Promise<Outcome> =>
    runCheck(sftp, `127.0.0.1:${port}`, { config, deadlineMs })
  const checkKnowing = (known: Memory, config: Record<string, unknown> = {}): Promise<Outcome> =>
    sftp.run(
      { monitorId: 'monitor', target: `127.0.0.1:${server.port}`, config, deadlineMs, known },
      { net: openNet(), clock: systemClock, signal: new AbortController().signal, note: () => undefined },
    )
  const remembered = (fingerprint: string | undefined, kind = 'ssh-ed25519'): Memory => {
    return { server: `127.0.0.1 ${server.port}`, kind, fingerprint: fingerprint ?? '' }
  }

  it('exchanges keys without a username', async () => {
    const outcome = await check()
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'sftp.connect_time_ms': time,
      'sftp.greeting_ms': time,
      'sftp.handshake_ms': time,
      'sftp.host_key_changed': 0,
      'sftp.weak_algorithms': 2,
      'sftp.error_count': 0,
      'sftp.check_time_ms': time,
    })
    expect(outcome.evidence).toMatchObject({
      address: '127.0.0.1',
      banner: expect.stringMatching(/^SSH-2\.0-OpenSSH/),
      host_key: { kind: 'ssh-ed25519', fingerprint: server.fingerprints['ed25519'] },
      weak_algorithms: ['hmac-sha1-etm@openssh.com', 'hmac-sha1'],
    })
  })

  it('exchanges keys only with authMethod none', async () => {
    const { error, metrics } = await check({ username: server.username, authMethod: 'none' })
    expect([error, metrics['sftp.auth_ok']]).toEqual([null, undefined])
  })

  it('logs in with a private key and opens the subsystem', async () => {
    const outcome = await check(login())
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'sftp.auth_ok': 1, 'sftp.auth_ms': time, 'sftp.password_auth_offered': 0, 'sftp.error_count': 0 },
      evidence: { login_ways: ['publickey'] },
    })
    expect(server.said()).toContain("subsystem 'sftp'")
    expect(server.said()).not.toMatch(/Starting session: (shell|command)/)
  })

  it('logs in with a key that a passphrase opens', async () => {
    const { lockedKey, passphrase, username } = server
    expect(await check({ username, authMethod: 'private_key', privateKey: lockedKey, passphrase })).toMatchObject({
      error: null,
      metrics: { 'sftp.auth_ok': 1 },
    })
  })

  it.each([
    ['none', undefined, 'it needs a passphrase'],
    ['a wrong one', 'shut sesame', 'the passphrase does not open it'],
  ])('says what is wrong with the passphrase: %s', async (_what, passphrase, reason) => {
    const config = { username: server.username, authMethod: 'private_key', privateKey: server.lockedKey, passphrase }
    expect(await check(config)).toMatchObject({
      success: false,
      cause: 'auth',
      error: `the private key cannot be used: ${reason}`,
      metrics: { 'sftp.auth_ok': 0, 'sftp.handshake_ms': time, 'sftp.error_count': 1 },
    })
  })

  it('says that a key is refused, and that no password is taken', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const stranger = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await check({ ...login(), privateKey: stranger })).toMatchObject({
      cause: 'auth',
      error: 'the server refused the private key',
      metrics: { 'sftp.auth_ok': 0, 'sftp.auth_ms': time },
    })
    expect(await check({ username: server.username, password: 'hunter2' })).toMatchObject({
      cause: 'auth',
      error: 'the server takes no password, only publickey',
    })
  })

  it('says that the server wants more than one proof', async () => {
    expect(await check(login(twoFold), twoFold)).toMatchObject({
      cause: 'auth',
      error: 'the private key was accepted, but the server also wants password',
      metrics: { 'sftp.auth_ok': 0, 'sftp.password_auth_offered': 0 },
    })
  })

  it('lists a directory and tells the age of its newest file', async () => {
    const outcome = await check({ ...login(), expectPath: 'pub', checkNewestAge: true })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'sftp.path_exists': 1, 'sftp.files': 2, 'sftp.list_ms': time },
      evidence: { path: { path: 'pub', is: 'directory' }, newest: { name: 'new.txt' } },
    })
    expect(outcome.metrics['sftp.newest_file_age_s']).toBeGreaterThanOrEqual(7200)
    expect(outcome.metrics['sftp.newest_file_age_s']).toBeLessThan(7300)
  })

  it('looks into the login directory when no path is given', async () => {
    const { error, metrics } = await check({ ...login(), checkNewestAge: true })
    expect([error, metrics['sftp.files']]).toEqual([null, 1])
    expect(metrics['sftp.newest_file_age_s']).toBeGreaterThanOrEqual(5 * 3600)
    expect(metrics).not.toHaveProperty(['sftp.path_exists'])
  })

  it('measures a file', async () => {
    const outcome = await check({ ...login(), expectPath: 'pub/older.txt', checkNewestAge: true })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.path_exists': 1, 'sftp.file_bytes': 5 } })
    expect(outcome.metrics['sftp.newest_file_age_s']).toBeGreaterThanOrEqual(30 * 3600)
    expect(outcome.metrics).not.toHaveProperty(['sftp.files'])
  })

  it('succeeds without the expected path, and says that it is missing', async () => {
    expect(await check({ ...login(), expectPath: '/nowhere/at all' })).toMatchObject({
      success: true,
      metrics: { 'sftp.path_exists': 0 },
      evidence: { path: { path: '/nowhere/at all', is: 'missing' } },
    })
  })

  it.each(['ed25519', 'ecdsa', 'rsa'])('recognises the server by any of its host keys: %s', async (kind) => {
    const hostKeyFingerprint = `${server.fingerprints[kind]}=`
    expect(await check({ ...login(), hostKeyFingerprint })).toMatchObject({
      error: null,
      metrics: { 'sftp.host_key_match': 1, 'sftp.host_key_changed': 0, 'sftp.auth_ok': 1 },
      evidence: { host_key: { fingerprint: server.fingerprints[kind] } },
    })
  })

  it('does not log in where the host key is another', async () => {
    const hostKeyFingerprint = `SHA256:${'A'.repeat(43)}`
    const outcome = await check({ ...login(), username: 'never-told', hostKeyFingerprint })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'certificate',
      error: `the server shows the host key ${server.fingerprints['ed25519']} instead of ${hostKeyFingerprint}`,
      metrics: { 'sftp.host_key_match': 0, 'sftp.host_key_changed': 1, 'sftp.weak_algorithms': 2, 'sftp.error_count': 1 },
    })
    expect(outcome.remember).toBeUndefined()
    expect(server.said()).not.toContain('never-told')
  })

  it('asks to remember the first host key it sees, and recognises it', async () => {
    const known = remembered(server.fingerprints['ed25519'])
    expect((await check()).remember).toEqual(known)
    const again = await checkKnowing(known)
    expect(again).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 } })
    expect(again.remember).toBeUndefined()
    expect(again.metrics).not.toHaveProperty(['sftp.host_key_match'])
  })

  it('asks for the kind of host key it remembers', async () => {
    const outcome = await checkKnowing(remembered(server.fingerprints['rsa'], 'ssh-rsa'))
    expect(outcome).toMatchObject({ success: true, evidence: { host_key: { kind: 'ssh-rsa' } } })
  })

  it('says that the host key has changed, and does not log in', async () => {
    const outcome = await checkKnowing(remembered(`SHA256:${'A'.repeat(43)}`), { ...login(), username: 'never-told' })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'certificate',
      error: expect.stringMatching(/^the server shows the host key .* instead of .*; if that is right, give the new one as hostKeyFingerprint$/),
      metrics: { 'sftp.host_key_changed': 1 },
    })
    expect(outcome.remember).toBeUndefined()
    expect(server.said()).not.toContain('never-told')
  })

  it('believes what it is told over what it remembers, and remembers that', async () => {
    const hostKeyFingerprint = server.fingerprints['ed25519']
    const outcome = await checkKnowing(remembered(`SHA256:${'A'.repeat(43)}`), { hostKeyFingerprint })
    expect(outcome).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 }, remember: remembered(hostKeyFingerprint) })
  })

  it('remembers nothing of another server', async () => {
    const elsewhere = { server: '192.0.2.1 22', kind: 'ssh-ed25519', fingerprint: `SHA256:${'A'.repeat(43)}` }
    expect(await checkKnowing(elsewhere)).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 } })
  })

  it('talks to a server that only knows weak algorithms, and counts them', async () => {
    const outcome = await check(login(weak), weak)
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'sftp.weak_algorithms': 5, 'sftp.auth_ok': 1 },
      evidence: { algorithms: { key_exchange: 'diffie-hellman-group14-sha1', cipher: 'aes128-cbc', mac: 'hmac-sha1' } },
    })
    expect((outcome.evidence?.['weak_algorithms'] as string[]).toSorted()).toEqual(
      ['3des-cbc', 'aes128-cbc', 'diffie-hellman-group14-sha1', 'hmac-sha1', 'ssh-rsa'],
    )
  })

  it.each([['^SSH-2\\.0-OpenSSH', 1], ['dropbear', 0]])('matches the greeting against %s', async (expectBannerRegexp, match) => {
    expect(await check({ expectBannerRegexp })).toMatchObject({ success: true, metrics: { 'sftp.banner_match': match } })
  })
})

const robot = { username: 'robot', password: 'hunter2' }
const withPassword: SmallSsh['login'] = (attempt) =>
  attempt.method === 'password' && attempt.password === 'hunter2' ? attempt.accept() : attempt.reject(['password'])

const checkSmall = async (script: SmallSsh, config: Record<string, unknown> = robot) => {
  const { port, heard } = await startSmallSsh(script)
  return { outcome: await runCheck(sftp, `127.0.0.1:${port}`, { config, deadlineMs }), heard }
}

describe('an sftp check', () => {
  it('logs in with a password', async () => {
    const { outcome, heard } = await checkSmall({ login: withPassword })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.auth_ok': 1, 'sftp.password_auth_offered': 1 } })
    expect(heard).toEqual(['none robot', 'password robot', 'sftp'])
  })

  it('says that a password is refused, once, and does not show it', async () => {
    const { outcome, heard } = await checkSmall({ login: withPassword }, { username: 'robot', password: 'wrong-horse' })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server refused the password', metrics: { 'sftp.auth_ok': 0 } })
    expect(heard).toEqual(['none robot', 'password robot'])
    expect(JSON.stringify(outcome)).not.toContain('wrong-horse')
  })

  it('gives the password as the answer to a question', async () => {
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive'])
      attempt.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) => (answer === 'hunter2' ? attempt.accept() : attempt.reject()))
    }
    const { outcome } = await checkSmall({ login, ways: ['keyboard-interactive'] })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.auth_ok': 1, 'sftp.password_auth_offered': 0 } })
  })

  it('gives it to one question only', async () => {
    const answers: string[][] = []
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive'])
      attempt.prompt([{ prompt: 'Password: ', echo: false }, { prompt: 'Code: ', echo: false }], (given) => {
        answers.push(given)
        attempt.reject()
      })
    }
    const { outcome } = await checkSmall({ login, ways: ['keyboard-interactive'] })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server refused the password' })
    expect(answers).toEqual([['', '']])
  })

  it('says that a password has expired', async () => {
    const login: SmallSsh['login'] = (attempt) => {
      if (attempt.method === 'password') attempt.requestChange('Time for a new one', () => undefined)
    }
    const { outcome } = await checkSmall({ login })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the password has expired and has to be changed', metrics: { 'sftp.auth_ok': 0 } })
  })

  it('says that there is no SFTP', async () => {
    const { outcome } = await checkSmall({ login: withPassword, files: false })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'other',
      error: expect.stringMatching(/^the server does not open its SFTP subsystem/),
      metrics: { 'sftp.auth_ok': 1, 'sftp.error_count': 0 },
    })
  })

  const { STATUS_CODE } = ssh2.utils.sftp

  it('says that a directory cannot be listed', async () => {
    const files: SmallSsh['files'] = (server) => server.on('OPENDIR', (id) => server.status(id, STATUS_CODE.PERMISSION_DENIED))
    const { outcome } = await checkSmall({ login: withPassword, files }, { ...robot, checkNewestAge: true })
    expect(outcome).toMatchObject({ success: false, error: 'the directory cannot be listed: Permission denied' })
  })

  it('does not list for ever', async () => {
    const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 1, mtime: 1 }
    const batch = Array.from({ length: 2000 }, (_, index) => ({ filename: `file ${index}`, longname: '-rw', attrs }))
    const files: SmallSsh['files'] = (server) => {
      server.on('OPENDIR', (id) => server.handle(id, Buffer.from('x')))
      server.on('READDIR', (id) => server.name(id, batch))
    }
    const { outcome } = await checkSmall({ login: withPassword, files }, { ...robot, checkNewestAge: true })
    expect(outcome).toMatchObject({ success: true, evidence: { list_is_cut: true } })
    expect(outcome.metrics['sftp.files']).toBeGreaterThan(10_000)
    expect(outcome.metrics).not.toHaveProperty(['sftp.newest_file_age_s'])
  })

  it('says that a server went silent in the middle, and that one hung up', async () => {
    const silent = await startSmallSsh({ login: withPassword, files: (server) => server.on('STAT', () => undefined) })
    const config = { ...robot, expectPath: '/x' }
    expect(await runCheck(sftp, `127.0.0.1:${silent.port}`, { config, deadlineMs: 2000 })).toMatchObject({
      cause: 'timeout',
      error: 'no answer within 2 s (while looking for the path)',
      metrics: { 'sftp.auth_ok': 1 },
    })
    const { outcome } = await checkSmall({ login: withPassword, files: (server) => server.on('STAT', () => server.end()) }, config)
    expect(outcome.success).toBe(false)
    expect(outcome.infrastructure).toBeUndefined()
  })

  it('reads past lines for people', async () => {
    const { outcome } = await checkSmall({ greeting: 'Welcome\r\nstranger', ident: 'tiny' }, { expectBannerRegexp: '^SSH-2.0-tiny$' })
    expect(outcome).toMatchObject({ error: null, metrics: { 'sftp.banner_match': 1 } })
  })

  it('says that no algorithm is shared', async () => {
    const { outcome } = await checkSmall({ algorithms: { kex: ['diffie-hellman-group1-sha1'] } })
    expect(outcome).toMatchObject({
      cause: 'tls',
      error: expect.stringMatching(/^no keys could be exchanged with 127\.0\.0\.1:\d+: .*key exchange/),
      metrics: { 'sftp.weak_algorithms': expect.any(Number) },
    })
  })

  it('says that something else than SSH listens there', async () => {
    const port = await listening(createServer((socket) => void socket.end('220 ftp ready\r\n')))
    expect(await runCheck(sftp, `127.0.0.1:${port}`, { deadlineMs })).toMatchObject({
      success: false,
      error: `127.0.0.1:${port} closed the connection before it said who it is`,
    })
  })

  it('runs a hundred times at once', { timeout: 60_000 }, async () => {
    const { port } = await startSmallSsh({ login: withPassword })
    const run = (): Promise<Outcome> => runCheck(sftp, `127.0.0.1:${port}`, { config: robot, deadlineMs: 50_000 })
    const outcomes = await Promise.all(Array.from({ length: 100 }, run))
    expect([...new Set(outcomes.map(({ error }) => error))]).toEqual([null])
  })

  it('keeps to the address policy', async () => {
    const { port } = await startSmallSsh()
    const net = openNet({ policy: createPolicy({ allowPrivate: false }) })
    expect(await runCheck(sftp, `127.0.0.1:${port}`, { net })).toMatchObject({ cause: 'connect' })
  })
})
