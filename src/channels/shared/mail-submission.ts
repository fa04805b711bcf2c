// Submits messages with one recipient each to a mail server. Credentials and messages are sent only over TLS, unless
// the channel is configured without it.
import { domainToASCII } from 'node:url'
import type { MailServer } from '../../domain/mail-server.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { Lines } from '../../protocols/lines.ts'
import { type MailLogin, openLogin, redactReply } from '../../protocols/mail/account.ts'
import { SmtpClient, type SmtpMessage, type SmtpReply, hangingUp } from '../../protocols/mail/smtp.ts'
import { DeliveryFailed, type SendContext } from '../define.ts'
import { oneLine } from './escape.ts'

type SubmissionContext = Pick<SendContext, 'net' | 'signal' | 'clock'>

// A message takes several round trips, and all messages must be submitted before the attempt times out.
const messagesPerSession = 10
const maxSessions = 4

/** One result per message: null if the server accepted it. */
export async function submit(
  messages: readonly SmtpMessage[],
  server: MailServer,
  transport: SubmissionContext,
): Promise<(DeliveryFailed | null)[]> {
  const sessions = Math.min(maxSessions, Math.ceil(messages.length / messagesPerSession))
  const size = Math.ceil(messages.length / sessions)
  const shares = Array.from({ length: sessions }, (_, index) => messages.slice(index * size, (index + 1) * size))
  return (await Promise.all(shares.map((share) => submitShare(share, server, transport)))).flat()
}

/** If the session breaks, the remaining messages fail too. */
async function submitShare(
  messages: readonly SmtpMessage[],
  server: MailServer,
  { net, signal, clock }: SubmissionContext,
): Promise<(DeliveryFailed | null)[]> {
  const results: (DeliveryFailed | null)[] = []
  let lines: Lines | null = null
  let handingOver = false
  try {
    const { host, port } = server
    const transport = { net, signal, clock, verifyTls: true, ipVersion: 'any' } as const
    const login = server.login && (await openLogin(server.login, transport))
    lines = new Lines(await net.connect({ host, port, ipVersion: 'any', signal }), signal)
    const client = new SmtpClient(lines, login)
    await begin({ client, lines, server, login, net })
    handingOver = true
    for (const message of messages) results.push(await handOver(client, message, login))
    // The server has accepted all messages, so its reply to QUIT does not matter.
    lines.say('QUIT')
    lines.connection.socket.destroySoon()
    return results
  } catch (error) {
    lines?.connection.socket.destroy()
    const failure = error instanceof TargetDown ? new DeliveryFailed(error.message, { cause: error }) : error
    if (!(failure instanceof DeliveryFailed)) throw failure
    if (!handingOver) {
      const { message, permanent } = failure
      const refusal = new DeliveryFailed(message, { cause: error, permanent, unseen: true })
      return messages.map(() => refusal)
    }
    const cut = new DeliveryFailed(failure.message, { cause: error, uncertain: true })
    const first = error instanceof TargetDown ? cut : failure
    return [...results, ...messages.slice(results.length).map((_, index) => (index === 0 ? first : failure))]
  }
}

interface SubmissionSession {
  readonly client: SmtpClient
  readonly lines: Lines
  readonly server: MailServer
  readonly login: MailLogin | null
  readonly net: SendContext['net']
}

async function begin({ client, lines, server, login, net }: SubmissionSession): Promise<void> {
  const host = server.host.replace(/^\[|\]$/g, '')
  const encrypt = (): Promise<unknown> => lines.encrypt(net, { serverName: domainToASCII(host) || host, verify: true })
  if (server.secure === 'tls') await encrypt()
  expectCode(220, await client.greeting(), { login, what: 'the mail server is not ready' })
  await introduce(client, login)
  if (server.secure === 'starttls') {
    if (!client.extensions.has('STARTTLS'))
      throw new DeliveryFailed('the mail server offers no STARTTLS, so nothing was sent', { permanent: true })
    expectCode(220, await client.ask('STARTTLS'), { login, what: 'the mail server rejected STARTTLS' })
    await encrypt()
    await introduce(client, login)
  }
  if (login) await logIn(client, login)
}

async function introduce(client: SmtpClient, login: MailLogin | null): Promise<void> {
  expectCode(250, await client.introduce(), { login, what: 'the mail server refuses the session' })
}

async function logIn(client: SmtpClient, login: MailLogin): Promise<void> {
  if (!client.takes(login)) {
    const kind = login.isToken ? 'login by OAuth (XOAUTH2)' : 'password login'
    throw new DeliveryFailed(`the mail server offers no ${kind}`, { permanent: true })
  }
  expectCode(235, await client.logIn(login), { login, what: 'the mail server rejected the login' })
}

/** Returns null if the server accepts the message, and the error if it rejects only this one. */
async function handOver(
  client: SmtpClient,
  message: SmtpMessage,
  login: MailLogin | null,
): Promise<DeliveryFailed | null> {
  if (!client.canAddress(message))
    return new DeliveryFailed('the mail server accepts no addresses with characters beyond ASCII', { permanent: true })
  const reply = await client.submit(message)
  if (reply.code === 250) return null
  if (reply.code === hangingUp) throw refused(reply, { login, what: 'the mail server closed the connection' })
  await client.ask('RSET')
  return refused(reply, { login, what: 'the mail server rejected it' })
}

interface SubmissionRefusal {
  readonly login: MailLogin | null
  readonly what: string
}

function expectCode(code: number, reply: SmtpReply, refusal: SubmissionRefusal): void {
  if (reply.code !== code) throw refused(reply, refusal)
}

function refused({ code, text }: SmtpReply, { login, what }: SubmissionRefusal): DeliveryFailed {
  return new DeliveryFailed(`${what}: ${redactReply(oneLine(text), login)}`, { permanent: code >= 500 })
}
