import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../test/kit/certificates.ts'
import { type MailboxServer, hasDovecot, startDovecot } from '../../../test/kit/dovecot.ts'
import { openNet, runCheck } from '../../../test/kit/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/scripted.ts'
import { systemClock } from '../../domain/clock.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { imap } from './imap.ts'

const needed = { skip: !hasDovecot && process.env['CI'] !== 'true' }

const password = 'hunter2 "äöü" \\'
const login = { username: 'robot', password }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1', '127.0.0.2', 'localhost'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number
const day = 86_400_000
const ago = (ms: number): Date => new Date(Date.now() - ms)
const text = `From: somebody@example.com\nSubject: hello\n\n${'Good news. '.repeat(90)}\n`

let dovecot: MailboxServer
beforeAll(async () => {
  if (!hasDovecot) return
  const messages = [
    { text, arrivedAt: ago(3 * day), isSeen: true },
    { text, arrivedAt: ago(2 * 3_600_000) },
    { text, arrivedAt: ago(day) },
    { text, arrivedAt: ago(day), folder: '.Archive' },
    { text, arrivedAt: ago(day), folder: '.Gr&APwA3w-e' },
  ]
  dovecot = await startDovecot({
    certificate,
    mailboxes: {
      robot: { password, quota: '*:storage=10K', messages },
      full: { password, quota: '*:storage=1M:messages=2', messages: messages.slice(0, 2) },
      free: { password },
    },
  })
})
afterAll(() => dovecot?.stop())

const run = (config: Record<string, unknown>, target = '127.0.0.1'): Promise<Outcome> =>
  runCheck(imap, target, { config, net, deadlineMs: 15_000 })

const session = {
  'imap.error_count': 0,
  'imap.check_time_ms': time,
  'imap.connect_time_ms': time,
  'imap.greeting_ms': time,
}
const tls = { 'imap.cert_days_left': 89, 'imap.cert_valid': 1, 'imap.tls_version': 13, 'imap.tls_time_ms': time }
const inside = {
  'imap.auth_ok': 1,
  'imap.auth_ms': time,
  'imap.messages': 3,
  'imap.unseen': 2,
  'imap.newest_message_age_s': time,
  'imap.folders': 3,
  'imap.select_ms': time,
  'imap.mailbox_bytes': time,
  'imap.quota_supported': 1,
  'imap.quota_used_pct': 60,
  'imap.quota_used_bytes': 6 * 1024,
  'imap.quota_limit_bytes': 10 * 1024,
}

describe('an imap check of dovecot', needed, () => {
  it('logs in over TLS and measures all there is', async () => {
    const outcome = await run({ ...login, port: dovecot.imaps })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({ ...session, ...tls, ...inside })
    expect(outcome.metrics['imap.newest_message_age_s']).toSatisfy((age: number) => age >= 7200 && age < 10_000)
    expect(outcome.metrics['imap.mailbox_bytes']).toBe(3 * (text.length + 4))
    expect(outcome.evidence).toMatchObject({
      address: '127.0.0.1',
      protocol: 'TLS 1.3',
      greeting: expect.stringMatching(/Dovecot .* ready\.$/),
      capabilities: expect.arrayContaining(['IMAP4REV1', 'AUTH=PLAIN']),
      certificate: { subject: '127.0.0.1' },
      mailbox: 'INBOX',
      quota: [{ resource: 'STORAGE', used: 6, limit: 10 }],
    })
  })

  it('changes nothing', async () => {
    const before = dovecot.files('robot')
    expect(before.filter((path) => path.startsWith('new/'))).toHaveLength(2)
    await run({ ...login, port: dovecot.imaps })
    await run({ ...login, port: dovecot.imaps, mailbox: 'Archive' })
    expect(dovecot.files('robot')).toEqual(before)
  })

  it('begins in clear, changes to TLS and tells what was offered before', async () => {
    const outcome = await run({ ...login, port: dovecot.imap, tlsMode: 'starttls' }, '127.0.0.2')
    expect(outcome.metrics).toEqual({
      ...session,
      ...tls,
      ...inside,
      'imap.starttls_offered': 1,
      'imap.plaintext_login_allowed': 0,
    })
  })

  it('logs nobody in without TLS', async () => {
    const outcome = await run({ ...login, port: dovecot.imap, tlsMode: 'none' })
    expect(outcome).toMatchObject({ success: true })
    expect(outcome.metrics).toEqual({
      ...session,
      'imap.cert_days_left': -1,
      'imap.tls_version': 0,
      'imap.starttls_offered': 1,
      // Dovecot trusts whoever comes from the machine itself.
      'imap.plaintext_login_allowed': 1,
    })
  })

  it('logs nobody in without a username', async () => {
    const outcome = await run({ port: dovecot.imaps, username: '' })
    expect(outcome.metrics).toEqual({ ...session, ...tls })
  })

  it('looks at the mailbox that it is told, and at no more than it is told', async () => {
    const config = { ...login, port: dovecot.imaps, mailbox: 'Grüße', checkNewestAge: false, listFolders: false }
    const outcome = await run(config)
    expect(outcome).toMatchObject({ success: true, metrics: { 'imap.messages': 1 }, evidence: { mailbox: 'Grüße' } })
    expect(outcome.metrics).not.toHaveProperty('imap.newest_message_age_s')
    expect(outcome.metrics).not.toHaveProperty('imap.folders')
  })

  it('says that a mailbox does not exist, which is no failed login', async () => {
    expect(await run({ ...login, port: dovecot.imaps, mailbox: 'Nowhere' })).toMatchObject({
      success: false,
      cause: 'content',
      error: expect.stringMatching(/^the mailbox Nowhere cannot be opened: .*Mailbox doesn't exist: Nowhere/),
      metrics: { 'imap.auth_ok': 1, 'imap.error_count': 0 },
    })
  })

  it('takes the resource that runs out first for the share of the quota', async () => {
    const { metrics } = await run({ username: 'full', password, port: dovecot.imaps })
    expect(metrics).toMatchObject({ 'imap.quota_used_pct': 100, 'imap.quota_limit_bytes': 1_048_576 })
  })

  it('knows an account without a quota and without mail', async () => {
    const { metrics } = await run({ username: 'free', password, port: dovecot.imaps })
    expect(metrics).toMatchObject({
      'imap.quota_supported': 1,
      'imap.messages': 0,
      'imap.unseen': 0,
      'imap.mailbox_bytes': 0,
    })
    for (const absent of ['quota_used_pct', 'quota_limit_bytes', 'newest_message_age_s'])
      expect(metrics).not.toHaveProperty(`imap.${absent}`)
  })

  it('says that the login was refused, and not with which password', async () => {
    const outcome = await run({ username: 'robot', password: 'not the password', port: dovecot.imaps })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'auth',
      error: 'the login was refused: [AUTHENTICATIONFAILED] Authentication failed.',
      metrics: { ...tls, 'imap.auth_ok': 0, 'imap.auth_ms': time, 'imap.error_count': 1 },
    })
    expect(JSON.stringify(outcome)).not.toMatch(/not the password|AHJvYm90AG5vdCB0aGUg/)
  })

  it.each([
    ['expired', { names: ['127.0.0.1'], from: ago(9 * day), to: ago(2 * day) }, /expired on/, -3],
    ['mismatched', { names: ['other.test'] }, /is for other\.test, not for 127\.0\.0\.1/, 89],
  ])('does not log in when the certificate is %s, unless it may', async (_what, wish, problem, daysLeft) => {
    const server = await startDovecot({ certificate: authority.issue(wish), mailboxes: { robot: { password } } })
    onTestFinished(() => server.stop())
    const seen = { 'imap.cert_valid': 0, 'imap.cert_days_left': daysLeft, 'imap.tls_version': 13 }
    for (const config of [{ port: server.imaps }, { port: server.imap, tlsMode: 'starttls' }]) {
      const refused = await run({ ...login, ...config })
      expect(refused).toMatchObject({ cause: 'certificate', error: expect.stringMatching(problem), metrics: seen })
      expect(refused.metrics).toMatchObject({ 'imap.error_count': 1 })
      expect(refused.metrics).not.toHaveProperty('imap.auth_ok')
      const tolerated = await run({ ...login, ...config, verifyTls: false })
      expect(tolerated).toMatchObject({ success: true, metrics: { ...seen, 'imap.auth_ok': 1, 'imap.error_count': 0 } })
      expect(tolerated.evidence).toMatchObject({ tolerated: expect.stringMatching(problem) })
    }
  })

  it('runs a hundred times at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        runCheck(imap, '127.0.0.1', { net, deadlineMs: 60_000, config: { port: dovecot.imaps } }),
      ),
    )
    expect(outcomes.filter(({ success }) => !success)).toEqual([])
  })
})

const bye = [/^(\w+) LOGOUT$/, '* BYE see you\r\n$1 OK done'] as const

async function check(
  { answers = [], ...script }: Partial<Script>,
  config: Record<string, unknown> = {},
): Promise<[Outcome, string[]]> {
  const all = { greeting: '* OK ready', hangsUpAfter: /LOGOUT/, certificate, ...script, answers: [...answers, bye] }
  const { port, heard } = await startScripted(all)
  return [await run({ tlsMode: 'starttls', ...login, ...config, port }), heard]
}

const ok = (command: string, data = ''): readonly [RegExp, string] => [
  new RegExp(`^(\\w+) ${command}.*$`),
  `${data && `${data}\r\n`}$1 OK done`,
]
const capability = (words: string): readonly [RegExp, string] => ok('CAPABILITY', `* CAPABILITY IMAP4rev1 ${words}`)

describe('an imap check', () => {
  it('goes nowhere that it may not go', async () => {
    const closed = createNet({ policy: createPolicy({ allowPrivate: false }), clock: systemClock })
    const { port, heard } = await startScripted({ greeting: '* OK ready', answers: [] })
    const outcome = await runCheck(imap, '127.0.0.1', { net: closed, config: { port, tlsMode: 'none' } })
    expect(outcome).toMatchObject({ cause: 'connect', error: expect.stringMatching(/LAPWING_ALLOW_PRIVATE_TARGETS/) })
    expect(outcome.metrics).toEqual({ 'imap.error_count': 1 })
    expect(heard).toEqual([])
  })

  it('sends no login to a server without TLS', async () => {
    const [outcome, heard] = await check({ answers: [capability('AUTH=PLAIN')] })
    expect(outcome).toMatchObject({ success: false, cause: 'tls', error: 'the server offers no STARTTLS' })
    expect(outcome.metrics).toEqual({
      'imap.connect_time_ms': time,
      'imap.greeting_ms': time,
      'imap.starttls_offered': 0,
      'imap.plaintext_login_allowed': 1,
      'imap.cert_days_left': -1,
      'imap.tls_version': 0,
      'imap.error_count': 1,
    })
    expect(heard).toEqual(['a1 CAPABILITY'])
  })

  it('believes nothing that was said before TLS', async () => {
    const answers = [ok('STARTTLS', '* CAPABILITY IMAP4rev1 LOGINDISABLED STARTTLS'), capability('LOGINDISABLED')]
    const [outcome, heard] = await check({ greeting: '* OK [CAPABILITY STARTTLS AUTH=PLAIN] ready', answers })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server offers no login with a password' })
    expect(heard).toEqual(['a1 STARTTLS', 'inside TLS: a2 CAPABILITY'])
  })

  it('does not begin TLS with a server that has more to say', async () => {
    const answers = [capability('STARTTLS'), [/^(\w+) STARTTLS$/, '$1 OK go on\r\n* CAPABILITY AUTH=PLAIN'] as const]
    const [outcome] = await check({ answers, certificate: undefined })
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
  })

  const plain = [
    ok('LOGIN'),
    capability(''),
    ok('STATUS', '* STATUS "a {6} b" (UNSEEN 1)'),
    ok('EXAMINE', '* FLAGS (\\Seen)\r\n* 2 EXISTS\r\n* 0 RECENT'),
    ok(
      'FETCH 1:2 INTERNALDATE',
      '* 1 FETCH (INTERNALDATE " 5-Nov-2001 04:00:00 +0000")\r\n* 2 FETCH (INTERNALDATE NIL)',
    ),
    ok('FETCH 1:\\* RFC822.SIZE', '* 1 FETCH (RFC822.SIZE 100)\r\n* 2 FETCH (FLAGS (\\Seen) RFC822.SIZE 23)'),
    ok('LIST', '* LIST (\\HasNoChildren) "/" {5}\r\nIN\r\nX\r\n* LIST (\\Noselect) "/" ""\r\n* LIST () NIL (odd'),
  ]

  it('manages with a server that knows no more than it must', async () => {
    const [outcome, heard] = await check({ isSecure: true, answers: plain }, { tlsMode: 'implicit' })
    expect(outcome).toMatchObject({
      success: true,
      metrics: {
        'imap.messages': 2,
        'imap.unseen': 1,
        'imap.mailbox_bytes': 123,
        'imap.folders': 2,
        'imap.quota_supported': 0,
      },
      evidence: { newest_message: '2001-11-05T04:00:00.000Z' },
    })
    expect(heard).toContain('inside TLS: a2 LOGIN "robot" "hunter2 \\"äöü\\" \\\\"')
    expect(heard.join('\n')).not.toMatch(/SELECT|STORE|BODY|EXPUNGE|CLOSE/)
  })

  it('never repeats a password that the server repeats', async () => {
    const answers = [[/^(\w+) LOGIN (.*)$/, `$1 NO wrong: $2 ${password}`] as const, ...plain]
    const [outcome] = await check({ isSecure: true, answers }, { tlsMode: 'implicit' })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was refused: wrong: "robot" "[hidden]" [hidden]' })
  })

  it.each([
    ['sends it away', { greeting: '* BYE too busy' }, 'the server ended the conversation: BYE too busy'],
    [
      'sends it away later',
      { answers: [[/^.*CAPABILITY$/, '* BYE closed']] },
      'the server ended the conversation: BYE closed',
    ],
    [
      'speaks another language',
      { greeting: '220 ready' },
      /^127\.0\.0\.1:\d+ does not speak IMAP: it said "220 ready"$/,
    ],
  ] as [string, Partial<Script>, string | RegExp][])('fails when the server %s', async (_what, script, error) => {
    const [outcome] = await check(script)
    expect(outcome).toMatchObject({ success: false, cause: 'other', metrics: { 'imap.error_count': 1 } })
    expect(outcome.error).toMatch(error)
  })

  it('does not take a server that needs no login for one that lets it in', async () => {
    const [outcome] = await check(
      { greeting: '* PREAUTH hello', isSecure: true, answers: plain },
      { tlsMode: 'implicit' },
    )
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server lets everybody in without a login (PREAUTH)' })
  })
})
