// One HTTP/2 request and its answer, on a connection of its own whose server has chosen HTTP/2.
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  connect,
} from 'node:http2'
import type { Clock } from '../../domain/clock.ts'
import type { Connection } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { noBody, readBody } from './body.ts'
import type { HttpMessage, HttpRequest, HttpResponse } from './exchange.ts'
import { fieldsOf } from './fields.ts'
import { guardFrames, headersTooLarge, maxHeaderBytes } from './framing-guard.ts'
import { http2Failure, maxHeaderPairs } from './http2-failure.ts'

export function exchangeOverHttp2(connection: Connection, request: HttpRequest, clock: Clock): Promise<HttpResponse> {
  const { trace, limits } = request
  const asked = clock.monotonicMs()
  let phase = 'waiting for the answer'
  trace.httpVersion = '2'
  return attempt<HttpResponse>(
    request.signal,
    () => phase,
    (done, fail) => {
      let stopReading: (() => void) | null = null
      const session = sessionOn(connection)
      const stream = send(session, request)
      const broken = (error: Error | null): void => {
        // What follows a complete answer is not part of it; its end is still on the way.
        if (error === null || !stream.readableEnded)
          fail(http2Failure(error, { connection, phase, resetCode: stream.rstCode }))
      }
      session.on('error', broken)
      stream.on('error', broken).once('close', () => stream.readableEnded || broken(null))
      stream.once('response', (headers, _flags, rawHeaders) => {
        const message = messageOf(stream, headers, rawHeaders)
        phase = 'reading the body'
        trace.firstByteMs = clock.monotonicMs() - asked
        trace.status = message.statusCode ?? 0
        if (lengthOf(rawHeaders) > maxHeaderBytes) return fail(headersTooLarge())
        if (request.skipsBody?.(message)) return done({ message, body: noBody, upgraded: null })
        // Node also ends what was broken off.
        stream.once('end', () => stream.rstCode === 0 || broken(null))
        stopReading = readBody(
          message,
          limits,
          (body) => {
            trace.transferMs = clock.monotonicMs() - asked - (trace.firstByteMs ?? 0)
            done({ message, body, upgraded: null })
          },
          fail,
        )
      })
      const stopGuarding = guardFrames(stream, { connection, clock, fail })
      return () => {
        stopGuarding()
        stopReading?.()
        session.destroy()
        connection.socket.destroy()
      }
    },
  )
}

/** What the server may send before we have read it: at home in memory, and more than a far way holds. */
const windowBytes = 524_288
const settings = { enablePush: false, initialWindowSize: windowBytes, maxHeaderListSize: maxHeaderBytes }

function sessionOn({ socket, host }: Connection): ClientHttp2Session {
  const session = connect(`https://${host.includes(':') ? `[${host}]` : host}`, {
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
    ':scheme': 'https',
    ':authority': authority,
    ':path': url.pathname + url.search,
  }
  for (const [name, value] of fields) {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${String(before)}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  const stream = session.request(headers, { endStream: body.length === 0 })
  if (body.length > 0) stream.end(body)
  return stream
}

type Head = IncomingHttpHeaders & { ':status'?: number }

function messageOf(stream: ClientHttp2Stream, head: Head, rawHeaders: readonly string[]): HttpMessage {
  const { ':status': statusCode, ...headers } = head
  const about = { statusCode, statusMessage: '', httpVersion: '2', headers, headersDistinct: distinct(rawHeaders) }
  return Object.assign(stream, about)
}

function distinct(rawHeaders: readonly string[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) (all[rawHeaders[n]!] ??= []).push(rawHeaders[n + 1]!)
  return all
}

function lengthOf(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((length, text) => length + text.length, 0)
}
