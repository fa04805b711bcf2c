import { TargetDown } from '../../domain/outcome.ts'
import { type SmtpReply, SmtpClient, hangingUp } from '../../protocols/mail/smtp.ts'
import { type MailServer, type MailSession, accountOf, inSession } from './session.ts'
import { type ReverseNames, reverseNames } from './reverse-names.ts'
import type { Job, RunContext } from '../run.ts'
import { type Endpoint, isIp } from '../targets.ts'

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

type Target = Endpoint<number | null>

const shownExtensions = 40

export async function runSmtp(
  { target, config, deadlineMs }: Job<SmtpConfig, Target>,
  context: RunContext,
): Promise<void> {
  const server = serverOf(target, config)
  await inSession(server, context, async (session) => {
    const names = config.checkPtr ? await lookBack(session, deadlineMs) : null
    const client = new SmtpClient(session.lines, server.account)
    const greeting = await client.greeting()
    session.show('greeting', session.quote(greeting.text))
    if (greeting.code !== 220) throw new TargetDown('other', `the server is not ready: ${session.quote(greeting.text)}`)
    judgeBanner(session, greeting, names)
    await introduce(session, client)
    session.measure('tls_supported', session.isEncrypted || client.extensions.has('STARTTLS') ? 1 : 0)
    if (server.account) await logIn(session, client)
    else if (config.checkOpenRelay) await tryToRelay(session, client)
    await session.leave('RSET', 'QUIT')
  })
}

const impliedModes: Readonly<Record<number, SmtpConfig['tlsMode']>> = { 465: 'implicit', 587: 'starttls' }

function serverOf(target: Target, config: SmtpConfig): MailServer {
  const port = target.port ?? config.port
  const account = accountOf(config)
  const { verifyTls, ipVersion } = config
  const tlsMode = impliedModes[port] ?? config.tlsMode
  return {
    type: 'smtp',
    host: target.host,
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
function judgeBanner(session: MailSession, { lines: [said = ''] }: SmtpReply, back: ReverseNames | null): void {
  const { host } = session.server
  const names = isIp(host) ? (back?.confirmed ?? []) : [host]
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

async function introduce(session: MailSession, client: SmtpClient): Promise<void> {
  const reply = await client.introduce()
  if (reply.code !== 250)
    throw new TargetDown('other', `the server does not want to talk to us: ${session.quote(reply.text)}`)
  if (client.extensions.size > 0) session.show('extensions', reply.lines.slice(1, shownExtensions).map(session.quote))
}

async function logIn(session: MailSession, client: SmtpClient): Promise<void> {
  if (!session.isEncrypted) await startTls(session, client)
  if (!client.takesPasswords) {
    const ways = client.loginMechanisms
    const instead = ways.length > 0 ? `only ${session.quote(ways.join(' '))}` : 'no login at all'
    throw new TargetDown('auth', `the server offers no login with a password, ${instead}`)
  }
  await session.login(async (account) => {
    const reply = await client.logIn(account)
    return reply.code === 235 ? null : reply.text
  })
}

async function startTls(session: MailSession, client: SmtpClient): Promise<void> {
  if (!client.extensions.has('STARTTLS'))
    throw session.withoutTls('the server offers no STARTTLS, so the login was not sent')
  const reply = await client.ask('STARTTLS')
  if (reply.code !== 220) throw session.withoutTls(`the server refused STARTTLS: ${session.quote(reply.text)}`)
  await session.encrypt()
  await introduce(session, client)
}

// Both domains are reserved and belong to nobody, and the test ends before there is a message to deliver.
const sender = 'relay-test@example.com'
const recipient = 'relay-test@example.org'

async function tryToRelay(session: MailSession, client: SmtpClient): Promise<void> {
  let from = sender
  let reply = await client.ask(`MAIL FROM:<${from}>`)
  if (isRefused(reply) && reply.code !== hangingUp) {
    // Some servers look the sender's domain up and refuse a reserved one; an empty sender they must take.
    from = ''
    reply = await client.ask('MAIL FROM:<>')
  }
  if (!isRefused(reply)) reply = await client.ask(`RCPT TO:<${recipient}>`)
  session.measure('open_relay', isRefused(reply) ? 0 : 1)
  session.show('relay_test', { from: `<${from}>`, to: `<${recipient}>`, answer: session.quote(reply.text) })
}

const isRefused = ({ code }: SmtpReply): boolean => code < 200 || code > 299
