// Keeps secrets out of what is shown: wherever a secret of the monitor turns up, in whatever spelling, a mask is shown
// instead.
import { TargetDown } from '../domain/outcome.ts'
import { mask } from '../domain/stored-config.ts'
import { type MaskOf, maskStream } from './masking/mask-stream.ts'
import { SecretFinder } from './masking/secret-finder.ts'
import { isCredential } from './secret-headers.ts'

// Anything shorter is no secret, and would be found everywhere.
const minSecretLength = 3
/** Evidence is never this deep; what is deeper is not looked into. */
const maxDepth = 100
export class Masker {
  readonly #secrets = new Set<string>()
  #finder: SecretFinder | null = null

  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (!secret || secret.length < minSecretLength || this.#secrets.has(secret)) continue
      this.#secrets.add(secret)
      this.#finder = null
    }
  }

  get isEmpty(): boolean {
    return this.#secrets.size === 0
  }

  /** What a JSON or form body holds under the name of a credential. */
  addCredentialsIn(body: string): void {
    if (body !== '') this.add(...credentialsIn(body))
  }

  addPairs(pairs: readonly { readonly key: string; readonly value: string }[]): void {
    for (const { key, value } of pairs) if (isCredential(key)) this.add(value, value.replace(/^\w+ /, ''))
  }

  /** `maskOf` gets each secret as it is spelled there. */
  text(text: string, maskOf?: MaskOf): string {
    return this.isEmpty ? text : this.#masked(text, maskOf)
  }

  /**
   * The beginning of a text, at most so long. If the text itself was cut off, its end may hold the beginning of a
   * secret, which is left out. Take `lookAhead` characters more than are to be shown.
   */
  beginning(text: string, length: number, isCutOff: boolean): string {
    const masked = isCutOff ? this.#maskedWithoutCutOff(text) : this.text(text)
    return masked.length > length ? `${masked.slice(0, length).toWellFormed()}…` : masked
  }

  get lookAhead(): number {
    return this.isEmpty ? 0 : 2 * this.#secretFinder().maxLength
  }

  /** Bytes that come in pieces, without holding them all. */
  stream(pieces: AsyncIterable<Uint8Array>, maskOf: MaskOf = () => mask): AsyncIterable<Buffer> {
    return maskStream(pieces, this.#secretFinder(), maskOf)
  }

  /** Every text in it, names included. */
  all<T>(value: T): T {
    return this.isEmpty ? value : (this.#maskedAll(value, 0) as T)
  }

  /** A failure of the target, without secrets; any other error as it is. */
  error(error: unknown, before = ''): unknown {
    if (!(error instanceof TargetDown)) return error
    const message = this.text(`${before}${error.message}`)
    const evidence = error.evidence && this.all(error.evidence)
    return new TargetDown(error.reason, message, { cause: error, local: error.local, evidence })
  }

  #secretFinder(): SecretFinder {
    return (this.#finder ??= new SecretFinder(this.#secrets))
  }

  #masked(text: string, maskOf: MaskOf = () => mask): string {
    const bytes = Buffer.from(text)
    const { spans } = this.#secretFinder().find(bytes)
    if (spans.length === 0) return text
    let [masked, at] = ['', 0]
    for (const { start, end } of spans) {
      masked += bytes.toString('utf8', at, start) + maskOf(bytes.toString('latin1', start, end))
      at = end
    }
    return masked + bytes.toString('utf8', at)
  }

  #maskedWithoutCutOff(text: string): string {
    if (this.isEmpty) return text
    // Half of a character at the end belongs to no text.
    const bytes = Buffer.from(text.replace(/[\ud800-\udbff\ufffd]$/, ''))
    return this.#masked(bytes.toString('utf8', 0, this.#secretFinder().cutOffAt(bytes)))
  }

  #maskedAll(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#masked(value)
    if (value === null || typeof value !== 'object') return value
    if (depth === maxDepth) return mask
    if (Array.isArray(value)) return value.map((one: unknown) => this.#maskedAll(one, depth + 1))
    const parts = Object.entries(value).map(([name, part]) => [this.#masked(name), this.#maskedAll(part, depth + 1)])
    return Object.fromEntries(parts)
  }
}

function credentialsIn(body: string): string[] {
  try {
    const found: string[] = []
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value === 'string' && isCredential(name)) found.push(value)
      return value
    })
    return found
  } catch {
    return [...new URLSearchParams(body)].filter(([name]) => isCredential(name)).map(([, value]) => value)
  }
}
