// Verifies that a webhook comes from Lapwing. Web Crypto compares signatures in constant time.
export interface WebhookEvent {
  readonly event: 'incident.firing' | 'incident.resolved' | (string & {})
  readonly timestamp: string
  /** Only in tests of a channel or of a monitor. */
  readonly test?: true
  readonly incident: {
    /** 0 in tests. */
    readonly id: string | number
    readonly rule_id: string | number
    readonly scheduler_id: number
    readonly status: string
    readonly severity: string
    readonly message: string
    readonly fire_count: number
    readonly flapping: boolean
    readonly started_at: string
    readonly duration?: string
  }
  /** Absent in tests of a channel. */
  readonly enrichment?: Readonly<Record<string, unknown>>
}

/** The signature is missing or wrong, or the delivery is too old. Respond with 401 and ignore the body. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

export interface WebhookDelivery {
  /** The body as it was received: JSON that was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The signing secret of the channel. */
  readonly secret: string
}

export interface WebhookTolerance {
  /** How far the time of the delivery may be from now; 300 by default. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970; the machine's time by default. */
  readonly now?: number
}

/** Verifies the headers of Standard Webhooks, which protect against replays, and returns the event. */
export async function verifyWebhook(
  { body, headers, secret }: WebhookDelivery,
  { toleranceSeconds = 300, now = Date.now() }: WebhookTolerance = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a number of seconds')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The delivery is more than ${toleranceSeconds} seconds away from this machine's time`,
    )
  const signed = joinBytes(bytesOf(`${id}.${timestamp}.`), bytesOf(body))
  const key = await importKey(secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : bytesOf(secret))
  const candidates = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  const matches = await Promise.all(candidates.map((one) => isSignedWith(key, fromBase64(one.slice(3)), signed)))
  if (!matches.includes(true)) throw new WebhookVerificationError('webhook-signature does not match the body')
  return eventIn(body)
}

/** Verifies X-Service-Signature, which covers the body only. Store what you have handled to notice a replay. */
export async function verifyServiceSignature({ body, headers, secret }: WebhookDelivery): Promise<WebhookEvent> {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(headerOf(headers, 'x-service-signature')) ?? []
  const bytes = hex?.match(/../g)?.map((pair) => Number.parseInt(pair, 16))
  const key = await importKey(bytesOf(secret))
  if (!bytes || !(await isSignedWith(key, Uint8Array.from(bytes), bytesOf(body))))
    throw new WebhookVerificationError('X-Service-Signature does not match the body')
  return eventIn(body)
}

type Bytes = Uint8Array<ArrayBuffer>
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

function headerOf(headers: WebhookDelivery['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing`)
  return value
}

const bytesOf = (text: string | Uint8Array): Bytes =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text)

function joinBytes(first: Bytes, second: Bytes): Bytes {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function importKey(bytes: Bytes): Promise<HmacKey> {
  if (bytes.length === 0) throw new WebhookVerificationError('The secret is empty or not valid base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

const isSignedWith = (key: HmacKey, signature: Bytes, signed: Bytes): Promise<boolean> =>
  crypto.subtle.verify('HMAC', key, signature, signed)

function eventIn(body: string | Uint8Array): WebhookEvent {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent
}
