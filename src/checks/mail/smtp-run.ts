import { TargetDown } from '../../domain/outcome.ts'
import { type Account, base64, plainLogin } from '../../protocols/mail/account.ts'
import { type MailServer, type MailSession, accountOf, inSession } from './session.ts'
import { type ReverseNames, reverseNames } from './reverse-names.ts'
import type { Job, RunContext } from '../run.ts'
import { asciiName, hostIn, isIp, portIn } from '../targets.ts'

interface SmtpConfig {
  readonly port: number
  readonly checkOpenRelay: boolean
  readonly checkPtr: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly tlsMode: 'starttls' | 'implicit'
  readonly verifyTls: boolean
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

interface Reply {
  readonly code: number
  readonly lines: readonly string[]
  /** `550 5.1.1 no such user` */
  readonly text: string
}

const maxReplyLines = 100
const shownExtensions = 40

export async function runSmtp({ target, config, deadlineMs }: Job<SmtpConfig>, context: RunContext): Promise<void> {
  const server = serverOf(target, config)
  await inSession(server, context, async (session) => {
    const names = config.checkPtr ? await lookBack(session, deadlineMs) : null
    const greeting = await hear(session)
    session.show('greeting', session.quote(greeting.text))
    if (greeting.code !== 220) throw new TargetDown('other', `the server is not ready: ${session.quote(greeting.text)}`)
    judgeBanner(session, greeting, names)
    const offered = await introduce(session)
    session.measure('tls_supported', session.isEncrypted || offered.has('STARTTLS') ? 1 : 0)
    if (server.account) await logIn(session, offered)
    else if (config.checkOpenRelay) await tryToRelay(session)
    await session.leave('RSET', 'QUIT')
  })
}

const impliedModes: Readonly<Record<number, SmtpConfig['tlsMode']>> = { 465: 'implicit', 587: 'starttls' }

function serverOf(target: string, config: SmtpConfig): MailServer {
  const port = portIn(target) ?? config.port
  const account = accountOf(config)
  const { verifyTls, ipVersion } = config
  const tlsMode = impliedModes[port] ?? config.tlsMode
  return {
    type: 'smtp',
    host: hostIn(target),
    port,
    tlsMode,
    verifyTls,
    ipVersion,
    account,
    measuresTls: account !== null,
  }
}

async function lookBack(session: MailSession, deadlineMs: number): Promise<ReverseNames> {
  const found = await reverseNames(session.lines.connection.address, session.context, deadlineMs / 4)
  if (found.names) session.measure('ptr_valid', found.confirmed.length > 0 ? 1 : 0)
  session.show('ptr', found.names ?? found.problem)
  return found
}

/** A name has to be in the greeting. An address has the names that lead back to it; without any, nobody can tell. */
function judgeBanner(session: MailSession, { lines: [said = ''] }: Reply, back: ReverseNames | null): void {
  const { host } = session.server
  const names = isIp(host) ? (back?.confirmed ?? []) : [asciiName(host)]
  if (names.length === 0) return
  const words = new Set(
    said
      .toLowerCase()
      .split(/[\s<>()[\],;]+/)
      .map(withoutDot),
  )
  session.measure('banner_match', names.some((name) => words.has(withoutDot(name.toLowerCase()))) ? 1 : 0)
}

const withoutDot = (name: string): string => name.replace(/\.$/, '')

/** What the server offers, by keyword with the words after it. */
type Extensions = ReadonlyMap<string, string>

async function introduce(session: MailSession): Promise<Extensions> {
  const name = ourName(session)
  const reply = await ask(session, `EHLO ${name}`)
  if (reply.code === 250) {
    session.show(
      'extensions',
      reply.lines.slice(1, shownExtensions).map((line) => session.quote(line)),
    )
    return extensionsIn(reply.lines.slice(1))
  }
  const plain = reply.code >= 500 ? await ask(session, `HELO ${name}`) : reply
  if (plain.code !== 250)
    throw new TargetDown('other', `the server does not want to talk to us: ${session.quote(plain.text)}`)
  return new Map()
}

// A probe often has no name of its own that anybody could look up; its address is what the standard wants then.
function ourName({ lines: { connection } }: MailSession): string {
  const address = connection.socket.localAddress ?? '127.0.0.1'
  return address.includes(':') ? `[IPv6:${address.replace(/%.*$/, '')}]` : `[${address}]`
}

function extensionsIn(lines: readonly string[]): Extensions {
  return new Map(
    lines.map((line) => {
      const [keyword = '', ...words] = line.toUpperCase().split(/[\s=]+/)
      return [keyword, words.join(' ')] as const
    }),
  )
}

async function logIn(session: MailSession, offered: Extensions): Promise<void> {
  const mechanisms = (session.isEncrypted ? offered : await startTls(session, offered)).get('AUTH')?.split(' ') ?? []
  const log = mechanisms.includes('PLAIN') ? logInPlain : mechanisms.includes('LOGIN') ? logInInSteps : null
  if (!log) {
    const instead = mechanisms.length > 0 ? `only ${session.quote(mechanisms.join(' '))}` : 'no login at all'
    throw new TargetDown('auth', `the server offers no login with a password, ${instead}`)
  }
  await session.login(async (account) => {
    const reply = await log(session, account)
    return reply.code === 235 ? null : reply.text
  })
}

async function startTls(session: MailSession, offered: Extensions): Promise<Extensions> {
  if (!offered.has('STARTTLS')) throw session.withoutTls('the server offers no STARTTLS, so the login was not sent')
  const reply = await ask(session, 'STARTTLS')
  if (reply.code !== 220) throw session.withoutTls(`the server refused STARTTLS: ${session.quote(reply.text)}`)
  await session.encrypt()
  return introduce(session)
}

function logInPlain(session: MailSession, account: Account): Promise<Reply> {
  return ask(session, `AUTH PLAIN ${plainLogin(account)}`)
}

async function logInInSteps(session: MailSession, { username, password }: Account): Promise<Reply> {
  let reply = await ask(session, 'AUTH LOGIN')
  for (const answer of [username, password]) if (reply.code === 334) reply = await ask(session, base64(answer))
  return reply
}

// Both domains are reserved and belong to nobody, and the test ends before there is a message to deliver.
const sender = 'relay-test@example.com'
const recipient = 'relay-test@example.org'
/** The code of a server that hangs up. */
const closing = 421

async function tryToRelay(session: MailSession): Promise<void> {
  let from = sender
  let reply = await ask(session, `MAIL FROM:<${from}>`)
  if (isRefused(reply) && reply.code !== closing) {
    // Some servers look the sender's domain up and refuse a reserved one; an empty sender they must take.
    from = ''
    reply = await ask(session, 'MAIL FROM:<>')
  }
  if (!isRefused(reply)) reply = await ask(session, `RCPT TO:<${recipient}>`)
  session.measure('open_relay', isRefused(reply) ? 0 : 1)
  session.show('relay_test', { from: `<${from}>`, to: `<${recipient}>`, answer: session.quote(reply.text) })
}

const isRefused = ({ code }: Reply): boolean => code < 200 || code > 299

function ask(session: MailSession, command: string): Promise<Reply> {
  session.lines.say(command)
  return hear(session)
}

async function hear(session: MailSession): Promise<Reply> {
  const { lines } = session
  const texts: string[] = []
  for (;;) {
    const line = await lines.next()
    const [, code, mark, text = ''] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? []
    if (!code || texts.length >= maxReplyLines)
      throw new TargetDown('other', `${lines.peer} does not speak SMTP: it said "${session.quote(line).slice(0, 80)}"`)
    texts.push(text)
    if (mark !== '-') return { code: Number(code), lines: texts, text: `${code} ${texts.join(' ')}`.trim() }
  }
}
