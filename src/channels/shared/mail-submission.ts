// Hands letters to a mail server, each to one recipient. Logins and letters go only where TLS was agreed on, unless the
// channel was set up to do without it.
import { domainToASCII } from 'node:url'
import { TargetDown } from '../../domain/outcome.ts'
import type { Connection, Net } from '../../net/index.ts'
import { Lines } from '../../protocols/lines.ts'
import { DeliveryFailed } from '../define.ts'
import { cut, oneLine } from './words.ts'

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly secure: 'starttls' | 'tls' | 'none'
  readonly login: { readonly username: string; readonly password: string } | null
}

export interface Letter {
  /** Bare addresses. */
  readonly from: string
  readonly to: string
  /** Headers and body. */
  readonly content: Buffer
}

interface Reply {
  readonly code: number
  readonly text: string
  readonly lines: readonly string[]
}

const maxReplyLines = 100

interface Surroundings {
  readonly net: Net
  readonly signal: AbortSignal
}

// A letter costs a handful of round trips, and all of them together have to be done before the attempt times out.
const lettersPerSession = 10
const maxSessions = 4

/** What came of each letter: null when the server took it. */
export async function submit(
  letters: readonly Letter[],
  server: MailServer,
  around: Surroundings,
): Promise<(DeliveryFailed | null)[]> {
  const sessions = Math.min(maxSessions, Math.ceil(letters.length / lettersPerSession))
  const size = Math.ceil(letters.length / sessions)
  const shares = Array.from({ length: sessions }, (_, index) => letters.slice(index * size, (index + 1) * size))
  return (await Promise.all(shares.map((share) => submitShare(share, server, around)))).flat()
}

/** When the session breaks, so does what was still to be handed over in it. */
async function submitShare(
  letters: readonly Letter[],
  server: MailServer,
  { net, signal }: Surroundings,
): Promise<(DeliveryFailed | null)[]> {
  const results: (DeliveryFailed | null)[] = []
  let session: Submission | null = null
  try {
    const connection = await net.connect({ host: server.host, port: server.port, ipVersion: 'any', signal })
    session = new Submission(server, connection, net, signal)
    await session.begin()
    for (const letter of letters) results.push(await session.hand(letter))
    session.leave()
    return results
  } catch (error) {
    session?.breakOff()
    const failure = error instanceof TargetDown ? new DeliveryFailed(error.message, { cause: error }) : error
    if (!(failure instanceof DeliveryFailed)) throw failure
    return [...results, ...letters.slice(results.length).map(() => failure)]
  }
}

class Submission {
  readonly #server: MailServer
  readonly #net: Net
  readonly #lines: Lines
  #offers = new Map<string, string>()

  constructor(server: MailServer, connection: Connection, net: Net, signal: AbortSignal) {
    this.#server = server
    this.#net = net
    this.#lines = new Lines(connection, signal)
  }

  async begin(): Promise<void> {
    const { secure, login } = this.#server
    if (secure === 'tls') await this.#encrypt()
    const greeting = await this.#hear()
    if (greeting.code !== 220) throw this.#refused('the mail server is not ready', greeting)
    await this.#introduce()
    if (secure === 'starttls') await this.#startTls()
    if (login) await this.#logIn(login)
  }

  /** Null when the server took it; what it said when it did not, and then the next one may be tried. */
  async hand({ from, to, content }: Letter): Promise<DeliveryFailed | null> {
    const [sender, recipient] = [wireAddress(from), wireAddress(to)]
    const isInternational = /[^\x20-\x7e]/.test(sender + recipient)
    if (isInternational && !this.#offers.has('SMTPUTF8'))
      return new DeliveryFailed('the mail server takes no addresses with letters beyond ASCII', { permanent: true })
    const data = onTheWire(content)
    const size = this.#offers.has('SIZE') ? ` SIZE=${data.length}` : ''
    const steps = [
      `MAIL FROM:<${sender}>${size}${isInternational ? ' SMTPUTF8' : ''}`,
      `RCPT TO:<${recipient}>`,
      'DATA',
    ]
    for (const step of steps) {
      const reply = await this.#ask(step)
      if (reply.code >= 400) return this.#afterRefusal(step, reply)
    }
    this.#lines.connection.socket.write(data)
    const reply = await this.#hear()
    return reply.code === 250 ? null : this.#afterRefusal('the letter', reply)
  }

  /** All letters are in the server's hands, so nobody waits for its goodbye. */
  leave(): void {
    this.#lines.say('QUIT')
    this.#lines.connection.socket.destroySoon()
  }

  breakOff(): void {
    this.#lines.connection.socket.destroy()
  }

  async #introduce(): Promise<void> {
    const address = this.#lines.connection.socket.localAddress ?? '127.0.0.1'
    const name = address.includes(':') ? `[IPv6:${address.replace(/%.*$/, '')}]` : `[${address}]`
    const reply = await this.#ask(`EHLO ${name}`)
    if (reply.code !== 250) throw this.#refused('the mail server does not want to talk to us', reply)
    const offers = reply.lines.slice(1).map((line) => line.toUpperCase().split(/[\s=]+/))
    this.#offers = new Map(offers.map(([keyword = '', ...words]) => [keyword, words.join(' ')]))
  }

  async #startTls(): Promise<void> {
    if (!this.#offers.has('STARTTLS'))
      throw new DeliveryFailed('the mail server offers no STARTTLS, so nothing was sent', { permanent: true })
    const reply = await this.#ask('STARTTLS')
    if (reply.code !== 220) throw this.#refused('the mail server refused STARTTLS', reply)
    await this.#encrypt()
    await this.#introduce()
  }

  async #encrypt(): Promise<void> {
    const host = this.#server.host.replace(/^\[|\]$/g, '')
    await this.#lines.encrypt(this.#net, { serverName: domainToASCII(host) || host, verify: true })
  }

  async #logIn({ username, password }: NonNullable<MailServer['login']>): Promise<void> {
    const mechanisms = this.#offers.get('AUTH')?.split(' ') ?? []
    if (!mechanisms.includes('PLAIN') && !mechanisms.includes('LOGIN'))
      throw new DeliveryFailed('the mail server offers no login with a password', { permanent: true })
    const reply = mechanisms.includes('PLAIN')
      ? await this.#ask(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`)
      : await this.#logInBySteps(base64(username), base64(password))
    if (reply.code !== 235) throw this.#refused('the mail server refused the login', reply)
  }

  async #logInBySteps(...answers: readonly string[]): Promise<Reply> {
    let reply = await this.#ask('AUTH LOGIN')
    for (const answer of answers) if (reply.code === 334) reply = await this.#ask(answer)
    return reply
  }

  async #afterRefusal(step: string, reply: Reply): Promise<DeliveryFailed> {
    if (reply.code === 421) throw this.#refused('the mail server hung up', reply)
    if (!step.startsWith('MAIL')) await this.#ask('RSET')
    return this.#refused('the mail server refused it', reply)
  }

  #refused(what: string, { code, text }: Reply): DeliveryFailed {
    const { login } = this.#server
    const secrets = login
      ? [base64(`\0${login.username}\0${login.password}`), base64(login.password), login.password]
      : []
    const said = secrets.reduce(
      (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[redacted]')),
      oneLine(text),
    )
    return new DeliveryFailed(`${what}: ${cut(said, 200)}`, { permanent: code >= 500 })
  }

  #ask(command: string): Promise<Reply> {
    this.#lines.say(command)
    return this.#hear()
  }

  async #hear(): Promise<Reply> {
    const lines: string[] = []
    for (;;) {
      const line = await this.#lines.next()
      const [, code, mark, text = ''] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? []
      if (!code || lines.length >= maxReplyLines)
        throw new TargetDown('other', `${this.#lines.peer} does not speak SMTP`)
      lines.push(text)
      if (mark !== '-') return { code: Number(code), lines, text: `${code} ${lines.join(' ')}` }
    }
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The domain in ASCII; the part before it cannot be spelled any other way. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/**
 * Every line ends in CRLF, one that begins with a dot gets a second one, and a dot alone ends the letter (RFC 5321, 4.5.2).
 * A bare CR or LF would let a letter end where one server sees an end and another does not.
 */
function onTheWire(content: Buffer): Buffer {
  const lines = content
    .toString('latin1')
    .replace(/\r?\n$/, '')
    .split(/\r\n|\r|\n/)
  return Buffer.from(
    `${lines.map((line) => (line.startsWith('.') ? `.${line}` : line)).join('\r\n')}\r\n.\r\n`,
    'latin1',
  )
}
