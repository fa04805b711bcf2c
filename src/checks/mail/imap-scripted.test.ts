import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type Script, startScripted } from '../../../test/kit/servers/scripted.ts'
import { systemClock } from '../../domain/clock.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { imap } from './imap.ts'

const password = 'hunter2 "äöü" \\'
const login = { username: 'robot', password }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number

const run = (config: Record<string, unknown>): Promise<Outcome> =>
  runCheck(imap, '127.0.0.1', { config, net, deadlineMs: 60_000 })

const bye = [/^(\w+) LOGOUT$/, '* BYE see you\r\n$1 OK done'] as const

async function check(
  { answers = [], ...script }: Partial<Script>,
  config: Record<string, unknown> = {},
): Promise<[Outcome, string[]]> {
  const all = { greeting: '* OK ready', hangsUpAfter: /LOGOUT/, certificate, ...script, answers: [...answers, bye] }
  const { port, received } = await startScripted(all)
  return [await run({ tlsMode: 'starttls', ...login, ...config, port }), received]
}

const ok = (command: string, data = ''): readonly [RegExp, string] => [
  new RegExp(`^(\\w+) ${command}.*$`),
  `${data && `${data}\r\n`}$1 OK done`,
]
const capability = (words: string): readonly [RegExp, string] => ok('CAPABILITY', `* CAPABILITY IMAP4rev1 ${words}`)

describe('an imap check', () => {
  it('respects the address policy', async () => {
    const closed = createNet({ policy: createPolicy({ allowPrivate: false }), clock: systemClock })
    const { port, received } = await startScripted({ greeting: '* OK ready', answers: [] })
    const outcome = await runCheck(imap, '127.0.0.1', { net: closed, config: { port, tlsMode: 'none' } })
    expect(outcome).toMatchObject({ cause: 'connect', error: expect.stringMatching(/LAPWING_ALLOW_PRIVATE_TARGETS/) })
    expect(outcome.metrics).toEqual({ 'imap.error_count': 1 })
    expect(received).toEqual([])
  })

  it('sends no credentials to a server without TLS', async () => {
    const [outcome, received] = await check({ answers: [capability('AUTH=PLAIN')] })
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
    expect(received).toEqual(['a1 CAPABILITY'])
  })

  it('ignores capabilities from before TLS', async () => {
    const answers = [ok('STARTTLS', '* CAPABILITY IMAP4rev1 LOGINDISABLED STARTTLS'), capability('LOGINDISABLED')]
    const [outcome, received] = await check({ greeting: '* OK [CAPABILITY STARTTLS AUTH=PLAIN] ready', answers })
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server offers no password login' })
    expect(received).toEqual(['a1 STARTTLS', 'inside TLS: a2 CAPABILITY'])
  })

  it('does not start TLS if the server sends more data', async () => {
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

  it('supports a server with only the required commands', async () => {
    const [outcome, received] = await check({ isSecure: true, answers: plain }, { tlsMode: 'implicit' })
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
    expect(received).toContain('inside TLS: a2 LOGIN "robot" "hunter2 \\"äöü\\" \\\\"')
    expect(received.join('\n')).not.toMatch(/SELECT|STORE|BODY|EXPUNGE|CLOSE/)
  })

  it('never shows a password that the server repeats', async () => {
    const answers = [[/^(\w+) LOGIN (.*)$/, `$1 NO wrong: $2 ${password}`] as const, ...plain]
    const [outcome] = await check({ isSecure: true, answers }, { tlsMode: 'implicit' })
    expect(outcome).toMatchObject({
      cause: 'auth',
      error: 'the login was rejected: wrong: "robot" "[hidden]" [hidden]',
    })
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

  it('does not count PREAUTH as a successful login', async () => {
    const [outcome] = await check(
      { greeting: '* PREAUTH hello', isSecure: true, answers: plain },
      { tlsMode: 'implicit' },
    )
    expect(outcome).toMatchObject({ cause: 'auth', error: 'the server accepts everyone without a login (PREAUTH)' })
  })
})
