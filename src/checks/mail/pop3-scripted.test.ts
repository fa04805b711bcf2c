import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/servers/scripted.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { pop3 } from './pop3.ts'

const password = 'hunter2 äöü'
const login = { username: 'robot', password }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number

const run = (config: Record<string, unknown>): Promise<Outcome> =>
  runCheck(pop3, '127.0.0.1', { config, net, deadlineMs: 60_000 })

async function check(
  { answers = [], ...script }: Partial<Script>,
  config: Record<string, unknown> = {},
): Promise<[Outcome, string[]]> {
  const usual = [
    [/^(RSET|QUIT)$/, '+OK'],
    [/^.*$/, '-ERR what?'],
  ] as const
  const all = { greeting: '+OK ready', hangsUpAfter: /^QUIT$/, certificate, ...script, answers: [...answers, ...usual] }
  const { port, received } = await startScripted(all)
  return [await run({ tlsMode: 'starttls', ...login, ...config, port }), received]
}

const capa = (...words: string[]): readonly [RegExp, string] => [/^CAPA$/, ['+OK', ...words, '.'].join('\r\n')]
const secure = { isSecure: true }
const implicit = { tlsMode: 'implicit' }

describe('a pop3 check', () => {
  it('sends no credentials to a server without TLS', async () => {
    const [outcome, received] = await check({ answers: [capa('USER')] })
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
    expect(received).toEqual(['CAPA'])
  })

  it('sends no credentials to a server that rejects TLS', async () => {
    const [outcome, received] = await check({})
    expect(outcome).toMatchObject({ cause: 'tls', error: 'the server rejected STLS: what?' })
    expect(outcome.metrics).toMatchObject({ 'pop3.stls_offered': 0 })
    expect(outcome.metrics).not.toHaveProperty('pop3.plaintext_login_allowed')
    expect(received).toEqual(['CAPA', 'STLS'])
  })

  it('does not start TLS if the server sends more data', async () => {
    const [outcome] = await check({ answers: [capa('STLS'), [/^STLS$/, '+OK\r\n+OK']], certificate: undefined })
    expect(outcome).toMatchObject({ cause: 'tls', error: expect.stringMatching(/kept talking when TLS was to begin$/) })
  })

  const old = [
    [/^(USER|PASS) .*$/, '+OK'] as const,
    [/^STAT$/, '+OK 3 456'] as const,
    [/^UIDL 3$/, '+OK 3 abc'] as const,
    [/^TOP 3 0$/, '+OK\r\nSubject: x\r\n..a dot\r\nDate: Mon, 5 Nov 2001\r\n\t04:00:00 GMT\r\n\r\n.'] as const,
  ]

  it('tests the commands of a server without CAPA', async () => {
    const [outcome, received] = await check({ ...secure, answers: old }, implicit)
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'pop3.messages': 3, 'pop3.mailbox_bytes': 456, 'pop3.uidl_supported': 1, 'pop3.top_supported': 1 },
      evidence: { newest_message: '2001-11-05T04:00:00.000Z' },
    })
    expect(received.map((line) => line.replace('inside TLS: ', ''))).toEqual([
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

  it('counts correctly whatever the password is', async () => {
    const [outcome] = await check({ ...secure, answers: old }, { ...implicit, password: '3' })
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.messages': 3, 'pop3.mailbox_bytes': 456 } })
  })

  it('detects unsupported commands of a server without CAPA', async () => {
    const [outcome] = await check({ ...secure, answers: old.slice(0, 2) }, implicit)
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.uidl_supported': 0, 'pop3.top_supported': 0 } })
    expect(outcome.metrics).not.toHaveProperty('pop3.newest_message_age_s')
  })

  it('logs in with SASL if USER is not supported', async () => {
    const steps = [
      [/^AUTH PLAIN$/, '+ '],
      [/^AHJvYm90AGh1bnRlcjIgw6TDtsO8$/, '+OK'],
      [/^STAT$/, '+OK 0 0'],
    ] as const
    const [outcome] = await check({ ...secure, answers: [capa('SASL PLAIN'), ...steps] }, implicit)
    expect(outcome).toMatchObject({ success: true, metrics: { 'pop3.auth_ok': 1, 'pop3.messages': 0 } })
  })

  it('never shows a password that the server repeats', async () => {
    const answers = [
      [/^USER .*$/, '+OK'],
      [/^PASS (.*)$/, '-ERR [IN-USE] not $1 again'],
    ] as const
    const [outcome] = await check({ ...secure, answers }, implicit)
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the login was rejected: [IN-USE] not [hidden] again' })
  })

  it.each([
    ['-ERR too busy', 'the server is not ready: too busy'],
    ['* OK ready', /^127\.0\.0\.1:\d+ does not speak POP3: it said "\* OK ready"$/],
  ])('fails if the greeting is %j', async (greeting, error) => {
    const [outcome] = await check({ greeting })
    expect(outcome).toMatchObject({ cause: 'other', metrics: { 'pop3.greeting_match': 0, 'pop3.error_count': 1 } })
    expect(outcome.error).toMatch(error)
  })

  it('fails if the mailbox status is unavailable, which is no failed login', async () => {
    const [outcome] = await check({ ...secure, answers: [...old.slice(0, 1), [/^STAT$/, '-ERR broken']] }, implicit)
    expect(outcome).toMatchObject({ cause: 'content', metrics: { 'pop3.auth_ok': 1, 'pop3.error_count': 0 } })
    expect(outcome.error).toBe('the server does not report the content of the mailbox: broken')
  })
})
