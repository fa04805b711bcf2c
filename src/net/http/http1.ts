// One HTTP/1.1 request and its response on a connection. The usual response is small and plain, and read here;
// all others are replayed to Node's client.
import type { Socket } from 'node:net'
import type { Clock } from '../../domain/clock.ts'
import type { NetConnection } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { type HttpBody, noBody } from './body.ts'
import type { HttpRequest, HttpResponse, ResponseHead } from './exchange.ts'
import { exchangeThroughNode, httpFailure } from './node-client.ts'
import { ReplayedSocket } from './replayed-socket.ts'
import { type ReadState, SmallResponse } from './small-response.ts'
import { noteHead } from './trace.ts'

/** A kept connection ended, or turned out to be unusable, before the response: another one can carry the request. */
export class ConnectionEnded extends Error {
  override name = 'ConnectionEnded'
}

export async function exchangeOverHttp1(
  connection: NetConnection,
  request: HttpRequest,
  clock: Clock,
): Promise<HttpResponse> {
  const startedMs = clock.monotonicMs()
  const head = headOf(request)
  if (head === null) return exchangeThroughNode(connection, request, { clock, startedMs })
  const answered = await exchangeSmall(connection, request, { head, clock, startedMs })
  if (!(answered instanceof ReplayedSocket)) return answered
  return exchangeThroughNode(connection, request, { clock, startedMs, stream: answered })
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const unsafe = /[^\t\x20-\x7e\x80-\xff]/

/** Null for requests that Node sends: upgrades, bodies that are read in pieces, and headers that it rejects. */
function headOf({ method, url, headers, limits }: HttpRequest): string | null {
  if (limits.onPiece || !token.test(method) || headers.includes('Upgrade')) return null
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`
  for (let n = 0; n + 1 < headers.length; n += 2) {
    const [name, value] = [headers[n]!, headers[n + 1]!]
    if (!token.test(name) || unsafe.test(value)) return null
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}

interface SmallExchange {
  /** The request line and the headers. */
  readonly head: string
  readonly clock: Clock
  readonly startedMs: number
}

/** Settles with the connection if its response is left to Node. */
function exchangeSmall(
  connection: NetConnection,
  request: HttpRequest,
  { head: sent, clock, startedMs }: SmallExchange,
): Promise<HttpResponse | ReplayedSocket> {
  const { trace, limits } = request
  const { socket } = connection
  const response = new SmallResponse(request.method)
  const phase = (): string => (response.head ? 'reading the body' : 'waiting for the answer')
  return attempt<HttpResponse | ReplayedSocket>(request.signal, phase, (done, fail) => {
    let isReplayed = false
    let isKept = false
    // The server closed it before the request arrived, or sent more bytes than its last response has.
    const isStale = (): boolean => connection.keptSinceMs !== undefined && !beginsLikeHttp(response.received)
    const advance = (state: ReadState, hasEnded: boolean): void => {
      const { head, body } = response
      if (head && trace.firstByteMs === null) {
        noteHead(trace, head, clock.monotonicMs() - startedMs)
        if (request.skipsBody?.(head)) return done({ message: head, body: noBody, upgraded: null })
      }
      if (head && state === 'whole' && body.length <= limits.maxBytes) {
        isKept = !hasEnded && canKeep(head, socket)
        trace.transferMs = clock.monotonicMs() - startedMs - trace.firstByteMs!
        done({ message: head, body: keep(body, limits.keepBytes), upgraded: null })
      } else if (state !== 'incomplete' && isStale()) {
        fail(new ConnectionEnded())
      } else if (state !== 'incomplete') {
        isReplayed = true
        done(new ReplayedSocket(socket, response.received, hasEnded))
      }
    }
    const onData = (piece: Buffer): void => advance(response.add(piece), false)
    const onEnd = (): void => advance(response.end(), true)
    const onError = (error: Error): void =>
      fail(isStale() ? new ConnectionEnded() : httpFailure(error, connection, phase()))
    if (request.body.length === 0) socket.write(sent, 'latin1')
    else socket.write(inOnePiece(sent, request.body))
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError)
    return () => {
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError)
      if (isKept && request.keep) request.keep.connections.keep(request.keep.owner, request, connection)
      else if (!isReplayed) socket.destroy()
    }
  })
}

const beginsLikeHttp = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === 'HTTP/'

function inOnePiece(head: string, body: string | Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + Buffer.byteLength(body))
  bytes.write(head, 'latin1')
  if (typeof body === 'string') bytes.write(body, head.length)
  else bytes.set(body, head.length)
  return bytes
}

/** Whether the server expects another request: it said nothing else, and has received all of this one. */
function canKeep({ statusCode = 0, headers }: ResponseHead, socket: Socket): boolean {
  const isSuccess = statusCode >= 200 && statusCode < 300
  return isSuccess && /^(keep-alive)?$/i.test(headers.connection ?? '') && socket.writableLength === 0
}

function keep(body: Buffer, keepBytes: number): HttpBody {
  const kept = body.length > keepBytes ? body.subarray(0, keepBytes) : body
  return { kept, bytes: body.length, packedBytes: body.length, isCut: false }
}
