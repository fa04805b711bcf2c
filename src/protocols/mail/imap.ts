// Commands of IMAP and what is answered to them, for somebody who only looks.
import { TargetDown } from '../../domain/outcome.ts'
import { valueOf } from './imap-syntax.ts'
import type { Lines } from '../lines.ts'
import { type Account, plainLogin, quoted, shown } from './account.ts'

export interface Answer {
  readonly isOk: boolean
  /** What came with the result: `[AUTHENTICATIONFAILED] Authentication failed.` */
  readonly text: string
  /** The data before it, each without `* `. What was sent in literals is left out. */
  readonly data: readonly string[]
}

export class Imap {
  readonly #lines: Lines
  readonly #account: Account | null
  #commands = 0

  constructor(lines: Lines, account: Account | null) {
    this.#lines = lines
    this.#account = account
  }

  /** The greeting, which a server may end the conversation with. */
  async greeting(): Promise<string> {
    const line = await this.#line()
    if (/^\* (OK|PREAUTH)\b/i.test(line)) return line
    if (/^\* BYE\b/i.test(line)) throw this.#sentAway(line)
    throw this.#unexpected(line)
  }

  /** `reply` is what is said when the server asks us to go on. */
  async ask(command: string, reply?: string): Promise<Answer> {
    const tag = `a${++this.#commands}`
    this.#lines.say(`${tag} ${command}`)
    const data: string[] = []
    for (;;) {
      const line = await this.#line()
      const [, result, text = ''] = line.startsWith(`${tag} `) ? (/^\S+ (OK|NO|BAD)(?: (.*))?$/i.exec(line) ?? []) : []
      if (result) return { isOk: /^ok$/i.test(result), text, data }
      if (/^\* BYE\b/i.test(line)) throw this.#sentAway(line)
      if (line.startsWith('* ')) data.push(line.slice(2))
      else if (line.startsWith('+') && reply !== undefined) this.#lines.say(reply)
      else throw this.#unexpected(line)
    }
  }

  /** What the server says it can do: told along with a line, or asked for. */
  async capabilities(told: string): Promise<ReadonlySet<string>> {
    const along = /\[CAPABILITY ([^\]]*)\]/i.exec(told)?.[1]
    const words = along ?? valueOf('CAPABILITY', (await this.ask('CAPABILITY')).data)
    return new Set(words?.toUpperCase().trim().split(/ +/))
  }

  logIn(account: Account, offered: ReadonlySet<string>): Promise<Answer> {
    if (offered.has('AUTH=PLAIN')) return this.ask('AUTHENTICATE PLAIN', plainLogin(account))
    return this.ask(`LOGIN ${quoted(account.username)} ${quoted(account.password)}`)
  }

  async #line(): Promise<string> {
    const lines = this.#lines
    let line = await lines.next()
    for (;;) {
      const literal = /\{(\d{1,9})\}$/.exec(line)
      if (!literal) return line
      await lines.skip(Number(literal[1]))
      line = `${line.slice(0, literal.index)}""${await lines.next()}`
    }
  }

  #sentAway(line: string): TargetDown {
    return new TargetDown('other', `the server ended the conversation: ${shown(line.slice(2), this.#account)}`)
  }

  #unexpected(line: string): TargetDown {
    const said = shown(line, this.#account).slice(0, 80)
    return new TargetDown('other', `${this.#lines.peer} does not speak IMAP: it said "${said}"`)
  }
}
