// Submits messages with one recipient each to a mail server. Credentials and messages are sent only over TLS, unless
// the channel is configured without it.
import { domainToASCII } from 'node:url'
import type { MailServer } from '../../domain/mail-server.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { Lines } from '../../protocols/lines.ts'
import { type MailLogin, redactReply } from '../../protocols/mail/account.ts'
import { SmtpClient, type SmtpMessage, type SmtpReply, hangingUp } from '../../protocols/mail/smtp.ts'
import { DeliveryFailed, type SendContext } from '../define.ts'
import { oneLine } from './escape.ts'

type SubmissionContext = Pick<SendContext, 'net' | 'signal'>

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
  { net, signal }: SubmissionContext,
): Promise<(DeliveryFailed | null)[]> {
  const results: (DeliveryFailed | null)[] = []
  let lines: Lines | null = null
  let handingOver = false
  try {
    const { host, port } = server
    lines = new Lines(await net.connect({ host, port, ipVersion: 'any', signal }), signal)
    const client = new SmtpClient(lines, server.login)
    await begin({ client, lines, server, net })
    handingOver = true
    for (const message of messages) results.push(await handOver(client, message, server))
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
  readonly net: SendContext['net']
}

async function begin({ client, lines, server, net }: SubmissionSession): Promise<void> {
  const host = server.host.replace(/^\[|\]$/g, '')
  const encrypt = (): Promise<unknown> => lines.encrypt(net, { serverName: domainToASCII(host) || host, verify: true })
  if (server.secure === 'tls') await encrypt()
  expectCode(220, await client.greeting(), { server, what: 'the mail server is not ready' })
  await introduce(client, server)
  if (server.secure === 'starttls') {
    if (!client.extensions.has('STARTTLS'))
      throw new DeliveryFailed('the mail server offers no STARTTLS, so nothing was sent', { permanent: true })
    expectCode(220, await client.ask('STARTTLS'), { server, what: 'the mail server rejected STARTTLS' })
    await encrypt()
    await introduce(client, server)
  }
  if (server.login) await logIn(client, server, server.login)
}

async function introduce(client: SmtpClient, server: MailServer): Promise<void> {
  expectCode(250, await client.introduce(), { server, what: 'the mail server refuses the session' })
}

async function logIn(client: SmtpClient, server: MailServer, login: MailLogin): Promise<void> {
  if (!client.takesPasswords) throw new DeliveryFailed('the mail server offers no password login', { permanent: true })
  expectCode(235, await client.logIn(login), { server, what: 'the mail server rejected the login' })
}

/** Returns null if the server accepts the message, and the error if it rejects only this one. */
async function handOver(client: SmtpClient, message: SmtpMessage, server: MailServer): Promise<DeliveryFailed | null> {
  if (!client.canAddress(message))
    return new DeliveryFailed('the mail server accepts no addresses with characters beyond ASCII', { permanent: true })
  const reply = await client.submit(message)
  if (reply.code === 250) return null
  if (reply.code === hangingUp) throw refused(reply, { server, what: 'the mail server closed the connection' })
  await client.ask('RSET')
  return refused(reply, { server, what: 'the mail server rejected it' })
}

interface SubmissionRefusal {
  readonly server: MailServer
  readonly what: string
}

function expectCode(code: number, reply: SmtpReply, refusal: SubmissionRefusal): void {
  if (reply.code !== code) throw refused(reply, refusal)
}

function refused({ code, text }: SmtpReply, { server, what }: SubmissionRefusal): DeliveryFailed {
  return new DeliveryFailed(`${what}: ${redactReply(oneLine(text), server.login)}`, { permanent: code >= 500 })
}
