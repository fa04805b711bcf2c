// An SMTP client (RFC 5321) over lines: greeting, EHLO, login, and messages. Every command returns the server's reply;
// the caller decides whether it is a failure.
import { domainToASCII } from 'node:url'
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { type MailLogin, base64, plainLogin, redactReply, tokenLogin, withNewToken } from './account.ts'

export interface SmtpReply {
  readonly code: number
  /** The text after the code, line by line. */
  readonly lines: readonly string[]
  /** `550 5.1.1 no such user` */
  readonly text: string
}

export interface SmtpMessage {
  /** Bare addresses. */
  readonly from: string
  readonly to: string
  /** Headers and body. */
  readonly content: Buffer
}

/** The server's extensions by keyword, with their parameters. */
export type SmtpExtensions = ReadonlyMap<string, string>

/** The code of a server that disconnects. */
export const hangingUp = 421

const maxReplyLines = 100

export class SmtpClient {
  /** From the last EHLO. */
  extensions: SmtpExtensions = new Map()
  readonly #lines: Lines
  readonly #account: MailLogin | null

  constructor(lines: Lines, account: MailLogin | null) {
    this.#lines = lines
    this.#account = account
  }

  greeting(): Promise<SmtpReply> {
    return this.#reply()
  }

  /** Sends EHLO, or HELO to a server that does not know it; 250 means success. */
  async introduce(): Promise<SmtpReply> {
    const name = ownName(this.#lines)
    this.extensions = new Map()
    const reply = await this.ask(`EHLO ${name}`)
    if (reply.code >= 500) return this.ask(`HELO ${name}`)
    if (reply.code === 250) this.extensions = extensionsIn(reply.lines.slice(1))
    return reply
  }

  /** Authentication mechanisms, as the server names them. */
  get loginMechanisms(): readonly string[] {
    return this.extensions.get('AUTH')?.split(' ').filter(Boolean) ?? []
  }

  takes({ isToken }: MailLogin): boolean {
    const usable = isToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN']
    return this.loginMechanisms.some((mechanism) => usable.includes(mechanism))
  }

  /** 235 means success. */
  async logIn(account: MailLogin): Promise<SmtpReply> {
    if (account.isToken)
      return withNewToken(
        account,
        () => this.#sendToken(account),
        ({ code }) => code === 235,
      )
    if (this.loginMechanisms.includes('PLAIN')) return this.ask(`AUTH PLAIN ${plainLogin(account)}`)
    let reply = await this.ask('AUTH LOGIN')
    for (const credential of [account.username, account.password])
      if (reply.code === 334) reply = await this.ask(base64(credential))
    return reply
  }

  async #sendToken(account: MailLogin): Promise<SmtpReply> {
    const reply = await this.ask(`AUTH XOAUTH2 ${tokenLogin(account)}`)
    return reply.code === 334 ? this.ask('') : reply
  }

  /** Whether the server accepts these addresses: characters beyond ASCII need an extension. */
  canAddress({ from, to }: Pick<SmtpMessage, 'from' | 'to'>): boolean {
    return this.extensions.has('SMTPUTF8') || !isInternational(from, to)
  }

  /**
   * Returns the deciding reply: 250 when the message was accepted. After any other, `RSET` prepares for the next one.
   */
  async submit({ from, to, content }: SmtpMessage): Promise<SmtpReply> {
    const data = dotStuffed(content)
    const size = this.extensions.has('SIZE') ? ` SIZE=${data.length}` : ''
    const utf8 = isInternational(from, to) ? ' SMTPUTF8' : ''
    const steps = [`MAIL FROM:<${wireAddress(from)}>${size}${utf8}`, `RCPT TO:<${wireAddress(to)}>`, 'DATA']
    for (const step of steps) {
      const reply = await this.ask(step)
      if (reply.code >= 400) return reply
    }
    this.#lines.connection.socket.write(data)
    return this.#reply()
  }

  ask(command: string): Promise<SmtpReply> {
    this.#lines.say(command)
    return this.#reply()
  }

  async #reply(): Promise<SmtpReply> {
    const texts: string[] = []
    for (;;) {
      const line = await this.#lines.next()
      const [, code, mark, text = ''] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? []
      if (!code || texts.length >= maxReplyLines) throw this.#unexpected(line)
      texts.push(text)
      if (mark !== '-') return { code: Number(code), lines: texts, text: `${code} ${texts.join(' ')}`.trim() }
    }
  }

  #unexpected(line: string): TargetDown {
    const quote = redactReply(line, this.#account).slice(0, 80)
    return new TargetDown('other', `${this.#lines.peer} does not speak SMTP: it said "${quote}"`)
  }
}

// A probe often has no resolvable name; the standard then requires its address.
function ownName({ connection }: Lines): string {
  const address = connection.socket.localAddress ?? '127.0.0.1'
  return address.includes(':') ? `[IPv6:${address.replace(/%.*$/, '')}]` : `[${address}]`
}

function extensionsIn(lines: readonly string[]): SmtpExtensions {
  const words = lines.map((line) => line.toUpperCase().split(/[\s=]+/))
  return new Map(words.map(([keyword = '', ...rest]) => [keyword, rest.join(' ')]))
}

/** The domain in ASCII; the local part has no other spelling. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

function isInternational(...addresses: readonly string[]): boolean {
  return addresses.some((address) => /[^\x20-\x7e]/.test(wireAddress(address)))
}

/**
 * Every line ends in CRLF, one that begins with a dot gets a second one, and a dot alone ends the message (RFC 5321,
 * 4.5.2). A bare CR or LF would let a message end where one server sees an end and another does not.
 */
function dotStuffed(content: Buffer): Buffer {
  const lines = content
    .toString('latin1')
    .replace(/\r?\n$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (line.startsWith('.') ? `.${line}` : line))
  return Buffer.from(`${lines.join('\r\n')}\r\n.\r\n`, 'latin1')
}
