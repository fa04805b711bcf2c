// An HTTP request as a check needs it: follows redirects, logs in, and resolves and checks every hop again.
import type { IncomingMessage } from 'node:http'
import { TargetDown } from '../../domain/outcome.ts'
import type { NetConnection } from '../connect.ts'
import type { BodyLimits } from './body.ts'
import { digestAuthorization } from './digest.ts'
import type { ConnectionOwner, HttpExchange, HttpRequest, HttpResponse, ResponseHead } from './exchange.ts'
import { type HttpHeader, type HttpLogin, type HttpHop, headerLines, plainLogin, redirected } from './hop.ts'
import { type HttpTrace, newTrace } from './trace.ts'
import type { ReachOptions } from '../lookup.ts'

export interface RequestOptions extends ReachOptions {
  readonly url: URL
  /** A Unix socket that the request goes to, if the policy allows it; its URL has any host. */
  readonly socketPath?: string
  readonly method: string
  readonly headers?: readonly HttpHeader[]
  readonly body?: string | Uint8Array
  readonly login?: HttpLogin | null
  /** Over TCP when omitted. */
  readonly transport?: 'tcp' | 'http3'
  /** Does not offer HTTP/2 over TCP, where it would only cost more. */
  readonly onlyHttp1?: boolean
  /** HTTP/2 without a choice, over TCP also without TLS: what gRPC needs, whose status comes in trailers. */
  readonly onlyHttp2?: boolean
  /** Redirects to follow; with 0 a redirect is the response. */
  readonly maxRedirects: number
  /** Whether a certificate that is not trusted, or names another host, is a failure. */
  readonly verify: boolean
  /** PEM. */
  readonly clientCert?: string
  readonly clientKey?: string
  /** Bytes of body to read, after decompression; 1 MiB when omitted. */
  readonly maxBytes?: number
  /** Bytes of body to keep of those; all of them when omitted. */
  readonly keepBytes?: number
  /** Receives the body in pieces, for bodies that need not be kept. */
  readonly onPiece?: BodyLimits['onPiece']
  /** Keeps the connection for later requests of the same owner. Not for bodies that are read in pieces. */
  readonly keep?: ConnectionOwner
  /** From `newTrace()`, for callers that report how far a failed request got. */
  readonly trace?: HttpTrace
}

export interface HttpResponseData {
  /** The source of the last response. */
  readonly url: URL
  readonly status: number
  readonly reason: string
  readonly httpVersion: string
  /** Names in lower case. */
  readonly headers: IncomingMessage['headers']
  /** Headers after the body; only with `onlyHttp2`. */
  readonly trailers: IncomingMessage['headers']
  readonly body: Buffer
  /** Size of the body as read, after decompression. */
  readonly bodyBytes: number
  /** Size on the wire, before decompression. */
  readonly packedBytes: number
  /** The body is longer than what was read. */
  readonly isCut: boolean
  readonly trace: HttpTrace
}

export type SendHttpRequest = (options: RequestOptions) => Promise<HttpResponseData>

export type UpgradeOptions = Omit<
  RequestOptions,
  'maxRedirects' | 'body' | 'transport' | 'onlyHttp1' | 'onlyHttp2' | 'keep'
> & {
  readonly protocol: string
}

export interface UpgradeResponse extends HttpResponseData {
  /** Belongs to the caller, to read, write and destroy; null when the server did not agree. */
  readonly connection: NetConnection | null
  /** Bytes after the response headers. */
  readonly head: Buffer
}

export type Upgrade = (options: UpgradeOptions) => Promise<UpgradeResponse>

const mebibyte = 1_048_576
const redirects = new Set([301, 302, 303, 307, 308])

export function createRequest(exchange: HttpExchange): SendHttpRequest {
  return async (options) => {
    const trace = options.trace ?? newTrace()
    let hop = firstHop(options)
    for (;;) {
      const reply = await sendHop(options, hop, trace)
      const location = locationOf(reply.message, options.maxRedirects)
      if (location === null) return answerOf(reply, hop.url, trace)
      const status = reply.message.statusCode ?? 0
      const next = redirected(hop, { status, location, setCookies: reply.message.headers['set-cookie'] ?? [] })
      trace.redirects.push({ from: hop.url.href, status, to: next.url.href })
      hop = next
      if (trace.redirects.length > options.maxRedirects)
        throw new TargetDown(
          'http_status',
          `more than ${options.maxRedirects} redirects; the last one leads to ${shortUrl(hop.url)}`,
        )
    }
  }

  function sendHop(options: RequestOptions, hop: HttpHop, trace: HttpTrace): Promise<HttpResponse> {
    const reply =
      hop.login?.kind === 'digest'
        ? logIn(options, hop, trace)
        : exchange(requestFor(options, hop, trace, plainLogin(hop.login)))
    return trace.redirects.length === 0 ? reply : reply.catch((error: unknown) => failAfterRedirect(error, hop))
  }

  /** The first response says how to log in. */
  async function logIn(options: RequestOptions, hop: HttpHop, trace: HttpTrace): Promise<HttpResponse> {
    const { login } = hop
    const reply = await exchange(requestFor(options, hop, trace, plainLogin(login)))
    if (login?.kind !== 'digest' || reply.message.statusCode !== 401) return reply
    const challenges = reply.message.headersDistinct['www-authenticate'] ?? []
    const path = hop.url.pathname + hop.url.search
    const authorization = digestAuthorization(challenges, {
      ...hop,
      path,
      username: login.username,
      password: login.password,
    })
    return authorization === null ? reply : exchange(requestFor(options, hop, trace, authorization))
  }
}

/** Requests another protocol on the same connection. Redirects are not followed. */
export function createUpgrade(exchange: HttpExchange): Upgrade {
  return async (options) => {
    const trace = options.trace ?? newTrace()
    const hop = firstHop(options)
    const request = requestFor({ ...options, maxRedirects: 0, onlyHttp1: true }, hop, trace, null)
    const headers = headerLines(hop, plainLogin(hop.login), { upgradeTo: options.protocol })
    const reply = await exchange({ ...request, headers })
    const { connection = null, head = Buffer.alloc(0) } = reply.upgraded ?? {}
    return { ...answerOf({ ...reply, upgraded: null }, hop.url, trace), connection, head }
  }
}

const noCookies = new Map<string, string>()

function firstHop({
  url,
  method,
  headers = [],
  body = '',
  login = null,
}: Omit<RequestOptions, 'maxRedirects'>): HttpHop {
  return { url, method, headers, body, login, cookies: noCookies }
}

function requestFor(
  options: RequestOptions,
  hop: HttpHop,
  trace: HttpTrace,
  authorization: string | null,
): HttpRequest {
  const maxBytes = options.maxBytes ?? mebibyte
  const keep = options.onPiece || options.socketPath ? undefined : options.keep
  const isHome = hop.url === options.url || hop.url.origin === options.url.origin
  return {
    url: hop.url,
    socketPath: isHome ? options.socketPath : undefined,
    transport: options.transport,
    onlyHttp1: options.onlyHttp1,
    onlyHttp2: options.onlyHttp2,
    method: hop.method,
    headers: headerLines(hop, authorization, keep ? { keep: true } : {}),
    body: hop.body,
    ipVersion: options.ipVersion,
    signal: options.signal,
    verify: options.verify,
    clientCert: isHome ? options.clientCert : undefined,
    clientKey: isHome ? options.clientKey : undefined,
    keep,
    limits: { maxBytes, keepBytes: options.keepBytes ?? maxBytes, onPiece: options.onPiece },
    trace,
    skipsBody: options.maxRedirects > 0 ? (message) => locationOf(message, options.maxRedirects) !== null : undefined,
  }
}

function answerOf(
  { message, body, trailers = {}, upgraded }: HttpResponse,
  url: URL,
  trace: HttpTrace,
): HttpResponseData {
  // The server switched protocols without a request to do so.
  upgraded?.connection.socket.destroy()
  return {
    url,
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: message.headers,
    trailers,
    body: body.kept,
    bodyBytes: body.bytes,
    packedBytes: body.packedBytes,
    isCut: body.isCut,
    trace,
  }
}

function failAfterRedirect(error: unknown, { url }: HttpHop): never {
  if (!(error instanceof TargetDown)) throw error
  const { reason, message, evidence } = error
  throw new TargetDown(reason, `after a redirect to ${shortUrl(url)}: ${message}`, { cause: error, evidence })
}

function locationOf(message: ResponseHead, maxRedirects: number): string | null {
  if (maxRedirects === 0 || !redirects.has(message.statusCode ?? 0)) return null
  return message.headers.location ?? null
}

function shortUrl(url: URL): string {
  return url.href.length > 200 ? `${url.href.slice(0, 200)}…` : url.href
}
