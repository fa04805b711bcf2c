import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../test/kit/certificates.ts'
import { type MailboxServer, hasDovecot, startDovecot } from '../../../test/kit/dovecot.ts'
import { openNet, runCheck } from '../../../test/kit/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/scripted.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { pop3 } from './pop3.ts'

const needed = { skip: !hasDovecot && process.env['CI'] !== 'true' }

const password = 'hunter2 äöü'
const login = { username: 'robot', password }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1', '127.0.0.2'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number
const day = 86_400_000
const ago = (ms: number): Date => new Date(Date.now() - ms)
const message = (sentAt: Date): string => {
  const date = sentAt.toUTCString().replace('GMT', '+0000 (UTC)')
  return `From: somebody@example.com\nDate:\n  ${date}\nSubject: hello\n\n.\nGood news.\n`
}

let dovecot: MailboxServer
beforeAll(async () => {
  if (!hasDovecot) return
  const messages = [
    { text: message(ago(2 * day)), arrivedAt: ago(2 * day), isSeen: true },
    { text: message(ago(7_200_000)), arrivedAt: ago(3_600_000) },
  ]
  dovecot = await startDovecot({ certificate, mailboxes: { robot: { password, messages }, empty: { password } } })
})
afterAll(() => dovecot?.stop())

const run = (config: Record<string, unknown>, target = '127.0.0.1'): Promise<Outcome> =>
  runCheck(pop3, target, { config, net, deadlineMs: 15_000 })

const session = {
  'pop3.error_count': 0,
  'pop3.check_time_ms': time,
  'pop3.connect_time_ms': time,
  'pop3.greeting_ms': time,
  'pop3.greeting_match': 1,
  'pop3.uidl_supported': 1,
  'pop3.top_supported': 1,
}
const tls = { 'pop3.cert_days_left': 89, 'pop3.cert_valid': 1, 'pop3.tls_version': 13, 'pop3.tls_time_ms': time }
const inside = {
  'pop3.auth_ok': 1,
  'pop3.auth_ms': time,
  'pop3.messages': 2,
  'pop3.mailbox_bytes': time,
  'pop3.newest_message_age_s': time,
  'pop3.stat_ms': time,
}

describe('a pop3 check of dovecot', needed, () => {
  it('logs in over TLS and measures all there is', async () => {
    const outcome = await run({ ...login, port: dovecot.pop3s })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({ ...session, ...tls, ...inside })
    expect(outcome.metrics['pop3.newest_message_age_s']).toSatisfy((age: number) => age >= 7200 && age < 10_000)
    const bytes = message(ago(day)).replaceAll('\n', '\r\n').length
    expect(outcome.metrics['pop3.mailbox_bytes']).toBe(2 * bytes)
    expect(outcome.evidence).toMatchObject({
      address: '127.0.0.1',
      protocol: 'TLS 1.3',
      greeting: '+OK Dovecot (Debian) ready.',
      capabilities: expect.arrayContaining(['TOP', 'UIDL', 'USER']),
      certificate: { subject: '127.0.0.1' },
      newest_message: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('deletes nothing and reads nothing for its owner', async () => {
    await run({ ...login, port: dovecot.pop3s })
    const before = dovecot.files('robot')
    const { metrics } = await run({ ...login, port: dovecot.pop3s })
    expect(metrics).toMatchObject({ 'pop3.messages': 2 })
    expect(dovecot.files('robot')).toEqual(before)
    expect(before.filter((path) => path.endsWith('S'))).toHaveLength(1)
    const farewell = /pop3\(robot\).*Logged out top=1\/\d+, retr=0\/0, del=0\/2/
    await expect.poll(() => dovecot.said()).toMatch(farewell)
  })

  it('begins in clear, changes to TLS and tells what was offered before', async () => {
    const outcome = await run({ ...login, port: dovecot.pop3, tlsMode: 'starttls' }, '127.0.0.2')
    expect(outcome.metrics).toEqual({
      ...session,
      ...tls,
      ...inside,
      'pop3.stls_offered': 1,
      'pop3.plaintext_login_allowed': 0,
    })
  })

  it('logs nobody in without TLS', async () => {
    const outcome = await run({ ...login, port: dovecot.pop3, tlsMode: 'none' })
    expect(outcome.metrics).toEqual({
      ...session,
      'pop3.cert_days_left': -1,
      'pop3.tls_version': 0,
      'pop3.stls_offered': 1,
      // Dovecot trusts whoever comes from the machine itself.
      'pop3.plaintext_login_allowed': 1,
    })
  })

  it('logs nobody in without a username', async () => {
    expect((await run({ port: dovecot.pop3s })).metrics).toEqual({ ...session, ...tls })
  })

  it('reads no message when it is not to, or when there is none', async () => {
    for (const config of [
      { ...login, checkNewestAge: false },
      { username: 'empty', password },
    ]) {
      const { success, metrics } = await run({ ...config, port: dovecot.pop3s })
      expect(success).toBe(true)
      expect(metrics).not.toHaveProperty('pop3.newest_message_age_s')
    }
  })

  it('says that the login was refused, and not with which password', async () => {
    const outcome = await run({ username: 'robot', password: 'not the password', port: dovecot.pop3s })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the login was refused: [AUTH] Authentication failed.',
      metrics: { ...tls, 'pop3.auth_ok': 0, 'pop3.auth_ms': time, 'pop3.error_count': 1 },
    })
    expect(JSON.stringify(outcome)).not.toContain('not the password')
  })

  it.each([
    ['expired', { names: ['127.0.0.1'], from: ago(9 * day), to: ago(2 * day) }, /expired on/, -3],
    ['mismatched', { names: ['other.test'] }, /is for other\.test, not for 127\.0\.0\.1/, 89],
  ])('does not log in when the certificate is %s, unless it may', async (_what, wish, problem, daysLeft) => {
    const server = await startDovecot({ certificate: authority.issue(wish), mailboxes: { robot: { password } } })
    onTestFinished(() => server.stop())
    const seen = { 'pop3.cert_valid': 0, 'pop3.cert_days_left': daysLeft, 'pop3.tls_version': 13 }
    for (const config of [{ port: server.pop3s }, { port: server.pop3, tlsMode: 'starttls' }]) {
      const refused = await run({ ...login, ...config })
      expect(refused).toMatchObject({ cause: 'certificate', error: expect.stringMatching(problem), metrics: seen })
      expect(refused.metrics).not.toHaveProperty('pop3.auth_ok')
      expect(await run({ ...login, ...config, verifyTls: false })).toMatchObject({
        success: true,
        metrics: { ...seen, 'pop3.auth_ok': 1 },
        evidence: { tolerated: expect.stringMatching(problem) },
      })
    }
  })
})

async function check(
  { answers = [], ...script }: Partial<Script>,
  config: Record<string, unknown> = {},
): Promise<[Outcome, string[]]> {
  const usual = [
    [/^(RSET|QUIT)$/, '+OK'],
    [/^.*$/, '-ERR what?'],
  ] as const
  const all = { greeting: '+OK ready', hangsUpAfter: /^QUIT$/, certificate, ...script, answers: [...answers, ...usual] }
  const { port, heard } = await startScripted(all)
  return [await run({ tlsMode: 'starttls', ...login, ...config, port }), heard]
}

const capa = (...words: string[]): readonly [RegExp, string] => [/^CAPA$/, ['+OK', ...words, '.'].join('\r\n')]
const secure = { isSecure: true }
const implicit = { tlsMode: 'implicit' }

describe('a pop3 check', () => {
  it('sends no login to a server without TLS', async () => {
    const [outcome, heard] = await check({ answers: [capa('USER')] })
    expect(outcome).toMatchObject({ success: false, cause: 'tls', error: 'the server offers no STLS' })
    expect(outcome.metrics).toEqual({
      'pop3.connect_time_ms': time,
      'pop3.greeting_ms': time,
      'pop3.greeting_match': 1,
      'pop3.stls_offered': 0,
      'pop3.plaintext_login_allowed': 1,
      'pop3.cert_days_left': -1,
      'pop3.tls_version': 0,
      'pop3.error_count': 1,
    })
    expect(heard).toEqual(['CAPA'])
  })

  it('sends no login to a server that refuses TLS', async () => {
    const [outcome, heard] = await check({})
    expect(outcome).toMatchObject({ cause: 'tls', error: 'the server refused STLS: what?' })
    expect(outcome.metrics).toMatchObject({ 'pop3.stls_offered': 0 })
    expect(outcome.metrics).not.toHaveProperty('pop3.plaintext_login_allowed')
    expect(heard).toEqual(['CAPA', 'STLS'])
  })

  it('does not begin TLS with a server that has more to say', async () => {
    const [outcome] = await check({ answers: [capa('STLS'), [/^STLS$/, '+OK\r\n+OK']], certificate: undefined })
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
  })

  const old = [
    [/^(USER|PASS) .*$/, '+OK'] as const,
    [/^STAT$/, '+OK 3 456'] as const,
    [/^UIDL 3$/, '+OK 3 abc'] as const,
    [/^TOP 3 0$/, '+OK\r\nSubject: x\r\n..a dot\r\nDate: Mon, 5 Nov 2001\r\n\t04:00:00 GMT\r\n\r\n.'] as const,
  ]

  it('finds out what a server can do that does not tell', async () => {
    const [outcome, heard] = await check({ ...secure, answers: old }, implicit)
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'pop3.messages': 3, 'pop3.mailbox_bytes': 456, 'pop3.uidl_supported': 1, 'pop3.top_supported': 1 },
      evidence: { newest_message: '2001-11-05T04:00:00.000Z' },
    })
    expect(heard.map((line) => line.replace('inside TLS: ', ''))).toEqual([
      'CAPA',
      'USER robot',
      `PASS ${password}`,
      'CAPA',
      'STAT',
      'UIDL 3',
      'TOP 3 0',
      'RSET',
      'QUIT',
    ])
  })

  it('counts right whatever the password is', async () => {
    const [outcome] = await check({ ...secure, answers: old }, { ...implicit, password: '3' })
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.messages': 3, 'pop3.mailbox_bytes': 456 } })
  })

  it('finds out what a server cannot do that does not tell', async () => {
    const [outcome] = await check({ ...secure, answers: old.slice(0, 2) }, implicit)
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.uidl_supported': 0, 'pop3.top_supported': 0 } })
    expect(outcome.metrics).not.toHaveProperty('pop3.newest_message_age_s')
  })

  it('logs in another way where there are no plain names', async () => {
    const steps = [
      [/^AUTH PLAIN$/, '+ '],
      [/^AHJvYm90AGh1bnRlcjIgw6TDtsO8$/, '+OK'],
      [/^STAT$/, '+OK 0 0'],
    ] as const
    const [outcome] = await check({ ...secure, answers: [capa('SASL PLAIN'), ...steps] }, implicit)
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.auth_ok': 1, 'pop3.messages': 0 } })
  })

  it('never repeats a password that the server repeats', async () => {
    const answers = [
      [/^USER .*$/, '+OK'],
      [/^PASS (.*)$/, '-ERR [IN-USE] not $1 again'],
    ] as const
    const [outcome] = await check({ ...secure, answers }, implicit)
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was refused: [IN-USE] not [hidden] again' })
  })

  it.each([
    ['-ERR too busy', 'the server is not ready: too busy'],
    ['* OK ready', /^127\.0\.0\.1:\d+ does not speak POP3: it said "\* OK ready"$/],
  ])('fails when it is greeted with %j', async (greeting, error) => {
    const [outcome] = await check({ greeting })
    expect(outcome).toMatchObject({ cause: 'other', metrics: { 'pop3.greeting_match': 0, 'pop3.error_count': 1 } })
    expect(outcome.error).toMatch(error)
  })

  it('fails when the mailbox cannot be told, which is no failed login', async () => {
    const [outcome] = await check({ ...secure, answers: [...old.slice(0, 1), [/^STAT$/, '-ERR broken']] }, implicit)
    expect(outcome).toMatchObject({ cause: 'content', metrics: { 'pop3.auth_ok': 1, 'pop3.error_count': 0 } })
    expect(outcome.error).toBe('the server does not tell what is in the mailbox: broken')
  })
})
