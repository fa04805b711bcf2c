import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import { createPolicy } from '../net/policy.ts'
import { channelTest, critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { createAuthority } from '../../test/kit/checks/certificates.ts'
import { sendContext } from '../../test/kit/checks/channel-contract.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { type StoredEmail, type MailSink, type SinkOptions, startMailSink } from '../../test/kit/servers/mail-sink.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { startTokenServer } from '../../test/kit/servers/token-server.ts'
import { tokenLogin } from '../protocols/mail/account.ts'
import { DeliveryFailed, type Receipt, type SendContext, channelProblems } from './define.ts'
import { usualDiagnoses } from '../domain/alerting/diagnosis.ts'
import { email } from './email.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const login = { username: 'lapwing', password: 'pass"word 1' }

const config = (port: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  host: '127.0.0.1',
  port,
  secure: 'none',
  from: 'Lapwing <alerts@lapwing.test>',
  ...more,
})

function send(
  sink: MailSink,
  alert: Alert,
  more: Record<string, unknown> = {},
  around: Partial<SendContext> = {},
): Promise<Receipt> {
  return email.send(alert, config(sink.port, more), sendContext({ net, clock: fakeClock(), ...around }))
}

async function failure(sending: Promise<unknown>): Promise<DeliveryFailed> {
  const error: unknown = await sending.then(
    () => expect.unreachable('it was delivered'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DeliveryFailed)
  expect((error as Error).message).not.toContain(login.password)
  return error as DeliveryFailed
}

const sinkWith = (options: SinkOptions): Promise<MailSink> => startMailSink(options)
const ada = [{ name: 'Ada', email: 'ada@example.test', phone: null }]

function header({ content }: StoredEmail, name: string): string | undefined {
  const [head = ''] = content.split('\r\n\r\n', 1)
  return new RegExp(`^${name}: ((?:.*)(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n\s+/g, ' ')
}

describe('the e-mail channel', () => {
  it('sends a separate email to each person', async () => {
    const sink = await sinkWith({})
    const receipt = await send(sink, critical)
    expect(receipt).toEqual({ httpStatus: null })
    expect(sink.emails.map(({ from, to }) => [from, to])).toEqual([
      ['alerts@lapwing.test', 'ada@example.test'],
      ['alerts@lapwing.test', 'grace@example.test'],
    ])
    const [toAda] = sink.emails
    expect(toAda?.content).not.toContain('grace')
    expect(header(toAda!, 'To')).toBe('Ada Lovelace <ada@example.test>')
    expect(header(toAda!, 'From')).toBe('Lapwing <alerts@lapwing.test>')
    expect(header(toAda!, 'Date')).toBe('Sun, 01 Mar 2026 12:00:00 +0000')
    expect(header(toAda!, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(toAda!, 'Importance')).toBe('high')
    expect(header(toAda!, 'Content-Type')).toMatch(/^multipart\/alternative;/)
  })

  it('writes to each person in their language, and to the others in that of the organization', async () => {
    const sink = await sinkWith({})
    const people = ([null, 'de', 'en'] as const).map((language, index) => ({
      ...ada[0]!,
      email: `ada${index}@example.test`,
      language,
    }))
    const alert = { ...critical, organization: { ...critical.organization, language: 'de' as const } }
    await send(sink, { ...alert, diagnosis: usualDiagnoses.connect }, {}, { people })
    expect(sink.emails.map((one) => header(one, 'Subject')?.split(':')[0])).toEqual([
      'AUSFALL Shop',
      'AUSFALL Shop',
      'DOWN Shop',
    ])
    const [german, , english] = sink.emails.map(({ content }) => content.replaceAll('=\r\n', ''))
    expect(german).toContain('Der Server ist nicht erreichbar')
    expect(english).toContain('The server cannot be reached')
  })

  it('sends one email to a person in two groups', async () => {
    const sink = await sinkWith({})
    await send(sink, critical, {}, { people: [...ada, { ...ada[0]!, email: 'ADA@example.test' }] })
    expect(sink.emails).toHaveLength(1)
  })

  it('threads later emails below the first one', async () => {
    const sink = await sinkWith({})
    const alertsOfOutage = [critical, samples['a reminder']!, samples['a flapping incident, reported late']!, resolved]
    for (const alert of alertsOfOutage) await send(sink, alert, {}, { people: ada })
    const ids = sink.emails.map((letter) => header(letter, 'Message-ID'))
    expect(new Set(ids).size).toBe(4)
    expect(ids[0]).toMatch(/^<[0-9a-f]{20}@lapwing\.test>$/)
    expect(sink.emails.map((letter) => header(letter, 'In-Reply-To'))).toEqual([undefined, ids[0], ids[0], ids[0]])
    expect(sink.emails.map((letter) => header(letter, 'References'))).toEqual([undefined, ids[0], ids[0], ids[0]])
    expect(sink.emails.map((letter) => header(letter, 'Subject'))).toEqual([
      'DOWN Shop: success == false',
      ...Array.from({ length: 3 }, () => 'Re: DOWN Shop: success == false'),
    ])
  })

  it('has the subject of the first incident for further ones of the outage', async () => {
    const sink = await sinkWith({})
    const further = { ...resolved, outageId: 1, outageMessage: 'Shop is down: refused' }
    await send(sink, further, {}, { people: ada })
    expect(header(sink.emails[0]!, 'Subject')).toBe('Re: DOWN Shop: refused')
  })

  const page = { step: { policy: 'Production', number: 2 }, person: { timezone: null, onCall: null }, next: null }
  it('tells a page from the alert that came before, and threads what follows below both', async () => {
    const sink = await sinkWith({})
    await send(sink, critical, {}, { people: ada })
    const paged: Alert = { ...critical, reminder: true, page }
    const { messageId } = await send(sink, paged, {}, { people: ada })
    await send(sink, resolved, {}, { people: ada, earlierMessages: ['<of.others@lapwing.test>', messageId!] })
    const [first, second, third] = sink.emails
    const id = header(first!, 'Message-ID')
    expect(header(second!, 'Message-ID')).toBe(messageId)
    expect([messageId, header(second!, 'In-Reply-To')]).toEqual([expect.not.stringMatching(id!), id])
    expect(header(second!, 'Subject')).toBe('DOWN Shop: success == false')
    expect(header(third!, 'In-Reply-To')).toBe(messageId)
    expect(header(third!, 'References')?.split(/\s+/)).toEqual([id, messageId])
  })

  it('of a person who was chosen by hand is no repetition of the first email', async () => {
    const sink = await sinkWith({})
    await send(sink, critical, {}, { people: ada })
    await send(sink, { ...critical, page: { ...page, step: null } }, {}, { people: ada })
    const [first, second] = sink.emails.map((letter) => header(letter, 'Message-ID'))
    expect(second).not.toBe(first)
  })

  it('has the same Message-ID for a retry, and another for other incidents or people', async () => {
    const sink = await sinkWith({})
    await send(sink, critical)
    await send(sink, critical)
    await send(sink, critical, {}, { dedupKey: 'another' })
    await send(sink, channelTest)
    const ids = sink.emails.map((letter) => header(letter, 'Message-ID'))
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4))
    expect(new Set(ids).size).toBe(6)
  })

  it.each(Object.entries(samples).filter(([, { kind }]) => kind !== 'acknowledged'))(
    'encodes %s for email',
    async (_what, alert) => {
      const sink = await sinkWith({})
      await send(
        sink,
        alert,
        {},
        { people: [{ name: 'Evil"\r\nBcc: x@y.test', email: 'ada@example.test', phone: null }] },
      )
      const [letter] = sink.emails
      expect(letter?.content).toMatch(/^[\x20-\x7e\r\n\t]*$/)
      const lines = letter!.content.split('\r\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
      expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false)
      expect(header(letter!, 'Bcc')).toBeUndefined()
      expect(header(letter!, 'Subject')).not.toBe('')
      expect(sink.received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.test>'])
    },
  )

  it('keeps lines that begin with a dot', async () => {
    const sink = await sinkWith({})
    await send(sink, { ...critical, diagnosis: '.\n..\n.hidden' })
    expect(sink.emails[0]?.content).toContain('\r\n.\r\n..\r\n.hidden')
  })

  it('supports any characters in the sender name', async () => {
    const sink = await sinkWith({})
    await send(sink, critical, { from: 'Acme, Inc. <alerts@lapwing.test>' })
    expect(header(sink.emails[0]!, 'From')).toBe('"Acme, Inc." <alerts@lapwing.test>')
  })

  it('sends to many people over a few parallel sessions', async () => {
    const sink = await sinkWith({})
    const people = Array.from({ length: 45 }, (_, index) => ({
      name: `P${index}`,
      email: `p${index}@example.test`,
      phone: null,
    }))
    await send(sink, critical, {}, { people })
    expect(new Set(sink.emails.map(({ to }) => to))).toEqual(new Set(people.map((person) => person.email)))
    expect(sink.received.filter((line) => line.startsWith('EHLO'))).toHaveLength(4)
  })

  it('fails without recipients', async () => {
    const sink = await sinkWith({})
    expect(await failure(send(sink, critical, {}, { people: [] }))).toMatchObject({
      permanent: true,
      message: 'nobody to notify: the contact groups have no members',
    })
  })
})

describe('the connection to the mail server', () => {
  it.each([
    ['starttls', { certificate, offers: ['AUTH PLAIN LOGIN'] }],
    ['tls', { certificate, implicit: true, offers: ['AUTH PLAIN LOGIN'] }],
  ])('is encrypted with %s before anything is sent', async (secure, options) => {
    const sink = await sinkWith(options)
    await send(sink, critical, { secure, ...login })
    expect(sink.emails.map(({ encrypted }) => encrypted)).toEqual([true, true])
    expect(sink.received).toContain(
      `AUTH PLAIN ${Buffer.from(`\0${login.username}\0${login.password}`).toString('base64')}`,
    )
    expect(sink.received.at(-1)).toMatch(/^DATA|QUIT$/)
  })

  it('sends nothing if the server offers no STARTTLS', async () => {
    const sink = await sinkWith({ offers: ['AUTH PLAIN'] })
    const refused = await failure(send(sink, critical, { secure: 'starttls', ...login }))
    expect(refused).toMatchObject({
      permanent: true,
      message: 'the mail server offers no STARTTLS, so nothing was sent',
    })
    expect(sink.received.filter((line) => !line.startsWith('EHLO'))).toEqual([])
  })

  it('sends nothing to a server with an untrusted certificate', async () => {
    const sink = await sinkWith({
      certificate: createAuthority('Somebody').issue({ names: ['127.0.0.1'] }),
      offers: ['AUTH PLAIN'],
    })
    const refused = await failure(send(sink, critical, { secure: 'starttls', ...login }))
    expect(refused.message).toMatch(/^the certificate of 127\.0\.0\.1 was issued by "Somebody", which is not trusted/)
    expect(sink.received.some((line) => line.startsWith('AUTH'))).toBe(false)
  })

  it('does not accept plaintext that arrives before TLS', async () => {
    const sink = await sinkWith({
      answer: (line) => (line === 'STARTTLS' ? '220 go\r\n250 injected' : undefined),
      certificate,
    })
    const refused = await failure(send(sink, critical, { secure: 'starttls' }))
    expect(refused.message).toMatch(/kept talking when TLS was to begin$/)
  })

  it('logs in with LOGIN if the server supports nothing else', async () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    const answers: Record<string, string> = {
      'AUTH LOGIN': '334 VXNlcm5hbWU6',
      [base64(login.username)]: '334 UGFzc3dvcmQ6',
      [base64(login.password)]: '235 in',
    }
    const sink = await sinkWith({
      certificate,
      implicit: true,
      offers: ['AUTH LOGIN'],
      answer: (line) => answers[line],
    })
    await send(sink, critical, { secure: 'tls', ...login })
    expect(sink.emails).toHaveLength(2)
  })

  it('logs in with an access token where passwords are refused', async () => {
    const tokens = await startTokenServer()
    const client = { oauthTokenUrl: tokens.url, oauthClientId: 'app', oauthClientSecret: 'pass"word 1' }
    const good = tokenLogin({ username: 'alerts@h', password: 'token-2' })
    const answer = (line: string): string | undefined =>
      line.startsWith('AUTH') && !line.endsWith(good) ? '334 e30=' : line === '' ? '535 5.7.139 disabled' : undefined
    const sink = await sinkWith({ certificate, implicit: true, offers: ['AUTH XOAUTH2'], answer })
    const own = { secure: 'tls', authType: 'oauth2', username: 'alerts@h', ...client }
    // One net, so that the second channel test finds the first token in the cache, revoked.
    expect(await failure(send(sink, critical, own))).toMatchObject({
      permanent: true,
      message: 'the mail server rejected the login: 535 5.7.139 disabled',
    })
    await send(sink, critical, own)
    expect([sink.emails.length, tokens.requests.length]).toEqual([2, 2])
    const { message } = await failure(send(sink, critical, { ...own, authType: 'password', ...login }))
    expect(message).toBe('the mail server offers no password login')
  })

  it('is tried again later if no token can be had', async () => {
    const tokens = await startTokenServer(() => ({ error: 'temporarily_unavailable' }))
    const sink = await sinkWith({ certificate, implicit: true, offers: ['AUTH XOAUTH2'] })
    const client = { oauthTokenUrl: tokens.url, oauthClientId: 'app', oauthClientSecret: login.password }
    const own = { secure: 'tls', authType: 'oauth2', username: 'alerts@h', ...client }
    expect(await failure(send(sink, critical, own))).toMatchObject({
      permanent: false,
      message: expect.stringMatching(/^no OAuth token: .* \(temporarily_unavailable\)$/),
    })
    expect(sink.received).toEqual([])
  })

  it.each([
    [
      'refuses the login',
      {
        offers: ['AUTH PLAIN'],
        answer: (line: string) => (line.startsWith('AUTH') ? `535 5.7.8 no: ${line} ${login.password}` : undefined),
      },
      true,
    ],
    [
      'cannot judge the login now',
      { offers: ['AUTH PLAIN'], answer: (line: string) => (line.startsWith('AUTH') ? '454 4.7.0 later' : undefined) },
      false,
    ],
    ['offers no login', { offers: [] }, true],
  ])('fails when the server %s', async (_what, options, permanent) => {
    const sink = await sinkWith({ certificate, implicit: true, ...options })
    expect(await failure(send(sink, critical, { secure: 'tls', ...login }))).toMatchObject({ permanent })
  })

  it.each([
    [
      'is not ready',
      { greeting: '554 no service' },
      { permanent: true, message: 'the mail server is not ready: 554 no service' },
    ],
    [
      'is busy',
      { greeting: '421 too many connections' },
      { permanent: false, message: 'the mail server is not ready: 421 too many connections' },
    ],
    ['does not speak SMTP', { greeting: 'SSH-2.0-OpenSSH_9.2' }, { permanent: false }],
    [
      'wants a login first',
      { answer: (line: string) => (line.startsWith('MAIL') ? '530 5.7.0 log in' : undefined) },
      { permanent: true },
    ],
    [
      'refuses the letter',
      { answer: (line: string) => (line === 'DATA' ? '451 greylisted' : undefined) },
      { permanent: false },
    ],
  ])('fails when the server %s', async (_what, options, expected) => {
    const sink = await sinkWith(options)
    expect(await failure(send(sink, critical))).toMatchObject(expected)
  })

  it('reports failed recipients and sends to the others', async () => {
    const sink = await sinkWith({ answer: (line) => (line.includes('<ada@') ? '550 5.1.1 no such user' : undefined) })
    expect(await failure(send(sink, critical))).toMatchObject({
      permanent: true,
      message: '1 of 2 emails were sent; a***@example.test: the mail server rejected it: 550 5.1.1 no such user',
    })
    expect(sink.emails.map(({ to }) => to)).toEqual(['grace@example.test'])
  })

  it('reports the accepted emails before a session broke', async () => {
    const sink = await sinkWith({
      answer: (line) => (line.includes('<grace@') ? '421 4.3.2 shutting down' : undefined),
    })
    expect(await failure(send(sink, critical))).toMatchObject({
      permanent: false,
      message:
        '1 of 2 emails were sent; g***@example.test: the mail server closed the connection: 421 4.3.2 ' +
        'shutting down',
    })
  })

  it('sends to non-ASCII addresses if the server supports it', async () => {
    const people = [{ name: 'Jürgen', email: 'jürgen@bücher.test', phone: null }]
    const modern = await sinkWith({ offers: ['SMTPUTF8', 'SIZE 1000000'] })
    await send(modern, critical, {}, { people })
    const sent = Buffer.from(modern.received.join('\n'), 'latin1').toString()
    expect(sent).toMatch(/MAIL FROM:<alerts@lapwing\.test> SIZE=\d+ SMTPUTF8\nRCPT TO:<jürgen@xn--bcher-kva\.test>/)
    const old = await sinkWith({})
    expect(await failure(send(old, critical, {}, { people }))).toMatchObject({ permanent: true })
  })

  it('stops when the attempt times out', async () => {
    const stop = new AbortController()
    const sink = await sinkWith({
      answer: (line) => (line === 'DATA' ? (stop.abort(new DeadlinePassed(10_000)), '') : undefined),
    })
    expect(await failure(send(sink, critical, {}, { signal: stop.signal }))).toMatchObject({
      permanent: false,
      message: expect.stringContaining('no response within 10 s'),
    })
  })

  it('respects the address policy', async () => {
    const sink = await sinkWith({})
    const closed = openNet({ policy: createPolicy({ allowPrivate: false }) })
    await failure(send(sink, critical, {}, { net: closed }))
    expect(sink.received).toEqual([])
  })

  it('is retried if the connection is refused', async () => {
    expect(await failure(email.send(critical, config(1), sendContext({ net })))).toMatchObject({
      permanent: false,
      message: 'connection refused by 127.0.0.1:1',
    })
  })
})

describe('the config of an email channel', () => {
  it.each([
    ['alerts@example.com', true],
    ['Acme Alerts <alerts@example.com>', true],
    ['Acme, Inc. <alerts@example.com>', true],
    ['alerts', false],
    ['a@example.com, b@example.com', false],
    ['<a@example.com> <b@example.com>', false],
    ['a@example.com\r\nBcc: b@example.com', false],
  ])('accepts %j as sender: %s', (from, isGood) => {
    expect(channelProblems(email, config(25, { from }))).toEqual(
      isGood ? [] : ['config.from: must be an address, or Name <address>'],
    )
  })

  it('sends no password unencrypted', () => {
    expect(channelProblems(email, config(25, login))).toEqual([
      'config.username: cannot be set with secure none, because credentials would be sent unencrypted',
    ])
    expect(channelProblems(email, config(25, { secure: 'tls', username: 'ada' }))).toEqual([
      'config.password: must be set together with username',
    ])
  })

  it('needs a whole client to log in with tokens', () => {
    const oauth2 = { secure: 'tls', authType: 'oauth2' }
    expect(channelProblems(email, config(25, oauth2))).toEqual(
      ['username', 'oauthTokenUrl', 'oauthClientId', 'oauthClientSecret'].map(
        (key) => `config.${key}: Required with authType oauth2`,
      ),
    )
    const client = { oauthTokenUrl: 'https://login.example.com/token', oauthClientId: 'app' }
    const person = { ...oauth2, username: 'a@example.com', ...client, oauthRefreshToken: '1/x' }
    expect(channelProblems(email, config(25, person))).toEqual([])
  })
})
