// A read-only POP3 client (RFC 1939): it logs in, reads counts and headers, and deletes nothing.
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { type MailLogin, plainLogin, redactReply, tokenLogin, withNewToken } from './account.ts'

export interface Pop3Reply {
  /** `+OK`, or the `+` that requests continuation. */
  readonly isOk: boolean
  readonly isUnfinished: boolean
  readonly text: string
}

/** The server's capabilities by keyword, with their arguments; null when it sends none. */
export type Pop3Capabilities = ReadonlyMap<string, readonly string[]> | null

export class Pop3Client {
  readonly #lines: Lines
  readonly #account: MailLogin | null

  constructor(lines: Lines, account: MailLogin | null) {
    this.#lines = lines
    this.#account = account
  }

  /** The first line, which should begin with `+OK`. */
  greeting(): Promise<string> {
    return this.#lines.next()
  }

  async ask(command: string): Promise<Pop3Reply> {
    this.#lines.say(command)
    return this.read(await this.#lines.next())
  }

  async capabilities(): Promise<Pop3Capabilities> {
    const { isOk } = await this.ask('CAPA')
    if (!isOk) return null
    const words = (await this.#list()).map((line) => line.toUpperCase().trim().split(/ +/))
    return new Map(words.map(([keyword = '', ...rest]) => [keyword, rest]))
  }

  logIn(account: MailLogin, offered: Pop3Capabilities): Promise<Pop3Reply> {
    if (account.isToken)
      return withNewToken(
        account,
        () => this.#sendToken(account),
        ({ isOk }) => isOk,
      )
    const needsSasl = offered && !offered.has('USER') && offered.get('SASL')?.includes('PLAIN')
    if (needsSasl) return this.#sendBoth('AUTH PLAIN', plainLogin(account))
    return this.#sendBoth(`USER ${account.username}`, `PASS ${account.password}`)
  }

  /** Messages and bytes of the mailbox; undefined when the server sends none. */
  async stat(): Promise<Pop3Reply & { readonly messages?: number; readonly bytes?: number }> {
    const reply = await this.ask('STAT')
    const [, messages, bytes] = /^(\d{1,10}) (\d{1,15})\b/.exec(reply.text) ?? []
    if (!reply.isOk || messages === undefined) return reply
    return { ...reply, messages: Number(messages), bytes: Number(bytes) }
  }

  /**
   * TOP with no body lines: reads the header without marking the message as read. Null when it is refused.
   */
  async header(message: number): Promise<readonly string[] | null> {
    const { isOk } = await this.ask(`TOP ${message} 0`)
    return isOk ? this.#list() : null
  }

  read(line: string): Pop3Reply {
    const [, mark, text = ''] = /^(\+OK|-ERR|\+)(?:\s+(.*))?$/i.exec(line) ?? []
    if (mark) return { isOk: mark.startsWith('+'), isUnfinished: mark === '+', text }
    const quote = redactReply(line, this.#account).slice(0, 80)
    throw new TargetDown('other', `${this.#lines.peer} does not speak POP3: it said "${quote}"`)
  }

  async #sendToken(account: MailLogin): Promise<Pop3Reply> {
    const reply = await this.#sendBoth('AUTH XOAUTH2', tokenLogin(account))
    return reply.isUnfinished ? this.ask('') : reply
  }

  /** Sends the second line only when the first succeeded. */
  async #sendBoth(first: string, second: string): Promise<Pop3Reply> {
    const reply = await this.ask(first)
    return reply.isOk ? this.ask(second) : reply
  }

  /** The lines up to a single dot. */
  async #list(): Promise<string[]> {
    const lines: string[] = []
    for (;;) {
      const line = await this.#lines.next()
      if (line === '.') return lines
      lines.push(line.startsWith('.') ? line.slice(1) : line)
    }
  }
}

/** A header may continue on the next lines, which then begin with a space. */
export function headerField(lines: readonly string[], name: string): string | undefined {
  const start = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`))
  if (start === -1) return undefined
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => !/^[ \t]/.test(line))
  const folded = end === -1 ? after : after.slice(0, end)
  return [lines[start]?.slice(name.length + 1), ...folded].join(' ').trim()
}
