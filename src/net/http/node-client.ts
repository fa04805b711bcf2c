// An HTTP/1.1 exchange through Node's client, which understands everything that servers send.
import type * as NodeHttp from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../domain/clock.ts'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type NetConnection, peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import { type HttpBody, noBody, readBody } from './body.ts'
import type { HttpRequest, HttpResponse } from './exchange.ts'
import { guardFraming, headersTooLarge, maxHeaderBytes } from './framing-guard.ts'
import { noteHead } from './trace.ts'

// Most responses need no client of Node, which brings its `fetch` with it.
const nodeHttp = onFirstUse<typeof NodeHttp>('node:http')

interface NodeExchange {
  readonly clock: Clock
  readonly startedMs: number
  /** What to write to and read from, instead of the connection itself. */
  readonly stream?: Duplex
}

export function exchangeThroughNode(
  connection: NetConnection,
  request: HttpRequest,
  { clock, startedMs, stream = connection.socket }: NodeExchange,
): Promise<HttpResponse> {
  const { trace, limits } = request
  let phase = 'waiting for the answer'
  return attempt<HttpResponse>(
    request.signal,
    () => phase,
    (done, fail) => {
      let isUpgraded = false
      let stopReading: (() => void) | null = null
      let response: IncomingMessage | null = null
      const onError = (error: Error): void => {
        // Bytes after a complete response are ignored; its end event is still pending.
        if (!response?.complete) fail(httpFailure(error, connection, phase))
      }
      const onHead = (message: IncomingMessage): void => {
        response = message
        phase = 'reading the body'
        noteHead(trace, message, clock.monotonicMs() - startedMs)
        message.on('error', onError)
      }
      const sent = requestOn(stream, request)
      const stopGuarding = guardFraming(sent, { stream, connection, fail })
      sent.on('error', onError)
      sent.once('response', (message) => {
        onHead(message)
        if (request.skipsBody?.(message)) return done({ message, body: noBody, upgraded: null })
        const finish = (body: HttpBody): void => {
          trace.transferMs = clock.monotonicMs() - startedMs - (trace.firstByteMs ?? 0)
          done({ message, body, upgraded: null })
        }
        stopReading = readBody(message, limits, finish, fail)
      })
      sent.once('upgrade', (message, _socket, head) => {
        onHead(message)
        isUpgraded = true
        done({ message, body: noBody, upgraded: { connection, head } })
      })
      sent.end(request.body)
      return () => {
        stopGuarding()
        stopReading?.()
        if (!isUpgraded) stream.destroy()
      }
    },
  )
}

function requestOn(stream: Duplex, { url, method, headers }: HttpRequest): ClientRequest {
  return nodeHttp().request({
    method,
    path: url.pathname + url.search,
    headers,
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    // Browsers accept sloppy servers, and request smuggling is no risk on a connection that is used once.
    insecureHTTPParser: true,
    createConnection: () => stream,
  })
}

export function httpFailure(error: NodeJS.ErrnoException, connection: NetConnection, phase: string): Error {
  const peer = peerName(connection)
  const code = error.code ?? ''
  if (!code.startsWith('HPE_')) return failure(error, { peer, phase, cause: 'connect' })
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(error)
  const detail = error.message.replace(/^Parse Error: /, '')
  return new TargetDown('other', `what ${peer} answered is not HTTP (${detail})`, { cause: error })
}
