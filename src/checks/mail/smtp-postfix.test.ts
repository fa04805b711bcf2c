import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type NameServer, hasBind, startBind } from '../../../test/kit/debian/bind.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { type MailboxServer, hasDovecot, startDovecot } from '../../../test/kit/debian/dovecot.ts'
import { startNameServer } from '../../../test/kit/servers/name-server.ts'
import { type SmtpServer, hasPostfix, smtps, startPostfix, submission } from '../../../test/kit/debian/postfix.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/servers/scripted.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { smtp } from './smtp.ts'

const isThere = hasPostfix && hasDovecot && hasBind
const needed = { skip: !isThere && process.env['CI'] !== 'true' }

const password = 'hunter2 äöü'
const login = { username: 'robot', password }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1', 'mail.lapwing.test'] })
const time = expect.any(Number) as number
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)

let dovecot: MailboxServer
let postfix: SmtpServer
let ports: SmtpServer['ports']
let names: NameServer
beforeAll(async () => {
  if (!isThere) return
  dovecot = await startDovecot({ certificate, mailboxes: { robot: { password } } })
  const expired = authority.issue({ names: ['127.0.0.1'], from: daysAgo(9), to: daysAgo(2) })
  const listeners = {
    smtp: {},
    open: { settings: { mynetworks: '127.0.0.0/8' } },
    later: { settings: { smtpd_relay_restrictions: 'defer_unauth_destination' } },
    submission: { settings: submission },
    smtps: { settings: smtps },
    expired: { settings: submission, certificate: expired },
    mismatched: { settings: submission, certificate: authority.issue({ names: ['other.test'] }) },
  }
  postfix = await startPostfix({ certificate, auth: dovecot.auth, listeners })
  ;({ ports } = postfix)
  names = await startBind({
    'lapwing.test': 'ns1 A 192.0.2.1\nmail A 127.0.0.1\nelsewhere A 192.0.2.1',
    '127.in-addr.arpa': '1.0.0 PTR elsewhere.lapwing.test.\n1.0.0 PTR mail.lapwing.test.',
  })
})
afterAll(async () => {
  await postfix?.stop()
  await dovecot?.stop()
  await names?.stop()
})

const run = (target: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
  runCheck(smtp, target, {
    config,
    net: openNet({ resolvers: [names.address], extraTrust: [authority.root] }),
    deadlineMs: 60_000,
  })

describe('an smtp check of postfix', needed, () => {
  it('connects and detects that it is no open relay', async () => {
    const outcome = await run(`mail.lapwing.test:${ports['smtp']}`)
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      evidence: {
        address: '127.0.0.1',
        ptr: ['elsewhere.lapwing.test', 'mail.lapwing.test'],
        greeting: '220 mail.lapwing.test ESMTP Postfix',
        extensions: expect.arrayContaining(['STARTTLS']),
        relay_test: {
          from: '<relay-test@example.com>',
          to: '<relay-test@example.org>',
          answer: '554 5.7.1 <relay-test@example.org>: Relay access denied',
        },
      },
    })
    expect(outcome.metrics).toEqual({
      'smtp.connect_time_ms': time,
      'smtp.open_relay': 0,
      'smtp.tls_supported': 1,
      'smtp.ptr_valid': 1,
      'smtp.banner_match': 1,
    })
  })

  it('detects an open relay, and leaves before there is a message', async () => {
    expect(await run(`127.0.0.1:${ports['open']}`)).toMatchObject({
      success: true,
      metrics: { 'smtp.open_relay': 1 },
      evidence: { relay_test: { answer: '250 2.1.5 Ok' } },
    })
    await expect.poll(() => postfix.said()).toMatch(/ehlo=1 mail=1 rcpt=1 rset=1 quit=1 commands=5/)
    // Postfix removes its unfinished queue file shortly after the session.
    await expect.poll(() => postfix.queued()).toEqual([])
  })

  it('does not count a deferred recipient as relayed', async () => {
    expect(await run(`127.0.0.1:${ports['later']}`)).toMatchObject({
      metrics: { 'smtp.open_relay': 0 },
      evidence: { relay_test: { answer: '454 4.7.1 <relay-test@example.org>: Relay access denied' } },
    })
  })

  it('tests neither relay nor names if not configured', async () => {
    const outcome = await run(`mail.lapwing.test:${ports['smtp']}`, { checkOpenRelay: false, checkPtr: false })
    expect(outcome.metrics).toEqual({ 'smtp.connect_time_ms': time, 'smtp.tls_supported': 1, 'smtp.banner_match': 1 })
    expect(outcome.evidence).not.toHaveProperty('relay_test')
  })

  it('matches an address by its confirmed reverse name', async () => {
    expect((await run(`127.0.0.1:${ports['smtp']}`)).metrics).toMatchObject({
      'smtp.ptr_valid': 1,
      'smtp.banner_match': 1,
    })
    const outcome = await run(`127.0.0.1:${ports['smtp']}`, { checkPtr: false })
    expect(outcome.metrics).not.toHaveProperty('smtp.banner_match')
  })

  const whole = {
    'smtp.connect_time_ms': time,
    'smtp.tls_supported': 1,
    'smtp.ptr_valid': 1,
    'smtp.banner_match': 1,
    'smtp.auth_ok': 1,
    'smtp.auth_ms': time,
    'smtp.cert_days_left': 89,
    'smtp.lifetime_days': 91,
    'smtp.lifetime_left_pct': 98.9,
    'smtp.cert_valid': 1,
    'smtp.tls_version': 13,
    'smtp.tls_time_ms': time,
  }

  it.each(['submission', 'smtps'] as const)('logs in through %s and tests no relay', async (port) => {
    const config = { ...login, port: ports[port], tlsMode: port === 'smtps' ? 'implicit' : 'starttls' }
    const outcome = await run('mail.lapwing.test', config)
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual(whole)
    expect(outcome.evidence).toMatchObject({ protocol: 'TLS 1.3', certificate: { subject: '127.0.0.1' } })
  })

  it('reports that the login was rejected, without the password', async () => {
    const config = { username: 'robot', password: 'not the password', port: ports['submission'] }
    const outcome = await run('mail.lapwing.test', config)
    expect(outcome).toMatchObject({ success: false, cause: 'auth', metrics: { ...whole, 'smtp.auth_ok': 0 } })
    expect(outcome.error).toMatch(/^the login was rejected: 535 5\.7\.8 Error: authentication failed/)
    expect(JSON.stringify(outcome)).not.toMatch(/not the password|AHJvYm90AG5vdCB0aGUg/)
  })

  it.each([
    ['expired', /expired on/, -3],
    ['mismatched', /is for other\.test, not for 127\.0\.0\.1/, 89],
  ])('does not log in if the certificate is %s, unless configured', async (name, problem, daysLeft) => {
    const config = { ...login, port: ports[name] }
    const refused = await run('127.0.0.1', config)
    const seen = { 'smtp.cert_valid': 0, 'smtp.cert_days_left': daysLeft, 'smtp.tls_version': 13 }
    expect(refused).toMatchObject({ cause: 'certificate', error: expect.stringMatching(problem), metrics: seen })
    expect(refused.metrics).not.toHaveProperty('smtp.auth_ok')
    const tolerated = await run('127.0.0.1', { ...config, verifyTls: false })
    expect(tolerated).toMatchObject({
      success: true,
      metrics: { ...seen, 'smtp.auth_ok': 1 },
      evidence: { tolerated: expect.stringMatching(problem) },
    })
  })
})

const greeting = '220 mail.lapwing.test ready'
const goodbye = [/^QUIT$/, '221 bye'] as const
const ehlo = (...words: string[]): readonly [RegExp, string] => [
  /^EHLO .*$/,
  ['mail.lapwing.test', ...words].map((word, index) => `250${index === words.length ? ' ' : '-'}${word}`).join('\r\n'),
]

async function check(script: Partial<Script>, config: Record<string, unknown> = {}): Promise<[Outcome, string[]]> {
  const answers = [...(script.answers ?? []), ehlo(), [/^RSET$/, '250 ok'] as const, goodbye]
  const { port, received } = await startScripted({ greeting, certificate, hangsUpAfter: /^QUIT$/, ...script, answers })
  const net = openNet({ extraTrust: [authority.root] })
  return [await runCheck(smtp, `127.0.0.1:${port}`, { net, config: { checkPtr: false, ...config } }), received]
}

describe('an smtp check', () => {
  it('sends no credentials to a server without TLS', async () => {
    const [outcome, received] = await check({ answers: [ehlo('AUTH PLAIN LOGIN')] }, login)
    expect(outcome).toMatchObject({ cause: 'tls', error: 'the server offers no STARTTLS, so the login was not sent' })
    expect(outcome.metrics).toEqual({
      'smtp.connect_time_ms': time,
      'smtp.tls_supported': 0,
      'smtp.cert_days_left': -1,
      'smtp.tls_version': 0,
    })
    expect(received).toEqual([expect.stringMatching(/^EHLO \[127\.0\.0\.1\]$/)])
  })

  it('does not start TLS if the server sends more data', async () => {
    const answers = [ehlo('STARTTLS'), [/^STARTTLS$/, '220 go on\r\n250 AUTH PLAIN'] as const]
    const [outcome, received] = await check({ answers, certificate: undefined }, login)
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
    expect(received.join()).not.toMatch(/AUTH/)
  })

  it('reports that the server rejects STARTTLS after offering it', async () => {
    const [outcome] = await check({ answers: [ehlo('STARTTLS'), [/^STARTTLS$/, '454 not now']] }, login)
    expect(outcome).toMatchObject({ cause: 'tls', error: 'the server rejected STARTTLS: 454 not now' })
  })

  it('logs in with LOGIN if nothing else is offered', async () => {
    const answers = [
      ehlo('STARTTLS', 'AUTH LOGIN'),
      [/^STARTTLS$/, '220 go on'] as const,
      [/^AUTH LOGIN$/, '334 VXNlcm5hbWU6'] as const,
      [/^cm9ib3Q=$/, '334 UGFzc3dvcmQ6'] as const,
      [/^aHVudGVyMiDDpMO2w7w=$/, '235 welcome'] as const,
    ]
    const [outcome, received] = await check({ answers }, login)
    expect(outcome).toMatchObject({ success: true, metrics: { 'smtp.auth_ok': 1 } })
    expect(received.slice(2, 6)).toEqual([
      'inside TLS: EHLO [127.0.0.1]',
      'inside TLS: AUTH LOGIN',
      'inside TLS: cm9ib3Q=',
      'inside TLS: aHVudGVyMiDDpMO2w7w=',
    ])
  })

  it('reports that no password login is offered', async () => {
    const [outcome] = await check({ answers: [ehlo('STARTTLS', 'AUTH GSSAPI'), [/^STARTTLS$/, '220 go on']] }, login)
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server offers no password login, only GSSAPI' })
  })

  it('never shows a password that the server repeats', async () => {
    const answers = [
      ehlo('STARTTLS', 'AUTH PLAIN'),
      [/^STARTTLS$/, '220 go on'] as const,
      [/^AUTH PLAIN (.*)$/, `535 no: $1 is ${password}, or aHVudGVyMiDDpMO2w7w=`] as const,
    ]
    const [outcome] = await check({ answers }, login)
    expect(outcome).toMatchObject({ error: 'the login was rejected: 535 no: [hidden] is [hidden], or [hidden]' })
  })

  it('sends HELO to a server that does not support EHLO', async () => {
    const answers = [
      [/^EHLO .*$/, '500 what?'] as const,
      [/^HELO .*$/, '250 hello'] as const,
      [/^MAIL .*$/, '550 no'] as const,
    ]
    const [outcome, received] = await check({ answers })
    expect(outcome).toMatchObject({ success: true, metrics: { 'smtp.tls_supported': 0, 'smtp.open_relay': 0 } })
    expect(received.slice(0, 2)).toEqual(['EHLO [127.0.0.1]', 'HELO [127.0.0.1]'])
  })

  it('retries with an empty sender if a reserved one is rejected', async () => {
    const answers = [[/^MAIL FROM:<.+>$/, '550 no such domain'] as const, [/^(MAIL|RCPT) .*$/, '250 ok'] as const]
    const [outcome, received] = await check({ answers })
    expect(outcome).toMatchObject({ metrics: { 'smtp.open_relay': 1 }, evidence: { relay_test: { from: '<>' } } })
    expect(received.slice(1)).toEqual([
      'MAIL FROM:<relay-test@example.com>',
      'MAIL FROM:<>',
      'RCPT TO:<relay-test@example.org>',
      'RSET',
      'QUIT',
    ])
  })

  it('succeeds if the server closes the connection during the relay test', async () => {
    const answers = [[/^MAIL .*$/, '250 ok'] as const, [/^RCPT .*$/, '421 go away'] as const]
    const [outcome] = await check({ answers, hangsUpAfter: /^RCPT/ })
    expect(outcome).toMatchObject({ success: true, metrics: { 'smtp.open_relay': 0 } })
  })

  it.each([
    ['is not ready', { greeting: '554 no service here' }, 'the server is not ready: 554 no service here'],
    ['is too busy', { answers: [[/^EHLO .*$/, '421 busy'] as const] }, 'the server refuses the session: 421 busy'],
  ])('reports that the server %s', async (_what, script, error) => {
    const [outcome] = await check(script)
    expect(outcome).toMatchObject({ success: false, cause: 'other', error })
  })

  it('works without the name server', async () => {
    const silent = await startNameServer(() => 'silence')
    onTestFinished(() => silent.stop())
    const { port } = await startScripted({
      greeting,
      answers: [ehlo(), goodbye, [/^.*$/, '550 no']],
      hangsUpAfter: /^QUIT$/,
    })
    const way = { resolvers: [silent.address] }
    const outcome = await runSlowly(smtp, `127.0.0.1:${port}`, { way, deadlineMs: 4000 })
    expect(outcome).toMatchObject({
      success: true,
      evidence: { ptr: expect.stringMatching(/^no response within 1 s/) },
    })
    expect(outcome.metrics).not.toHaveProperty('smtp.ptr_valid')
  })
})
