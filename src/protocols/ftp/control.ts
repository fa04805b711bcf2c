// The control connection of an FTP session: commands and their replies, in clear or inside TLS.
import { TargetDown } from '../../domain/outcome.ts'
import type { Connection, Net, SecureConnection } from '../../net/index.ts'
import { Lines } from '../lines.ts'

export interface FtpReply {
  readonly code: number
  /** All of it as it was sent, one line per line. */
  readonly text: string
  /** Its last line, for a sentence. */
  readonly line: string
}

type Encryption = Parameters<Lines['encrypt']>[1]

const maxReplyLines = 1000
const shownLength = 200

export class FtpControl {
  readonly #net: Net
  readonly #lines: Lines
  #encrypted: SecureConnection | null = null

  constructor(net: Net, connection: Connection, signal: AbortSignal) {
    this.#net = net
    this.#lines = new Lines(connection, signal)
  }

  get connection(): Connection {
    return this.#lines.connection
  }

  get encrypted(): SecureConnection | null {
    return this.#encrypted
  }

  /** The greeting; a server that asks to wait is waited for. */
  async greeting(): Promise<FtpReply> {
    const reply = await this.finalReply()
    if (reply.code === 220) return reply
    throw new TargetDown('other', `the server is not ready: ${reply.line}`)
  }

  /** Says something and answers with the reply that ends the matter. */
  async ask(command: string): Promise<FtpReply> {
    this.#lines.say(command)
    return this.finalReply()
  }

  /** Says something and answers with the first reply, which may announce another. */
  async start(command: string): Promise<FtpReply> {
    this.#lines.say(command)
    return this.#reply()
  }

  /** The next reply that ends a matter. */
  async finalReply(): Promise<FtpReply> {
    let reply = await this.#reply()
    while (reply.code < 200) reply = await this.#reply()
    return reply
  }

  /** What the server says it can do beyond the ordinary, by its first word; AUTH also with the way it names. */
  async features(): Promise<ReadonlySet<string>> {
    const reply = await this.ask('FEAT')
    const lines = reply.code === 211 ? reply.text.split('\n').slice(1, -1) : []
    const words = lines.map((line) => line.trim().toUpperCase().split(/[ ;]+/))
    return new Set(words.flatMap(([first = '', ...rest]) => [first, ...rest.map((word) => `${first} ${word}`)]))
  }

  async logIn(username: string, password: string): Promise<FtpReply> {
    const asked = await this.ask(`USER ${username}`)
    return asked.code === 331 ? this.ask(`PASS ${password}`) : asked
  }

  async encrypt(encryption: Encryption): Promise<SecureConnection> {
    this.#encrypted = await this.#lines.encrypt(this.#net, encryption)
    return this.#encrypted
  }

  /** Says goodbye and does not wait for an answer. */
  leave(): void {
    this.#lines.say('QUIT')
    this.#lines.connection.socket.destroySoon()
  }

  async #reply(): Promise<FtpReply> {
    const first = await this.#lines.next()
    if (!/^[1-6]\d\d([ -]|$)/.test(first)) throw notFtp(this.#lines.peer, first)
    const code = first.slice(0, 3)
    const lines = [first]
    if (first[3] === '-') {
      do lines.push(await this.#lines.next())
      while (!isLast(lines, code))
    }
    return { code: Number(code), text: lines.join('\n'), line: lines.at(-1)!.slice(0, shownLength) }
  }
}

/** What a server answers to a name or a password when it lets somebody in. */
export function isLoggedIn({ code }: FtpReply): boolean {
  return code === 202 || code === 230 || code === 232
}

function isLast(lines: readonly string[], code: string): boolean {
  if (lines.length > maxReplyLines) throw new TargetDown('other', 'the server sends a reply that does not end')
  const last = lines.at(-1)!
  return last === code || last.startsWith(`${code} `)
}

function notFtp(peer: string, line: string): TargetDown {
  const said = /^[\x20-\x7e]+$/.test(line) ? `: it said "${line.slice(0, 80)}"` : ''
  return new TargetDown('other', `${peer} does not speak FTP${said}`)
}
