// Reads the tokens of a JSONPath: spaces, names, numbers and quoted strings.

export class PathProblem extends Error {
  override name = 'PathProblem'
}

const maxIndex = Number.MAX_SAFE_INTEGER

export class PathReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  fail(what: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 20)
    throw new PathProblem(rest === '' ? `${what} at the end` : `${what} at "${rest}"`)
  }

  peek(words: string): boolean {
    return this.#text.startsWith(words, this.#at)
  }

  skipSpaces(): void {
    while (' \t\n\r'.includes(this.#text.charAt(this.#at) || 'x')) this.#at++
  }

  /** Consumes the words if they come next. */
  take(words: string): boolean {
    if (!this.peek(words)) return false
    this.#at += words.length
    return true
  }

  expect(words: string): void {
    if (!this.take(words)) this.fail(`expected ${words}`)
  }

  /** Consumes a match of a sticky regexp. */
  match(part: RegExp): string | null {
    part.lastIndex = this.#at
    const found = part.exec(this.#text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  name(): string {
    return (
      this.match(/[A-Za-z_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}][\w\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]*/uy) ??
      this.fail('expected a name')
    )
  }

  index(): number | null {
    const digits = this.match(/-?[0-9]+/y)
    if (digits === null) return null
    if (!/^(0|-?[1-9][0-9]*)$/.test(digits)) this.fail(`${digits} is not an index: no leading zeros`)
    const index = Number(digits)
    return Math.abs(index) <= maxIndex ? index : this.fail(`${digits} is too large`)
  }

  number(): number | null {
    const digits = this.match(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y)
    return digits === null ? null : Number(digits)
  }

  /** A string in single or double quotes. */
  quoted(): string | null {
    const mark = this.peek("'") ? "'" : this.peek('"') ? '"' : null
    if (mark === null) return null
    this.expect(mark)
    let text = ''
    while (!this.take(mark)) {
      if (this.isAtEnd) this.fail(`expected ${mark}`)
      text += this.match(/[^'"\\\x00-\x1f]+/y) ?? this.#rareCharacter(mark)
    }
    return text.isWellFormed() ? text : this.fail('half of a surrogate pair')
  }

  #rareCharacter(mark: string): string {
    const other = mark === "'" ? '"' : "'"
    if (this.take(other)) return other
    if (!this.take('\\')) this.fail('a control character must be written as \\u00…')
    if (this.take(mark)) return mark
    const escaped = this.match(/[bfnrt/\\]|u[0-9A-Fa-f]{4}/y) ?? this.fail('unknown escape')
    return JSON.parse(`"\\${escaped}"`) as string
  }
}
