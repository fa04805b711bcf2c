// A whole HTTP request as a check means it: redirects followed, a login answered, every hop resolved and checked anew.
import type { IncomingMessage } from 'node:http'
import { TargetDown } from '../../domain/outcome.ts'
import type { Connection } from '../connect.ts'
import { digestAnswer } from './digest.ts'
import {
  type HttpExchange,
  type HttpMessage,
  type HttpQuestion,
  type HttpReply,
  type HttpTrace,
  newTrace,
} from './exchange.ts'
import { type Header, type Login, type Turn, headerLines, plainLogin, redirected } from './hop.ts'
import type { Reach } from '../lookup.ts'

export interface HttpAsk extends Reach {
  readonly url: URL
  readonly method: string
  readonly headers?: readonly Header[]
  readonly body?: string | Uint8Array
  readonly login?: Login | null
  /** Over TCP when omitted. */
  readonly transport?: 'tcp' | 'http3'
  /** Redirects to follow; with 0 a redirect is the answer. */
  readonly maxRedirects: number
  /** Whether a certificate that is not trusted, or names another host, is a failure. */
  readonly verify: boolean
  /** PEM. */
  readonly clientCert?: string
  readonly clientKey?: string
  /** Bytes of body to read, after inflation; 1 MiB when omitted. */
  readonly maxBytes?: number
  /** Bytes of body to keep of those; all of them when omitted. */
  readonly keepBytes?: number
  /** From `newTrace()`, for callers who want to know how far a failed request got. */
  readonly trace?: HttpTrace
}

export interface HttpAnswer {
  /** Where the last answer came from. */
  readonly url: URL
  readonly status: number
  readonly reason: string
  readonly httpVersion: string
  /** Names in lower case. */
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Size of the body as read, after inflation. */
  readonly bodyBytes: number
  /** There was more of it than was read. */
  readonly isCut: boolean
  readonly trace: HttpTrace
}

export type Request = (ask: HttpAsk) => Promise<HttpAnswer>

export type UpgradeAsk = Omit<HttpAsk, 'maxRedirects' | 'body'> & { readonly protocol: string }

export interface UpgradeAnswer extends HttpAnswer {
  /** The caller's from here on, to read, write and destroy; null when the server did not agree. */
  readonly connection: Connection | null
  /** What came in behind the head of the answer. */
  readonly head: Buffer
}

export type Upgrade = (ask: UpgradeAsk) => Promise<UpgradeAnswer>

const mebibyte = 1_048_576
const redirects = new Set([301, 302, 303, 307, 308])

export function createRequest(exchange: HttpExchange): Request {
  return async (ask) => {
    const trace = ask.trace ?? newTrace()
    let turn = firstTurn(ask)
    for (;;) {
      const reply = await hop(ask, turn, trace)
      const location = locationOf(reply.message, ask.maxRedirects)
      if (location === null) return answerOf(reply, turn.url, trace)
      const status = reply.message.statusCode ?? 0
      const next = redirected(turn, { status, location, setCookies: reply.message.headers['set-cookie'] ?? [] })
      trace.redirects.push({ from: turn.url.href, status, to: next.url.href })
      turn = next
      if (trace.redirects.length > ask.maxRedirects)
        throw new TargetDown(
          'http_status',
          `more than ${ask.maxRedirects} redirects; the last one leads to ${shortUrl(turn.url)}`,
        )
    }
  }

  async function hop(ask: HttpAsk, turn: Turn, trace: HttpTrace): Promise<HttpReply> {
    try {
      return await logIn(ask, turn, trace)
    } catch (error) {
      if (!(error instanceof TargetDown) || trace.redirects.length === 0) throw error
      throw new TargetDown(error.reason, `after a redirect to ${shortUrl(turn.url)}: ${error.message}`, {
        cause: error,
      })
    }
  }

  async function logIn(ask: HttpAsk, turn: Turn, trace: HttpTrace): Promise<HttpReply> {
    const { login } = turn
    const reply = await exchange(questionFor(ask, turn, trace, plainLogin(login)))
    if (login?.kind !== 'digest' || reply.message.statusCode !== 401) return reply
    const challenges = reply.message.headersDistinct['www-authenticate'] ?? []
    const path = turn.url.pathname + turn.url.search
    const authorization = digestAnswer(challenges, {
      ...turn,
      path,
      username: login.username,
      password: login.password,
    })
    return authorization === null ? reply : exchange(questionFor(ask, turn, trace, authorization))
  }
}

/** Asks for another protocol on the same connection. Redirects are not followed. */
export function createUpgrade(exchange: HttpExchange): Upgrade {
  return async (ask) => {
    const trace = ask.trace ?? newTrace()
    const turn = firstTurn(ask)
    const question = questionFor({ ...ask, maxRedirects: 0 }, turn, trace, null)
    const headers = headerLines(turn, plainLogin(turn.login), ask.protocol)
    const reply = await exchange({ ...question, headers })
    const { connection = null, head = Buffer.alloc(0) } = reply.upgraded ?? {}
    return { ...answerOf({ ...reply, upgraded: null }, turn.url, trace), connection, head }
  }
}

const noCookies = new Map<string, string>()

function firstTurn({ url, method, headers = [], body = '', login = null }: Omit<HttpAsk, 'maxRedirects'>): Turn {
  return { url, method, headers, body, login, cookies: noCookies }
}

function questionFor(ask: HttpAsk, turn: Turn, trace: HttpTrace, authorization: string | null): HttpQuestion {
  const maxBytes = ask.maxBytes ?? mebibyte
  const isHome = turn.url.origin === ask.url.origin
  return {
    url: turn.url,
    transport: ask.transport,
    method: turn.method,
    headers: headerLines(turn, authorization),
    body: turn.body,
    ipVersion: ask.ipVersion,
    signal: ask.signal,
    verify: ask.verify,
    clientCert: isHome ? ask.clientCert : undefined,
    clientKey: isHome ? ask.clientKey : undefined,
    limits: { maxBytes, keepBytes: ask.keepBytes ?? maxBytes },
    trace,
    skipsBody: ask.maxRedirects > 0 ? (message) => locationOf(message, ask.maxRedirects) !== null : undefined,
  }
}

function answerOf({ message, body, upgraded }: HttpReply, url: URL, trace: HttpTrace): HttpAnswer {
  // Nobody asked for another protocol.
  upgraded?.connection.socket.destroy()
  return {
    url,
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: message.headers,
    body: body.kept,
    bodyBytes: body.bytes,
    isCut: body.isCut,
    trace,
  }
}

function locationOf(message: HttpMessage, maxRedirects: number): string | null {
  if (maxRedirects === 0 || !redirects.has(message.statusCode ?? 0)) return null
  return message.headers.location ?? null
}

function shortUrl(url: URL): string {
  return url.href.length > 200 ? `${url.href.slice(0, 200)}…` : url.href
}
