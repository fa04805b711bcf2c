// Keeps what lets somebody in out of what is shown: wherever a secret of the monitor turns up, a mask is shown instead.
import { TargetDown } from '../domain/outcome.ts'
import { isCredential } from './secret-headers.ts'

export const mask = '[redacted]'
// Whatever is shorter is no secret, and would be found everywhere.
const minSecretLength = 3

export class Masker {
  #secrets: string[] = []
  /** In any of its spellings. */
  #longest = 0

  add(...secrets: readonly (string | undefined)[]): void {
    const spelled = secrets.flatMap((secret) => (secret && secret.length >= minSecretLength ? spellings(secret) : []))
    if (spelled.length === 0) return
    this.#secrets = [...new Set([...this.#secrets, ...spelled])].sort((one, other) => other.length - one.length)
    this.#longest = this.#secrets[0]?.length ?? 0
  }

  /** In all their spellings, the longest first. */
  get secrets(): readonly string[] {
    return this.#secrets
  }

  /** What a JSON or form body holds under the name of a credential. */
  addCredentialsIn(body: string): void {
    if (body !== '') this.add(...credentialsIn(body))
  }

  addPairs(pairs: readonly { readonly key: string; readonly value: string }[]): void {
    for (const { key, value } of pairs) if (isCredential(key)) this.add(value, value.replace(/^\w+ /, ''))
  }

  text(text: string): string {
    return this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text)
  }

  /**
   * The beginning of a text, as long as that. Of a text that was itself cut off, the end may hold the beginning of a secret,
   * which no mask would fit: it is left out. Take `lookAhead` characters more than are to be shown.
   */
  beginning(text: string, length: number, isCutOff: boolean): string {
    const masked = this.text(text)
    const safe = isCutOff ? masked.slice(0, Math.max(0, masked.length - this.#longest)) : masked
    return safe.length > length ? `${safe.slice(0, length).toWellFormed()}…` : safe
  }

  get lookAhead(): number {
    return 2 * this.#longest
  }

  /** Every text in it, names included. */
  all<T>(value: T): T {
    if (this.#secrets.length === 0) return value
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map((one: unknown) => this.all(one)) as T
    if (value === null || typeof value !== 'object') return value
    const masked = Object.entries(value).map(([name, part]) => [this.text(name), this.all(part)] as const)
    return Object.fromEntries(masked) as T
  }

  /** A failure of the target, told without secrets; any other error as it is. */
  error(error: unknown, before = ''): unknown {
    if (!(error instanceof TargetDown)) return error
    const message = this.text(`${before}${error.message}`)
    const evidence = error.evidence && this.all(error.evidence)
    return new TargetDown(error.reason, message, { cause: error, local: error.local, evidence })
  }
}

/** As it is, and as it looks inside a URL, a form, JSON and Base64. */
function spellings(secret: string): string[] {
  const wellFormed = secret.toWellFormed()
  const inForm = new URLSearchParams([['', wellFormed]]).toString().slice(1)
  return [
    secret,
    encodeURIComponent(wellFormed),
    inForm,
    JSON.stringify(secret).slice(1, -1),
    ...[0, 1, 2].flatMap((before) => inBase64(Buffer.from(wellFormed), before)),
  ]
}

// Fewer characters than these may be anything.
const minBase64Length = 6

/** What it looks like after so many other bytes, such as a user name and a colon: the characters that are all its own. */
function inBase64(bytes: Buffer, before: number): string[] {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  return own.length < minBase64Length ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
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
