// Parses the master files of DNS zones (RFC 1035), as BIND, NSD and Knot read them.

export interface ZoneRecord {
  /** Absolute, in lower case, without the dot at the end. */
  readonly name: string
  readonly type: string
  /** Names in it are relative to `origin`. */
  readonly data: readonly string[]
  readonly origin: string
}

interface ParsedZone {
  readonly records: readonly ZoneRecord[]
  /** Such as `line 7: …`. */
  readonly mistakes: readonly string[]
}

interface Entry {
  readonly line: number
  /** Begins with a space: it has the owner of the one before. */
  isIndented: boolean
  readonly words: string[]
}

// Spaces, a comment, the end of a line, a parenthesis, a quoted text, or a word.
const token = /([ \t\r\f]+)|;[^\n]*|(\n)|([()])|"((?:[^"\\\n]|\\[^\n])*)"|((?:[^\s;()"\\]|\\[^\n])+)/y
const maxMistakes = 20

export function parseZone(text: string, origin: string | undefined): ParsedZone {
  const records: ZoneRecord[] = []
  const { entries, mistakes } = entriesOf(text)
  let [current, owner] = [origin?.toLowerCase().replace(/\.$/, ''), undefined as string | undefined]
  for (const { line, isIndented, words } of entries) {
    const wrong = (problem: string): void => void mistakes.push(`line ${line}: ${problem}`)
    const [first = '', ...others] = words
    const directive = first.toUpperCase()
    if (directive === '$TTL') continue
    if (directive === '$ORIGIN') current = absolute(others[0] ?? '', current ?? '')
    else if (first.startsWith('$'))
      wrong(
        `${first} is not read. Write the whole zone into one file with \`named-checkzone -D -o zone.full ZONE FILE\``,
      )
    else {
      const rest = isIndented ? words : others
      if (!isIndented) owner = first.endsWith('.') || current !== undefined ? absolute(first, current ?? '') : undefined
      const at = rest.findIndex((word) => !/^(\d[\dsmhdw]*|in|ch|hs|cs)$/i.test(word))
      if (owner === undefined) wrong(`${first} needs an origin. Begin the file with $ORIGIN, or add --origin`)
      else if (at < 0 || !/^[a-z][a-z0-9-]*$/i.test(rest[at]!)) wrong('has no record type')
      else records.push({ name: owner, type: rest[at]!.toUpperCase(), data: rest.slice(at + 1), origin: current ?? '' })
    }
  }
  return { records, mistakes: mistakes.slice(0, maxMistakes) }
}

function entriesOf(text: string): { entries: Entry[]; mistakes: string[] } {
  const entries: Entry[] = []
  let [line, depth] = [1, 0]
  let entry: Entry | undefined
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const begin = token.lastIndex
    const found = token.exec(text)
    if (!found) return { entries, mistakes: [`line ${line}: has a quotation mark or backslash that does not end`] }
    const [, space, end, parenthesis, quoted, word] = found
    if (space !== undefined && (begin === 0 || text[begin - 1] === '\n') && depth === 0)
      entry = { line, isIndented: true, words: [] }
    if (parenthesis !== undefined) depth += parenthesis === '(' ? 1 : -1
    const value = quoted ?? word
    if (value !== undefined) (entry ??= { line, isIndented: false, words: [] }).words.push(value)
    if (end === undefined) continue
    line++
    if (depth > 0) continue
    if (entry && entry.words.length > 0) entries.push(entry)
    entry = undefined
    depth = 0
  }
  if (entry && entry.words.length > 0) entries.push(entry)
  return { entries, mistakes: depth > 0 ? [`line ${line}: a parenthesis is not closed`] : [] }
}

/** A name as it is written in a zone, without the dot at the end. */
export function absolute(name: string, origin: string): string {
  const lower = name.toLowerCase()
  if (lower === '@') return origin
  return lower.endsWith('.') ? lower.slice(0, -1) : `${lower}${origin === '' ? '' : `.${origin}`}`
}

/** The text of a quoted string: `\"` is a quotation mark and `\065` an A. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:(\d{3})|([^]))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCharCode(Number(code) & 255),
  )
