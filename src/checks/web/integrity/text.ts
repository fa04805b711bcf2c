// Measures how much of a text has changed, in linear time and little memory: stores a sample of its word pairs.

export interface TextSketch {
  readonly words: number
  /** One pair in 2^level is stored. */
  readonly level: number
  /** Base64 of the 32-bit hashes in ascending order, and of their counts up to 255. */
  readonly pairs: string
  readonly counts: string
}

const maxPairs = 2048
const maxWord = 64
const maxRepeats = 255

// Scripts without spaces between words: each character counts as a word.
const spaceless = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`
const word = new RegExp(String.raw`[${spaceless}]|[[\p{L}\p{M}\p{N}]--[${spaceless}]]+`, 'gv')
const endsInWord = /[\p{L}\p{M}\p{N}]$/u
const isPlain = /^[\x00-\x7f]*$/

/** Ignores case, spacing, punctuation and Unicode normalization. */
export class TextSketcher {
  #level = 0
  #words = 0
  #before = 0
  #pending = ''
  readonly #pairs = new Map<number, number>()

  /** A word may continue in the next piece. */
  add(piece: string): void {
    const text = this.#pending + piece
    this.#pending = ''
    if (isPlain.test(text)) return this.#readPlain(text)
    const found = text.normalize('NFKC').toLowerCase().match(word) ?? []
    if (endsInWord.test(text)) this.#pending = (found.pop() ?? '').slice(0, maxWord)
    for (const one of found) this.#take(hashOf(one.slice(0, maxWord)))
  }

  endWord(): void {
    if (this.#pending !== '') this.#take(hashOf(this.#pending))
    this.#pending = ''
  }

  sketch(): TextSketch {
    this.endWord()
    const pairs = Uint32Array.from(this.#pairs.keys()).sort()
    const counts = Uint8Array.from(pairs, (pair) => Math.min(this.#pairs.get(pair)!, maxRepeats))
    return {
      words: this.#words,
      level: this.#level,
      pairs: Buffer.from(pairs.buffer).toString('base64'),
      counts: Buffer.from(counts.buffer).toString('base64'),
    }
  }

  /** Fast path for ASCII: hashes words in place. */
  #readPlain(text: string): void {
    let start = -1
    let hash = firstHash
    for (let at = 0; at < text.length; at++) {
      const char = lowerCase[text.charCodeAt(at)]!
      if (char === 0) {
        if (start >= 0) this.#take(hash)
        start = -1
        continue
      }
      if (start < 0) [start, hash] = [at, firstHash]
      if (at - start < maxWord) hash = nextHash(hash, char)
    }
    if (start >= 0) this.#pending = text.slice(start, start + maxWord).toLowerCase()
  }

  #take(hash: number): void {
    const pair = mixed(Math.imul(this.#before, 31) ^ hash)
    this.#before = hash
    this.#words += 1
    if (!isSampled(pair, this.#level)) return
    this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1)
    while (this.#pairs.size > maxPairs) this.#thinOut()
  }

  #thinOut(): void {
    this.#level += 1
    for (const pair of this.#pairs.keys()) if (!isSampled(pair, this.#level)) this.#pairs.delete(pair)
  }
}

/** The percentage of the longer text that is not in the other one. */
export function changedPercent(one: TextSketch, other: TextSketch): number {
  if (one.pairs === other.pairs && one.counts === other.counts && one.level === other.level) return 0
  const level = Math.max(one.level, other.level)
  const [before, after] = [pairsOf(one, level), pairsOf(other, level)]
  const larger = Math.max(sum(before), sum(after))
  if (larger === 0) return 0
  let common = 0
  for (const [pair, count] of before) common += Math.min(count, after.get(pair) ?? 0)
  return Math.round((1 - common / larger) * 10_000) / 100
}

function pairsOf({ pairs, counts }: TextSketch, level: number): Map<number, number> {
  const [hashes, often] = [Buffer.from(pairs, 'base64'), Buffer.from(counts, 'base64')]
  const found = new Map<number, number>()
  often.forEach((count, at) => {
    const pair = hashes.readUInt32LE(at * 4)
    if (isSampled(pair, level)) found.set(pair, count)
  })
  return found
}

const sum = (pairs: ReadonlyMap<number, number>): number => [...pairs.values()].reduce((all, count) => all + count, 0)

const isSampled = (pair: number, level: number): boolean => pair % 2 ** level === 0

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = firstHash
  for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at))
  return hash
}

const firstHash = 0x811c9dc5
const nextHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** Lowercase letter or digit of each ASCII character, 0 for those outside words. */
const lowerCase = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0
})

/** Finalizer of MurmurHash3: every bit depends on every other. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
