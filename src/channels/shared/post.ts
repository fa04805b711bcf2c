// Sends one HTTP request to a receiver and decides what the response means for the delivery.
import { TargetDown } from '../../domain/outcome.ts'
import { mask } from '../../domain/stored-config.ts'
import { type HttpTrace, newTrace } from '../../net/http/trace.ts'
import type { HttpHeader, HttpResponseData, Login } from '../../net/index.ts'
import { DeliveryFailed, type FailureFacts, type Receipt, type SendContext } from '../define.ts'
import { cut, oneLine } from './escape.ts'
import { decodeUri } from '../../domain/text/decode-uri.ts'

/** The body is one of `json`, `form`, `text` and `bytes`. */
export interface ReceiverRequest {
  /** May contain a user and a password, which are sent as basic authentication. */
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly login?: Login
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly text?: string
  readonly bytes?: Buffer
  /** Secrets in the body. Like those in address, headers and login, they are removed from error messages. */
  readonly secrets?: readonly (string | undefined)[]
  /** For receivers whose status is not enough: detects errors in a response, and classifies them. */
  objection?(response: ReceiverResponse): Objection | null
  /** The id that the receiver gave to the message. */
  messageId?(response: ReceiverResponse): string | undefined
}

export interface ReceiverResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: HttpResponseData['headers']
  /** At most the first 64 KiB. */
  readonly text: string
}

/** Replaces the message and facts that the status alone implies. */
export type Objection = Omit<FailureFacts, 'httpStatus'> & { readonly message?: string }

export type PostContext = Pick<SendContext, 'net' | 'clock' | 'signal'>

const maxAnswerBytes = 65_536
const maxQuoted = 200

export async function post(message: ReceiverRequest, context: PostContext): Promise<Receipt> {
  const response = await request(message, context)
  return { httpStatus: response.status, messageId: message.messageId?.(response) }
}

/** The response, if it is a success. */
export async function request(
  message: ReceiverRequest,
  { net, clock, signal }: PostContext,
): Promise<ReceiverResponse> {
  const { url, login } = addressOf(message)
  const response = await exchange(message, { url, login, net, signal })
  const objection = message.objection?.(response) ?? null
  if (response.status >= 200 && response.status < 300 && !objection) return response
  const quote = objection?.message ?? quoted(response)
  const quotation = quote === '' ? '' : `: ${withoutSecrets(quote, { ...message, login }, url)}`
  throw new DeliveryFailed(`answered ${response.status}${quotation}`, {
    ...factsOf(response, clock.now()),
    ...statedFacts(objection),
  })
}

/** The body as JSON, or undefined. */
export function jsonIn({ text }: ReceiverResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addressOf({ url: address, login }: ReceiverRequest): { url: URL; login: Login | undefined } {
  const url = new URL(address)
  const { username, password } = url
  // Each of these is read again by a parser, and nearly all addresses have none of them.
  if (url.hash !== '') url.hash = ''
  if (username === '' && password === '') return { url, login }
  url.username = url.password = ''
  return { url, login: login ?? { kind: 'basic', username: decodeUri(username), password: decodeUri(password) } }
}

interface ReceiverExchange extends Pick<PostContext, 'net' | 'signal'> {
  readonly url: URL
  readonly login: Login | undefined
}

async function exchange(
  message: ReceiverRequest,
  { url, login, net, signal }: ReceiverExchange,
): Promise<ReceiverResponse> {
  const { type, body } = bodyOf(message)
  const trace = newTrace()
  try {
    const response = await net.request({
      url,
      method: message.method ?? 'POST',
      headers: headersOf(type, message.headers),
      body,
      login: login ?? null,
      maxRedirects: 0,
      onlyHttp1: true,
      verify: true,
      ipVersion: 'any',
      signal,
      maxBytes: maxAnswerBytes,
      trace,
    })
    return { status: response.status, headers: response.headers, text: response.body.toString() }
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    throw new DeliveryFailed(error.message, { cause: error, uncertain: isSent(trace, url) })
  }
}

/** Whether the request went out. A kept connection has no times of its own. */
const isSent = ({ address, connectMs, tlsMs }: HttpTrace, { protocol }: URL): boolean =>
  address !== null && (connectMs === null || tlsMs !== null || protocol === 'http:')

function headersOf(type: string, own: Readonly<Record<string, string>> = {}): HttpHeader[] {
  const headers = Object.hasOwn(own, 'Content-Type') ? [] : [{ key: 'Content-Type', value: type }]
  for (const key in own) headers.push({ key, value: own[key]! })
  return headers
}

function bodyOf({ json, form, text = '', bytes }: ReceiverRequest): { type: string; body: string | Buffer } {
  if (bytes) return { type: 'application/octet-stream', body: bytes }
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) }
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams({ ...form }).toString() }
  return { type: 'text/plain; charset=utf-8', body: text }
}

const passing = new Set([408, 425, 429])

function factsOf({ status, headers }: ReceiverResponse, now: Date): FailureFacts {
  const permanent = status >= 300 && status < 500 && !passing.has(status)
  return {
    permanent,
    httpStatus: status,
    // A gateway waited for the response of the receiver in vain.
    uncertain: status === 504,
    retryAfterMs: permanent ? undefined : retryAfter(headers['retry-after'], now),
  }
}

/** Seconds or a date (RFC 9110). */
function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(value)) return Math.ceil(Number(value) * 1000)
  const at = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** The facts that an objection states. */
function statedFacts(objection: Objection | null): Objection {
  return Object.fromEntries(
    Object.entries(objection ?? {}).filter(([key, value]) => key !== 'message' && value !== undefined),
  )
}

function quoted(response: ReceiverResponse): string {
  const { status, headers, text } = response
  if (status >= 300 && status < 400) return 'redirects are not followed'
  if (/^\s*<(!doctype|html|\?xml)/i.test(text) || /^text\/html/i.test(headers['content-type'] ?? '')) return ''
  const json = jsonIn(response)
  if (json !== undefined) return oneLine(JSON.stringify(json))
  return oneLine(text.split('\n').find((line) => line.trim() !== '') ?? '')
}

const longEnoughToBeSecret = 12

function withoutSecrets(quote: string, message: ReceiverRequest, url: URL): string {
  const parts = [...url.pathname.split('/'), ...url.searchParams.values()].filter(
    (part) => part.length >= longEnoughToBeSecret,
  )
  const inHeaders = Object.entries(message.headers ?? {})
    .filter(([name]) => !/^(content-type|user-agent|accept)$/i.test(name))
    .flatMap(([, value]) => [value, value.slice(value.lastIndexOf(' ') + 1)])
  const secrets = [
    url.pathname + url.search,
    ...parts,
    ...inHeaders,
    ...loginParts(message.login),
    ...(message.secrets ?? []),
  ]
    .flatMap((secret) => (secret === undefined ? [] : [secret, decodeUri(secret)]))
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length)
  // A server may normalize our address.
  const withoutAddresses = quote.replace(/https?:\/\/\S+/gi, mask)
  return cut(
    secrets.reduce((text, secret) => text.replaceAll(secret, mask), withoutAddresses),
    maxQuoted,
  )
}

function loginParts(login: Login | undefined): string[] {
  if (!login) return []
  if (login.kind === 'bearer') return [login.token]
  const { username, password } = login
  return [password, Buffer.from(`${username}:${password}`).toString('base64')]
}
