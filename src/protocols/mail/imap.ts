// A read-only IMAP client (RFC 3501): it logs in, examines a mailbox and queries it.
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { type MailLogin, plainLogin, quoted, redactReply, tokenLogin, withNewToken } from './account.ts'
import {
  type QuotaResource,
  arrivalIn,
  countsIn,
  mailboxName,
  messagesIn,
  quotaResourcesIn,
  sizeIn,
  valueOf,
  valuesOf,
} from './imap-syntax.ts'

export interface ImapReply {
  readonly isOk: boolean
  /** The text of the result: `[AUTHENTICATIONFAILED] Authentication failed.` */
  readonly text: string
  /** The untagged responses, each without `* `. Literals are left out. */
  readonly data: readonly string[]
}

export type ImapCapabilities = ReadonlySet<string>

// A line may contain a name or two as literals; a server that keeps sending them would never end the line.
const maxLiterals = 16

export class ImapClient {
  readonly #lines: Lines
  readonly #account: MailLogin | null
  #commands = 0

  constructor(lines: Lines, account: MailLogin | null) {
    this.#lines = lines
    this.#account = account
  }

  /** Reads the greeting, with which a server may also refuse. */
  async greeting(): Promise<string> {
    const line = await this.#line()
    if (/^\* (OK|PREAUTH)\b/i.test(line)) return line
    if (/^\* BYE\b/i.test(line)) throw this.#sentAway(line)
    throw this.#unexpected(line)
  }

  /** The replies are sent one after the other, when the server requests continuation. */
  async ask(command: string, ...replies: string[]): Promise<ImapReply> {
    const tag = `a${++this.#commands}`
    this.#lines.say(`${tag} ${command}`)
    const data: string[] = []
    for (;;) {
      const line = await this.#line()
      const [, result, text = ''] = line.startsWith(`${tag} `) ? (/^\S+ (OK|NO|BAD)(?: (.*))?$/i.exec(line) ?? []) : []
      if (result) return { isOk: /^ok$/i.test(result), text, data }
      if (/^\* BYE\b/i.test(line)) throw this.#sentAway(line)
      if (line.startsWith('* ')) data.push(line.slice(2))
      else if (line.startsWith('+') && replies.length > 0) this.#lines.say(replies.shift()!)
      else throw this.#unexpected(line)
    }
  }

  /** The server's capabilities: taken from a response that lists them, or requested. */
  async capabilities(text: string): Promise<ImapCapabilities> {
    const inline = /\[CAPABILITY ([^[\]]*)\]/i.exec(text)?.[1]
    const capabilities = inline ?? valueOf('CAPABILITY', (await this.ask('CAPABILITY')).data)
    return new Set(capabilities?.toUpperCase().trim().split(/ +/))
  }

  logIn(account: MailLogin, offered: ImapCapabilities): Promise<ImapReply> {
    if (account.isToken)
      return withNewToken(
        account,
        () => this.ask('AUTHENTICATE XOAUTH2', tokenLogin(account), ''),
        ({ isOk }) => isOk,
      )
    if (offered.has('AUTH=PLAIN')) return this.ask('AUTHENTICATE PLAIN', plainLogin(account))
    return this.ask(`LOGIN ${quoted(account.username)} ${quoted(account.password)}`)
  }

  /** Counts of a mailbox that is not open, by their names. */
  async status(mailbox: string, items: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { data } = await this.ask(`STATUS ${mailboxName(mailbox)} (${items.join(' ')})`)
    return countsIn(valueOf('STATUS', data) ?? '')
  }

  /** EXAMINE: opens the mailbox read-only and keeps messages marked as recent. */
  async examine(mailbox: string): Promise<ImapReply & { readonly messages: number | undefined }> {
    const reply = await this.ask(`EXAMINE ${mailboxName(mailbox)}`)
    return { ...reply, messages: messagesIn(reply.data) }
  }

  /** When messages of the open mailbox arrived, as milliseconds since 1970. */
  async arrivals(first: number, last: number): Promise<number[]> {
    const { data } = await this.ask(`FETCH ${first}:${last} INTERNALDATE`)
    return data.map(arrivalIn).filter((time) => time !== null)
  }

  /** Bytes of each message of the open mailbox; null when the server refuses. */
  async sizes(): Promise<number[] | null> {
    const { isOk, data } = await this.ask('FETCH 1:* RFC822.SIZE')
    return isOk ? data.map(sizeIn).filter((size) => size !== null) : null
  }

  /** The number of folders that can hold mail: some only contain other folders. Null when the server refuses. */
  async folders(): Promise<number | null> {
    const { isOk, data } = await this.ask('LIST "" "*"')
    const folders = valuesOf('LIST', data).filter((value) => !/^\([^)]*\\(Noselect|NonExistent)\b/i.test(value))
    return isOk ? folders.length : null
  }

  async quota(mailbox: string): Promise<QuotaResource[]> {
    const { data } = await this.ask(`GETQUOTAROOT ${mailboxName(mailbox)}`)
    return valuesOf('QUOTA', data).flatMap(quotaResourcesIn)
  }

  async #line(): Promise<string> {
    let line = await this.#lines.next()
    for (let literals = 0; ; literals++) {
      const literal = /\{(\d{1,9})\}$/.exec(line)
      if (!literal) return line
      if (literals === maxLiterals)
        throw new TargetDown('other', `${this.#lines.peer} sent a line of more than ${maxLiterals} literals`)
      await this.#lines.skip(Number(literal[1]))
      line = `${line.slice(0, literal.index)}""${await this.#lines.next()}`
    }
  }

  #sentAway(line: string): TargetDown {
    return new TargetDown('other', `the server ended the conversation: ${redactReply(line.slice(2), this.#account)}`)
  }

  #unexpected(line: string): TargetDown {
    const quote = redactReply(line, this.#account).slice(0, 80)
    return new TargetDown('other', `${this.#lines.peer} does not speak IMAP: it said "${quote}"`)
  }
}
