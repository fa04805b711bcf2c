// Finds secrets in bytes in any encoding: searches the text itself, and again after each level of escapes is decoded.
import { scanBase64 } from './base64.ts'
import { PatternSet } from './pattern-set.ts'
import { type DecodedBytes, unescapeOnce, withoutUnfinishedEscape } from './unescape.ts'

export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface SecretFindings {
  /** In order, without overlaps. */
  readonly spans: readonly TextSpan[]
  /** The last position up to the limit that is not inside an escape. */
  placeBefore(limit: number): number
}

/** JSON in JSON in an attribute has three levels; only a hostile page has more. */
const maxLevels = 4
/** Longer secrets are found only by decoding; a pattern for each of their encodings would take too much memory. */
const maxSpelledLength = 1024

export class SecretFinder {
  readonly #patterns: PatternSet

  constructor(secrets: Iterable<string>) {
    const patterns = new Map<string, Uint8Array>()
    for (const secret of secrets)
      for (const pattern of patternsOf(secret)) patterns.set(Buffer.from(pattern).toString('latin1'), pattern)
    this.#patterns = new PatternSet([...patterns.values()])
  }

  /** The usual maximum length of a secret in bytes, in any encoding. */
  get maxSpelledBytes(): number {
    return Math.max(64, 16 * this.#patterns.maxLength)
  }

  get maxLength(): number {
    return this.#patterns.maxLength
  }

  find(bytes: Uint8Array): SecretFindings {
    const all: TextSpan[] = []
    const original: DecodedBytes = { bytes, origins: null }
    const deepest = forEachLevel(original, (level) => this.#search(level, all))
    for (const level of new Set([original, deepest])) this.#searchBase64(level, all)
    const { origins } = deepest
    const spans = merged(all.map((span) => widened(span, origins)))
    return { spans, placeBefore: (limit) => (origins ? origins[lastUpTo(origins, limit)]! : limit) }
  }

  /** Returns the start of a secret that the end of the text cuts off; the length of the text if there is none. */
  cutOffAt(bytes: Uint8Array): number {
    let place = bytes.length
    const consider = (at: number, { origins }: DecodedBytes): void => {
      place = Math.min(place, originOf(at, origins))
    }
    const original = withoutUnfinishedEscape({ bytes, origins: null })
    const deepest = forEachLevel(
      original,
      (level) => consider(level.bytes.length - this.#patterns.scan(level.bytes, () => undefined), level),
      withoutUnfinishedEscape,
    )
    for (const level of new Set([original, deepest]))
      consider(
        scanBase64(level.bytes, this.#patterns, () => undefined),
        level,
      )
    return place
  }

  #search({ bytes, origins }: DecodedBytes, found: TextSpan[]): void {
    const matches: TextSpan[] = []
    this.#patterns.scan(bytes, (start, end) => addMatch(matches, start, end))
    for (const match of matches) found.push(inOriginal(match, origins))
  }

  #searchBase64({ bytes, origins }: DecodedBytes, found: TextSpan[]): void {
    const matches: TextSpan[] = []
    scanBase64(bytes, this.#patterns, (start, end) => addMatch(matches, start, end))
    for (const match of merged(matches)) found.push(inOriginal(match, origins))
  }
}

/** Returns the deepest level. */
function forEachLevel(
  original: DecodedBytes,
  visit: (level: DecodedBytes) => void,
  adjust: (level: DecodedBytes) => DecodedBytes = (level) => level,
): DecodedBytes {
  let level = original
  visit(level)
  for (let depth = 0; depth < maxLevels; depth++) {
    const next = unescapeOnce(level)
    if (!next) break
    level = adjust(next)
    visit(level)
  }
  return level
}

/** The secret itself, with its own escapes decoded, and in common encodings. */
function patternsOf(secret: string): Uint8Array[] {
  const text = secret.toWellFormed()
  const patterns: Uint8Array[] = []
  forEachLevel({ bytes: Buffer.from(text), origins: null }, ({ bytes }) => void patterns.push(bytes))
  const spelled = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]
  return [...patterns, ...spelled.filter(({ length }) => length <= maxSpelledLength).map((one) => Buffer.from(one))]
}

const originOf = (at: number, origins: Int32Array | null): number => (origins ? origins[at]! : at)

const inOriginal = ({ start, end }: TextSpan, origins: Int32Array | null): TextSpan => ({
  start: originOf(start, origins),
  end: originOf(end, origins),
})

/** Merges overlapping matches, which arrive in the order of their ends. */
function addMatch(matches: TextSpan[], from: number, end: number): void {
  let start = from
  for (let last = matches.at(-1); last && last.end > start; last = matches.at(-1)) {
    start = Math.min(start, last.start)
    matches.pop()
  }
  matches.push({ start, end })
}

/** Extends a match to whole escapes, because a mask in half an escape would make the text invalid. */
function widened({ start, end }: TextSpan, origins: Int32Array | null): TextSpan {
  if (!origins) return { start, end }
  const last = lastUpTo(origins, end - 1)
  let next = last
  while (origins[next]! < end) next++
  return { start: origins[lastUpTo(origins, start)]!, end: origins[next]! }
}

/** The last index whose value does not exceed the limit. */
function lastUpTo(sorted: Int32Array, limit: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}

function merged(spans: readonly TextSpan[]): TextSpan[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = result.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else if (end > start) result.push({ start, end })
  }
  return result
}
