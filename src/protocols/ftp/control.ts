// The control connection of an FTP session: commands and their replies, plain or over TLS.
import { TargetDown } from '../../domain/outcome.ts'
import type { Connection, Net, SecureConnection } from '../../net/index.ts'
import { Lines } from '../lines.ts'

export interface FtpReply {
  readonly code: number
  /** The whole reply, one line per line. */
  readonly text: string
  /** Its last line, for messages. */
  readonly line: string
}

type Encryption = Parameters<Lines['encrypt']>[1]

const maxReplyLines = 1000
const maxShownLength = 200

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

  /** Reads the greeting; waits if the server asks to. */
  async greeting(): Promise<FtpReply> {
    const reply = await this.finalReply()
    if (reply.code === 220) return reply
    throw new TargetDown('other', `the server is not ready: ${reply.line}`)
  }

  /** Sends a command and returns its final reply. */
  async ask(command: string): Promise<FtpReply> {
    this.#lines.say(command)
    return this.finalReply()
  }

  /** Sends a command and returns its first reply, which may be preliminary. */
  async start(command: string): Promise<FtpReply> {
    this.#lines.say(command)
    return this.#reply()
  }

  /** Reads the next final reply. */
  async finalReply(): Promise<FtpReply> {
    let reply = await this.#reply()
    while (reply.code < 200) reply = await this.#reply()
    return reply
  }

  /** The server's features by keyword; AUTH also with its mechanism. */
  async features(): Promise<ReadonlySet<string>> {
    const reply = await this.ask('FEAT')
    const lines = reply.code === 211 ? reply.text.split('\n').slice(1, -1) : []
    const features = lines.map((line) => line.trim().toUpperCase().split(/[ ;]+/))
    return new Set(features.flatMap(([first = '', ...rest]) => [first, ...rest.map((word) => `${first} ${word}`)]))
  }

  async logIn(username: string, password: string): Promise<FtpReply> {
    const reply = await this.ask(`USER ${username}`)
    return reply.code === 331 ? this.ask(`PASS ${password}`) : reply
  }

  async encrypt(encryption: Encryption): Promise<SecureConnection> {
    this.#encrypted = await this.#lines.encrypt(this.#net, encryption)
    return this.#encrypted
  }

  /** Sends QUIT without waiting for a reply. */
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
    return { code: Number(code), text: lines.join('\n'), line: lines.at(-1)!.slice(0, maxShownLength) }
  }
}

/** The replies to USER or PASS that mean success. */
export function isLoggedIn({ code }: FtpReply): boolean {
  return code === 202 || code === 230 || code === 232
}

function isLast(lines: readonly string[], code: string): boolean {
  if (lines.length > maxReplyLines) throw new TargetDown('other', 'the server sends a reply that does not end')
  const last = lines.at(-1)!
  return last === code || last.startsWith(`${code} `)
}

function notFtp(peer: string, line: string): TargetDown {
  const quote = /^[\x20-\x7e]+$/.test(line) ? `: it said "${line.slice(0, 80)}"` : ''
  return new TargetDown('other', `${peer} does not speak FTP${quote}`)
}
