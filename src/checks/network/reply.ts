// A reply of unknown length, matched while it arrives.
import { isUtf8 } from 'node:buffer'
import { Matcher } from '../regexp.ts'

const maxBytes = 65_535
// A peer that sends single bytes would cause a search of the whole reply for each; beyond this limit, only the end is
// searched.
const maxSearchedBytes = 1_048_576
const shownBytes = 1024

export class NetworkReply {
  bytes = 0
  came = false
  matched = false
  readonly #pattern: string | undefined
  readonly #chunks: Buffer[] = []
  readonly #matcher = new Matcher()
  #searchedBytes = 0

  constructor(pattern: string | undefined) {
    this.#pattern = pattern
  }

  /** Returns true if no more data is needed: it matches, it is long enough, or there is no pattern. */
  take(chunk: Buffer): boolean {
    this.came = true
    this.#chunks.push(chunk.subarray(0, maxBytes - this.bytes))
    this.bytes = Math.min(this.bytes + chunk.length, maxBytes)
    if (this.#pattern === undefined || this.bytes >= maxBytes) return true
    if (this.#searchedBytes > maxSearchedBytes) return false
    this.#searchedBytes += this.bytes + 64
    return this.search()
  }

  search(): boolean {
    const pattern = this.#pattern
    if (pattern === undefined || this.matched) return this.matched
    this.matched = this.#matcher.matches(pattern, readable(Buffer.concat(this.#chunks)))
    return this.matched
  }

  /** The start of the reply for the evidence: text, or else hex. */
  excerpt(): string {
    const head = Buffer.concat(this.#chunks).subarray(0, shownBytes)
    const isCut = this.bytes > shownBytes
    const text = isCut ? head.toString().replace(/\ufffd$/, '') : head.toString()
    return /[^\P{Cc}\t\r\n]|\ufffd/u.test(text) ? (head.toString('hex').match(/../g) ?? []).join(' ') : text
  }
}

// Text is matched as text; in other data, `\xff` matches that byte.
function readable(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
