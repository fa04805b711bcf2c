// IMAP and POP3 checks of the same real server: first the common behaviour, then that of each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { noChroot } from '../../../test/kit/debian/chroot.ts'
import { type MailboxServer, hasDovecot, startDovecot } from '../../../test/kit/debian/dovecot.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { imap } from './imap.ts'
import { pop3 } from './pop3.ts'

const needed = { skip: noChroot !== null || (!hasDovecot && process.env['CI'] !== 'true') }
const dovecotIfItRuns = `dovecot${noChroot ? ` (${noChroot})` : ''}`

const password = 'hunter2 "äöü" \\'
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1', '127.0.0.2', 'localhost'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number
const day = 86_400_000
const hour = 3_600_000
const ago = (ms: number): Date => new Date(Date.now() - ms)
const note = `From: somebody@example.com\nSubject: hello\n\n${'Good news. '.repeat(90)}\n`
const email = (sentAt: Date): string => {
  const date = sentAt.toUTCString().replace('GMT', '+0000 (UTC)')
  return `From: somebody@example.com\nDate:\n  ${date}\nSubject: hello\n\n.\nGood news.\n`
}

const notes = [
  { text: note, arrivedAt: ago(3 * day), isSeen: true },
  { text: note, arrivedAt: ago(2 * hour) },
  { text: note, arrivedAt: ago(day) },
  { text: note, arrivedAt: ago(day), folder: '.Archive' },
  { text: note, arrivedAt: ago(day), folder: '.Gr&APwA3w-e' },
]
const emails = [
  { text: email(ago(2 * day)), arrivedAt: ago(2 * day), isSeen: true },
  { text: email(ago(2 * hour)), arrivedAt: ago(hour) },
]

const wrong = [
  {
    what: 'expired',
    certificate: authority.issue({ names: ['127.0.0.1'], from: ago(9 * day), to: ago(2 * day) }),
    problem: /expired on/,
    daysLeft: -3,
  },
  {
    what: 'mismatched',
    certificate: authority.issue({ names: ['other.test'] }),
    problem: /is for other\.test, not for 127\.0\.0\.1/,
    daysLeft: 89,
  },
]

let dovecot: MailboxServer
let misconfigured: MailboxServer[] = []
beforeAll(async () => {
  if (!hasDovecot) return
  dovecot = await startDovecot({
    certificate,
    mailboxes: {
      noted: { password, quota: '*:storage=10K', messages: notes },
      written: { password, messages: emails },
      full: { password, quota: '*:storage=1M:messages=2', messages: notes.slice(0, 2) },
      empty: { password },
    },
  })
  misconfigured = await Promise.all(
    wrong.map((wish) => startDovecot({ certificate: wish.certificate, mailboxes: { empty: { password } } })),
  )
})
afterAll(() => Promise.all([dovecot, ...misconfigured].map((server) => server?.stop())))

type Config = Record<string, unknown>
const runOf =
  (check: typeof imap | typeof pop3) =>
  (config: Config, target = '127.0.0.1'): Promise<Outcome> =>
    runCheck(check, target, { config, net, deadlineMs: 60_000 })

const protocols = [
  {
    type: 'imap',
    run: runOf(imap),
    ports: ({ imap: clear, imaps: tls }: MailboxServer) => ({ clear, tls }),
    login: { username: 'noted', password },
    session: {},
    inside: {
      'imap.messages': 3,
      'imap.unseen': 2,
      'imap.folders': 3,
      'imap.select_ms': time,
      'imap.mailbox_bytes': 3 * (note.length + 4),
      'imap.quota_supported': 1,
      'imap.quota_used_pct': 60,
      'imap.quota_used_bytes': 6 * 1024,
      'imap.quota_limit_bytes': 10 * 1024,
    },
    evidence: {
      greeting: expect.stringMatching(/Dovecot .* ready\.$/),
      capabilities: expect.arrayContaining(['IMAP4REV1', 'AUTH=PLAIN']),
      mailbox: 'INBOX',
      quota: [{ resource: 'STORAGE', used: 6, limit: 10 }],
    },
    offered: 'imap.starttls_offered',
    refusal: '[AUTHENTICATIONFAILED] Authentication failed.',
  },
  {
    type: 'pop3',
    run: runOf(pop3),
    ports: ({ pop3: clear, pop3s: tls }: MailboxServer) => ({ clear, tls }),
    login: { username: 'written', password },
    session: { 'pop3.greeting_match': 1, 'pop3.uidl_supported': 1, 'pop3.top_supported': 1 },
    inside: {
      'pop3.messages': 2,
      'pop3.mailbox_bytes': 2 * email(ago(day)).replaceAll('\n', '\r\n').length,
      'pop3.stat_ms': time,
    },
    evidence: {
      greeting: '+OK Dovecot (Debian) ready.',
      capabilities: expect.arrayContaining(['TOP', 'UIDL', 'USER']),
      newest_message: expect.stringMatching(/^\d{4}-/),
    },
    offered: 'pop3.stls_offered',
    refusal: '[AUTH] Authentication failed.',
  },
]

describe.each(protocols)(
  `a check by $type of ${dovecotIfItRuns}`,
  needed,
  ({ type, run, ports, login, ...expected }) => {
    const metrics = (values: Config): Config =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`${type}.${name}`, value]))
    const session = {
      ...metrics({ error_count: 0, check_time_ms: time, connect_time_ms: time, greeting_ms: time }),
      ...expected.session,
    }
    const certificate = { cert_days_left: 89, lifetime_days: 91, lifetime_left_pct: 98.9, cert_valid: 1 }
    const tls = metrics({ ...certificate, tls_version: 13, tls_time_ms: time })
    const inside = { ...metrics({ auth_ok: 1, auth_ms: time, newest_message_age_s: time }), ...expected.inside }

    it('logs in over TLS and measures everything', async () => {
      const outcome = await run({ ...login, port: ports(dovecot).tls })
      expect(outcome).toMatchObject({ success: true, error: null })
      expect(outcome.metrics).toEqual({ ...session, ...tls, ...inside })
      expect(outcome.metrics[`${type}.newest_message_age_s`]).toSatisfy((age: number) => age >= 7200 && age < 10_000)
      expect(outcome.evidence).toMatchObject({
        address: '127.0.0.1',
        protocol: 'TLS 1.3',
        certificate: { subject: '127.0.0.1' },
        ...expected.evidence,
      })
    })

    it('starts unencrypted, switches to TLS and reports what was offered before', async () => {
      const outcome = await run({ ...login, port: ports(dovecot).clear, tlsMode: 'starttls' }, '127.0.0.2')
      const offered = { [expected.offered]: 1, ...metrics({ plaintext_login_allowed: 0 }) }
      expect(outcome.metrics).toEqual({ ...session, ...tls, ...inside, ...offered })
    })

    it('does not log in without TLS', async () => {
      const outcome = await run({ ...login, port: ports(dovecot).clear, tlsMode: 'none' })
      expect(outcome).toMatchObject({ success: true })
      // Dovecot trusts clients on the same machine.
      const inClear = metrics({ cert_days_left: -1, tls_version: 0, plaintext_login_allowed: 1 })
      expect(outcome.metrics).toEqual({ ...session, ...inClear, [expected.offered]: 1 })
    })

    it('does not log in without a username', async () => {
      for (const nobody of [{}, { username: '' }])
        expect((await run({ ...nobody, port: ports(dovecot).tls })).metrics).toEqual({ ...session, ...tls })
    })

    it('reports that the login was rejected, without the password', async () => {
      const outcome = await run({ ...login, password: 'not the password', port: ports(dovecot).tls })
      expect(outcome).toMatchObject({
        success: false,
        cause: 'auth',
        error: `the login was rejected: ${expected.refusal}`,
        metrics: { ...tls, ...metrics({ auth_ok: 0, auth_ms: time, error_count: 1 }) },
      })
      const inBase64 = Buffer.from('not the password').toString('base64').slice(0, 8)
      expect(JSON.stringify(outcome)).not.toMatch(new RegExp(`not the password|${inBase64}`))
    })

    it.each(wrong.map((wish, number) => ({ ...wish, number })))(
      'does not log in if the certificate is $what, unless configured',
      async ({ number, problem, daysLeft }) => {
        const { tls: inside, clear } = ports(misconfigured[number]!)
        const seen = metrics({ cert_valid: 0, cert_days_left: daysLeft, tls_version: 13 })
        for (const way of [{ port: inside }, { port: clear, tlsMode: 'starttls' }]) {
          const config = { username: 'empty', password, ...way }
          const refused = await run(config)
          expect(refused).toMatchObject({ cause: 'certificate', error: expect.stringMatching(problem) })
          expect(refused.metrics).toMatchObject({ ...seen, ...metrics({ error_count: 1 }) })
          expect(refused.metrics).not.toHaveProperty(`${type}.auth_ok`)
          expect(await run({ ...config, verifyTls: false })).toMatchObject({
            success: true,
            metrics: { ...seen, ...metrics({ auth_ok: 1, error_count: 0 }) },
            evidence: { tolerated: expect.stringMatching(problem) },
          })
        }
      },
    )
  },
)

describe(`an imap check of ${dovecotIfItRuns}`, needed, () => {
  const [{ run, login }] = protocols as [(typeof protocols)[0]]

  it('changes nothing', async () => {
    const before = dovecot.files('noted')
    expect(before.filter((path) => path.startsWith('new/'))).toHaveLength(2)
    await run({ ...login, port: dovecot.imaps })
    await run({ ...login, port: dovecot.imaps, mailbox: 'Archive' })
    expect(dovecot.files('noted')).toEqual(before)
  })

  it('checks only the configured mailbox and values', async () => {
    const config = { ...login, port: dovecot.imaps, mailbox: 'Grüße', checkNewestAge: false, listFolders: false }
    const outcome = await run(config)
    expect(outcome).toMatchObject({ success: true, metrics: { 'imap.messages': 1 }, evidence: { mailbox: 'Grüße' } })
    expect(outcome.metrics).not.toHaveProperty('imap.newest_message_age_s')
    expect(outcome.metrics).not.toHaveProperty('imap.folders')
  })

  it('reports that a mailbox does not exist, which is no failed login', async () => {
    expect(await run({ ...login, port: dovecot.imaps, mailbox: 'Nowhere' })).toMatchObject({
      success: false,
      cause: 'content',
      error: expect.stringMatching(/^the mailbox Nowhere cannot be opened: .*Mailbox doesn't exist: Nowhere/),
      metrics: { 'imap.auth_ok': 1, 'imap.error_count': 0 },
    })
  })

  it('measures the resource with the highest quota usage', async () => {
    const { metrics } = await run({ username: 'full', password, port: dovecot.imaps })
    expect(metrics).toMatchObject({ 'imap.quota_used_pct': 100, 'imap.quota_limit_bytes': 1_048_576 })
  })

  it('supports an account without a quota and without mail', async () => {
    const { metrics } = await run({ username: 'empty', password, port: dovecot.imaps })
    expect(metrics).toMatchObject({
      'imap.quota_supported': 1,
      'imap.messages': 0,
      'imap.unseen': 0,
      'imap.mailbox_bytes': 0,
    })
    for (const absent of ['quota_used_pct', 'quota_limit_bytes', 'newest_message_age_s'])
      expect(metrics).not.toHaveProperty(`imap.${absent}`)
  })

  it('runs a hundred times in parallel', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        runCheck(imap, '127.0.0.1', { net, deadlineMs: 60_000, config: { port: dovecot.imaps } }),
      ),
    )
    expect(outcomes.filter(({ success }) => !success)).toEqual([])
  })
})

describe(`a pop3 check of ${dovecotIfItRuns}`, needed, () => {
  const [, { run, login }] = protocols as [unknown, (typeof protocols)[1]]

  it('deletes no messages and marks none as read', async () => {
    await run({ ...login, port: dovecot.pop3s })
    const before = dovecot.files('written')
    const { metrics } = await run({ ...login, port: dovecot.pop3s })
    expect(metrics).toMatchObject({ 'pop3.messages': 2 })
    expect(dovecot.files('written')).toEqual(before)
    expect(before.filter((path) => path.endsWith('S'))).toHaveLength(1)
    const farewell = /pop3\(written\).*Logged out top=1\/\d+, retr=0\/0, del=0\/2/
    await expect.poll(() => dovecot.said()).toMatch(farewell)
  })

  it('reads no message if not configured, or if there is none', async () => {
    for (const config of [
      { ...login, checkNewestAge: false },
      { username: 'empty', password },
    ]) {
      const { success, metrics } = await run({ ...config, port: dovecot.pop3s })
      expect(success).toBe(true)
      expect(metrics).not.toHaveProperty('pop3.newest_message_age_s')
    }
  })
})
