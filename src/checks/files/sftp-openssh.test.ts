import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCheck } from '../../../test/kit/checks/run-check.ts'
import { type SshServer, noSshd, startSshd } from '../../../test/kit/debian/sshd.ts'
import type { CheckMemory, Outcome } from '../../domain/outcome.ts'
import { sftp } from './sftp.ts'

const deadlineMs = 60_000
const time = expect.any(Number) as number
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
const files = {
  'pub/new.txt': { text: 'hello', modifiedAt: hoursAgo(2) },
  'pub/older.txt': { text: 'hello', modifiedAt: hoursAgo(30) },
  'pub/deeper/x.txt': { text: 'newest of all, but deeper' },
  'login.txt': { text: 'in the login directory', modifiedAt: hoursAgo(5) },
}

describe.skipIf(noSshd !== null)(`an sftp check of OpenSSH${noSshd ? ` (${noSshd})` : ''}`, () => {
  let server: SshServer
  let weak: SshServer
  let twoFold: SshServer

  beforeAll(async () => {
    server = await startSshd({ hostKeys: ['ed25519', 'ecdsa', 'rsa'], files })
    const keys = 'KexAlgorithms diffie-hellman-group14-sha1\nHostKeyAlgorithms ssh-rsa\n'
    const ciphers = 'Ciphers aes128-cbc,3des-cbc\nMACs hmac-sha1\n'
    weak = await startSshd({ hostKeys: ['rsa'], settings: keys + ciphers })
    twoFold = await startSshd({ settings: 'PasswordAuthentication yes\nAuthenticationMethods publickey,password\n' })
  })
  afterAll(() => Promise.all([server, weak, twoFold].map((started) => started.stop())))

  const login = ({ username, privateKey } = server) => ({ username, privateKey, authMethod: 'private_key' })
  const check = (config: Record<string, unknown> = {}, { port } = server): Promise<Outcome> =>
    runCheck(sftp, `127.0.0.1:${port}`, { config, deadlineMs })
  const checkKnowing = (known: CheckMemory, config: Record<string, unknown> = {}): Promise<Outcome> =>
    runCheck(sftp, `127.0.0.1:${server.port}`, { config, deadlineMs, known })
  const remembered = (fingerprint: string | undefined, kind = 'ssh-ed25519'): CheckMemory => {
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
    await expect.poll(() => server.said()).toContain("subsystem 'sftp'")
    expect(server.said()).not.toMatch(/Starting session: (shell|command)/)
  })

  it('logs in with an encrypted key', async () => {
    const { lockedKey, passphrase, username } = server
    expect(await check({ username, authMethod: 'private_key', privateKey: lockedKey, passphrase })).toMatchObject({
      error: null,
      metrics: { 'sftp.auth_ok': 1 },
    })
  })

  it.each([
    ['none', undefined, 'it needs a passphrase'],
    ['a wrong one', 'shut sesame', 'the passphrase does not open it'],
  ])('reports what is wrong with the passphrase: %s', async (_what, passphrase, reason) => {
    const config = { username: server.username, authMethod: 'private_key', privateKey: server.lockedKey, passphrase }
    expect(await check(config)).toMatchObject({
      success: false,
      cause: 'auth',
      error: `the private key cannot be used: ${reason}`,
      metrics: { 'sftp.auth_ok': 0, 'sftp.handshake_ms': time, 'sftp.error_count': 1 },
    })
  })

  it('reports that a key is rejected, and that no password is accepted', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const stranger = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await check({ ...login(), privateKey: stranger })).toMatchObject({
      cause: 'auth',
      error: 'the server rejected the private key',
      metrics: { 'sftp.auth_ok': 0, 'sftp.auth_ms': time },
    })
    expect(await check({ username: server.username, password: 'hunter2' })).toMatchObject({
      cause: 'auth',
      error: 'the server accepts no password, only publickey',
    })
  })

  it('reports that the server requires several factors', async () => {
    expect(await check(login(twoFold), twoFold)).toMatchObject({
      cause: 'auth',
      error: 'the private key was accepted, but the server also requires password',
      metrics: { 'sftp.auth_ok': 0, 'sftp.password_auth_offered': 0 },
    })
  })

  it('lists a directory and measures the age of its newest file', async () => {
    const outcome = await check({ ...login(), expectPath: 'pub', checkNewestAge: true })
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'sftp.path_exists': 1, 'sftp.files': 2, 'sftp.list_ms': time },
      evidence: { path: { path: 'pub', is: 'directory' }, newest: { name: 'new.txt' } },
    })
    const ageSeconds = (Date.now() - files['pub/new.txt'].modifiedAt.getTime()) / 1000
    expect(outcome.metrics['sftp.newest_file_age_s']).toBeGreaterThanOrEqual(7200)
    expect(outcome.metrics['sftp.newest_file_age_s']).toBeLessThan(ageSeconds + 1)
  })

  it('checks the login directory if no path is configured', async () => {
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

  it('succeeds without the expected path, and reports that it is missing', async () => {
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

  it('does not log in if the host key differs', async () => {
    const hostKeyFingerprint = `SHA256:${'A'.repeat(43)}`
    const outcome = await check({ ...login(), username: 'never-notified', hostKeyFingerprint })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'certificate',
      error: `the server has the host key ${server.fingerprints['ed25519']} instead of ${hostKeyFingerprint}`,
      metrics: {
        'sftp.host_key_match': 0,
        'sftp.host_key_changed': 1,
        'sftp.weak_algorithms': 2,
        'sftp.error_count': 1,
      },
    })
    expect(outcome.remember).toBeUndefined()
    expect(server.said()).not.toContain('never-notified')
  })

  it('remembers the first host key, and recognises it', async () => {
    const known = remembered(server.fingerprints['ed25519'])
    expect((await check()).remember).toEqual(known)
    const again = await checkKnowing(known)
    expect(again).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 } })
    expect(again.remember).toBeUndefined()
    expect(again.metrics).not.toHaveProperty(['sftp.host_key_match'])
  })

  it('requests the type of host key it remembers', async () => {
    const outcome = await checkKnowing(remembered(server.fingerprints['rsa'], 'ssh-rsa'))
    expect(outcome).toMatchObject({ success: true, evidence: { host_key: { kind: 'ssh-rsa' } } })
  })

  it('reports that the host key has changed, and does not log in', async () => {
    const outcome = await checkKnowing(remembered(`SHA256:${'A'.repeat(43)}`), {
      ...login(),
      username: 'never-notified',
    })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'certificate',
      error: expect.stringMatching(/^the server has .* instead of .*; if this is correct, set hostKeyFingerprint/),
      metrics: { 'sftp.host_key_changed': 1 },
    })
    expect(outcome.remember).toBeUndefined()
    expect(server.said()).not.toContain('never-notified')
  })

  it('prefers the configured key to the remembered one, and remembers it', async () => {
    const hostKeyFingerprint = server.fingerprints['ed25519']
    const outcome = await checkKnowing(remembered(`SHA256:${'A'.repeat(43)}`), { hostKeyFingerprint })
    expect(outcome).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 } })
    expect(outcome.remember).toEqual(remembered(hostKeyFingerprint))
  })

  it('ignores the memory of another server', async () => {
    const elsewhere = { server: '192.0.2.1 22', kind: 'ssh-ed25519', fingerprint: `SHA256:${'A'.repeat(43)}` }
    expect(await checkKnowing(elsewhere)).toMatchObject({ success: true, metrics: { 'sftp.host_key_changed': 0 } })
  })

  it('supports a server with only weak algorithms, and counts them', async () => {
    const outcome = await check(login(weak), weak)
    expect(outcome).toMatchObject({
      error: null,
      metrics: { 'sftp.weak_algorithms': 5, 'sftp.auth_ok': 1 },
      evidence: { algorithms: { key_exchange: 'diffie-hellman-group14-sha1', cipher: 'aes128-cbc', mac: 'hmac-sha1' } },
    })
    expect(outcome.evidence).toMatchObject({
      weak_algorithms: ['diffie-hellman-group14-sha1', 'ssh-rsa', 'aes128-cbc', '3des-cbc', 'hmac-sha1'],
    })
  })

  it.each([
    ['^SSH-2\\.0-OpenSSH', 1],
    ['dropbear', 0],
  ])('matches the greeting against %s', async (expectBannerRegexp, match) => {
    expect(await check({ expectBannerRegexp })).toMatchObject({
      success: true,
      metrics: { 'sftp.banner_match': match },
    })
  })
})
