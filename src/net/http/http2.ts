// One HTTP/2 request and its response, on its own connection whose server has chosen HTTP/2.
import type * as NodeHttp2 from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import { Readable } from 'node:stream'
import type { Clock } from '../../domain/clock.ts'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import { TargetDown } from '../../domain/outcome.ts'
import type { NetConnection } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { type HttpBody, noBody, readBody } from './body.ts'
import type { IncomingResponse, HttpRequest, HttpResponse } from './exchange.ts'
import { fieldsOf } from './fields.ts'
import { guardFrames, headersTooLarge, maxHeaderBytes } from './framing-guard.ts'
import { Http1Required, http2Failure, maxHeaderPairs } from './http2-failure.ts'

const nodeHttp2 = onFirstUse<typeof NodeHttp2>('node:http2')

export function exchangeOverHttp2(
  connection: NetConnection,
  request: HttpRequest,
  clock: Clock,
): Promise<HttpResponse> {
  const { trace, limits } = request
  const startedMs = clock.monotonicMs()
  let phase = 'waiting for the answer'
  trace.httpVersion = '2'
  return attempt<HttpResponse>(
    request.signal,
    () => phase,
    (done, fail) => {
      let stopReading: (() => void) | null = null
      let message: IncomingResponse | null = null
      let trailers: IncomingHttpHeaders = {}
      const session = sessionOn(connection, request.url)
      const stream = send(session, request)
      // Bytes after a complete response are ignored; its end event is still pending.
      const isWhole = (): boolean => message !== null && stream.rstCode === 0
      const broken = (error: Error | null): void => {
        if (!isWhole()) fail(failureOf(error, request, { connection, phase, resetCode: stream.rstCode }))
      }
      const finish = (response: IncomingResponse, body: HttpBody): void => {
        trace.transferMs = clock.monotonicMs() - startedMs - (trace.firstByteMs ?? 0)
        done({ message: response, body, trailers, upgraded: null })
      }
      session.on('error', broken)
      stream.on('error', broken).once('close', () => broken(null))
      stream.once('response', (headers, _flags, rawHeaders) => {
        const response = messageOf(bodyOf(stream, isWhole), headers, rawHeaders)
        message = response
        phase = 'reading the body'
        trace.firstByteMs = clock.monotonicMs() - startedMs
        trace.status = response.statusCode ?? 0
        if (lengthOf(rawHeaders) > maxHeaderBytes) return fail(headersTooLarge())
        if (request.skipsBody?.(response)) return done({ message: response, body: noBody, upgraded: null })
        stopReading = readBody(response, limits, (body) => finish(response, body), fail)
      })
      stream.once('trailers', (headers, _flags, rawHeaders) => {
        if (lengthOf(rawHeaders) > maxHeaderBytes) return fail(headersTooLarge())
        trailers = headers
      })
      const stopGuarding = guardFrames(stream, { connection, clock, fail })
      return () => {
        stopGuarding()
        stopReading?.()
        message?.destroy()
        session.destroy()
        connection.socket.destroy()
      }
    },
  )
}

/** The request cannot be repeated over HTTP/1.1 if that is no choice. */
function failureOf(error: Error | null, { onlyHttp2 }: HttpRequest, state: Parameters<typeof http2Failure>[1]): Error {
  const failed = http2Failure(error, state)
  return onlyHttp2 && failed instanceof Http1Required ? new TargetDown('other', failed.message) : failed
}

/** Window size: small enough for memory, and more than a slow link has in flight. */
const windowBytes = 524_288
const settings = { enablePush: false, initialWindowSize: windowBytes, maxHeaderListSize: maxHeaderBytes }

function sessionOn({ socket }: NetConnection, url: URL): ClientHttp2Session {
  const session = nodeHttp2().connect(url, {
    createConnection: () => socket,
    settings,
    maxHeaderListPairs: maxHeaderPairs,
    maxReservedRemoteStreams: 0,
  })
  session.on('error', () => {})
  session.setLocalWindowSize(windowBytes)
  return session
}

function send(session: ClientHttp2Session, request: HttpRequest): ClientHttp2Stream {
  const { url, method, body } = request
  const { authority, fields } = fieldsOf(request)
  const headers: OutgoingHttpHeaders = {
    ':method': method,
    ':scheme': url.protocol.slice(0, -1),
    ':authority': authority,
    ':path': url.pathname + url.search,
  }
  if (request.onlyHttp2) headers['te'] = 'trailers'
  for (const [name, value] of fields) {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${String(before)}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  const stream = session.request(headers, { endStream: body.length === 0 })
  if (body.length > 0) stream.end(body)
  return stream
}

type Http2Head = IncomingHttpHeaders & { ':status'?: number }

/** Keeps unread data when a server disconnects right after its response; Node would drop it. */
function bodyOf(stream: ClientHttp2Stream, isWhole: () => boolean): Readable {
  const body = new Readable({ read: () => void stream.resume() })
  let hasEnded = false
  const end = (): void => {
    if (hasEnded || body.destroyed || !isWhole()) return
    hasEnded = true
    for (let rest: unknown = stream.read(); rest !== null; rest = stream.read()) body.push(rest)
    body.push(null)
  }
  stream.on('data', (piece) => body.push(piece) || stream.pause())
  stream.once('end', end).once('close', end)
  return body
}

function messageOf(body: Readable, head: Http2Head, rawHeaders: readonly string[]): IncomingResponse {
  const { ':status': statusCode, ...headers } = head
  const about = { statusCode, statusMessage: '', httpVersion: '2', headers, headersDistinct: distinct(rawHeaders) }
  return Object.assign(body, about)
}

function distinct(rawHeaders: readonly string[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) (all[rawHeaders[n]!] ??= []).push(rawHeaders[n + 1]!)
  return all
}

function lengthOf(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((length, text) => length + text.length, 0)
}
