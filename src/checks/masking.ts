// Masks the secrets of a monitor in everything that is shown, in whatever encoding they appear.
import { TargetDown } from '../domain/outcome.ts'
import { mask } from '../domain/stored-config.ts'
import { type MaskOf, maskStream } from './masking/mask-stream.ts'
import { SecretFinder } from './masking/secret-finder.ts'
import { isCredential } from './secret-headers.ts'

// Shorter values are no secrets, and would match everywhere.
const minSecretLength = 3
/** Evidence is never this deep; deeper values are masked. */
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

  /** Values of credentials in a JSON or form body. */
  addCredentialsIn(body: string): void {
    if (body !== '') this.add(...credentialsIn(body))
  }

  addPairs(pairs: readonly { readonly key: string; readonly value: string }[]): void {
    for (const { key, value } of pairs) if (isCredential(key)) this.add(value, value.replace(/^\w+ /, ''))
  }

  /** `maskOf` gets each secret in its encoded form. */
  text(text: string, maskOf?: MaskOf): string {
    return this.isEmpty ? text : this.#masked(text, maskOf)
  }

  /**
   * The first characters of a text. If the text itself was cut, its end may hold the start of a secret, which is
   * removed. Pass `lookAhead` more characters than are shown.
   */
  beginning(text: string, length: number, isCutOff: boolean): string {
    const masked = isCutOff ? this.#maskedWithoutCutOff(text) : this.text(text)
    return masked.length > length ? `${masked.slice(0, length).toWellFormed()}…` : masked
  }

  get lookAhead(): number {
    return this.isEmpty ? 0 : 2 * this.#secretFinder().maxLength
  }

  /** Masks a stream without buffering all of it. */
  stream(pieces: AsyncIterable<Uint8Array>, maskOf: MaskOf = () => mask): AsyncIterable<Buffer> {
    return maskStream(pieces, this.#secretFinder(), maskOf)
  }

  /** Masks every string in a value, including names. */
  all<T>(value: T): T {
    return this.isEmpty ? value : (this.#maskedAll(value, 0) as T)
  }

  /** Masks the error of a target; other errors stay as they are. */
  error(error: unknown, before = ''): unknown {
    if (!(error instanceof TargetDown)) return error
    const message = this.text(`${before}${error.message}`)
    const evidence = error.evidence && this.all(error.evidence)
    return new TargetDown(error.reason, message, { cause: error, local: error.local, evidence })
  }

  /** Masks what a run observes, and its failure. */
  async around(observed: { readonly evidence: Record<string, unknown> }, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      throw this.error(error)
    } finally {
      Object.assign(observed.evidence, this.all(observed.evidence))
    }
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
    // Drop an incomplete character at the end.
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
