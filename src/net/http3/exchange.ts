// One HTTP/3 request and its response on its own QUIC connection, to an address that the policy allows.
import type { X509Certificate } from 'node:crypto'
import { type Socket, createSocket } from 'node:dgram'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { chainProblem, nameProblem } from '../tls/certificate.ts'
import type { ChainVerifier } from '../tls/chain.ts'
import { peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import { type HttpBody, noBody, readBody } from '../http/body.ts'
import type { HttpExchange, IncomingResponse, HttpRequest, HttpResponse } from '../http/exchange.ts'
import { fieldsOf } from '../http/fields.ts'
import { maxHeaderBytes } from '../http/framing-guard.ts'
import { beginHop, noteCertificate } from '../http/trace.ts'
import type { IpAddress, Lookup } from '../lookup.ts'
import { ClosedWithoutError } from '../quic/connection-close.ts'
import { QuicConnection } from '../quic/connection.ts'
import { MalformedMessage, varint } from '../tls/wire.ts'
import { ResponseReader } from './response-reader.ts'
import { type HeaderField, encodeFields } from './qpack.ts'

interface Http3Options {
  readonly lookup: Lookup
  readonly clock: Clock
  readonly verifyChain: ChainVerifier
}

const streams = { request: 0, control: 2 }
/** The control stream: its type, and an empty list of settings. */
const noSettings = Buffer.concat([0, 4, 0].map(varint))
const noError = 0x0100
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
/** Bytes of a response besides its body: headers, frames, and the worst overhead of compression. */
const slackBytes = maxHeaderBytes + 131_072

export function createHttp3Exchange(options: Http3Options): HttpExchange {
  return async (request) => {
    const { url, trace, ipVersion, signal } = request
    beginHop(trace)
    if (url.protocol !== 'https:')
      throw new TargetDown('other', `${url.origin} is not reached over HTTP/3, which needs https://`)
    if (request.clientCert || request.clientKey) throw new Error('client certificates cannot be used over HTTP/3')
    const start = options.clock.monotonicMs()
    const addresses = await options.lookup(url.hostname, { ipVersion, signal })
    trace.dnsMs = options.clock.monotonicMs() - start
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
    return tryAddresses(
      request,
      addresses.map((address) => ({ ...options, host, address })),
    )
  }
}

/** Tries the next address when nothing listens at the last. */
async function tryAddresses(request: HttpRequest, destinations: readonly Destination[]): Promise<HttpResponse> {
  let refused: unknown
  for (const to of destinations) {
    try {
      return await sendWithRetry(request, to)
    } catch (error) {
      const isRefused = error instanceof TargetDown && error.reason === 'connect' && request.trace.connectMs === null
      if (!isRefused) throw error
      refused ??= error
    }
  }
  throw refused
}

/**
 * Retries once when a server closes without an error, unless it may already have processed the request.
 */
async function sendWithRetry(request: HttpRequest, to: Destination): Promise<HttpResponse> {
  try {
    return await send(request, to)
  } catch (error) {
    if (!(error instanceof ClosedWithoutError) || !repeatable.has(request.method)) throw error
    return send(request, to)
  }
}

interface Destination extends Http3Options {
  readonly host: string
  readonly address: IpAddress
}

function send(request: HttpRequest, to: Destination): Promise<HttpResponse> {
  let exchange: Http3Exchange | undefined
  return attempt<HttpResponse>(
    request.signal,
    () => exchange?.phase ?? 'connecting',
    (done, fail) => {
      exchange = new Http3Exchange(request, to, { done, fail })
      return () => exchange?.end()
    },
  )
}

interface ExchangeCallbacks {
  done(reply: HttpResponse): void
  fail(error: Error): void
}

/** A socket, its connection, and their progress. */
class Http3Exchange {
  phase = 'connecting'
  readonly #request: HttpRequest
  readonly #to: Destination
  readonly #ending: ExchangeCallbacks
  readonly #peer: string
  readonly #socket: Socket
  readonly #connection: QuicConnection
  readonly #response = new ResponseReader()
  #stopReading: (() => void) | null = null
  #since: number

  constructor(request: HttpRequest, to: Destination, ending: ExchangeCallbacks) {
    const port = Number(request.url.port) || 443
    this.#request = request
    this.#to = to
    this.#ending = ending
    this.#peer = peerName({ ...to.address, port })
    this.#since = to.clock.monotonicMs()
    this.#socket = openSocket(to.address)
    this.#connection = this.#connect()
    request.trace.address = to.address.address
    this.#socket.on('error', (error) => this.#broken(error))
    this.#socket.on('message', (datagram) => this.#connection.receive(datagram))
    this.#socket.once('connect', () => this.#connection.start())
    this.#socket.connect(port, to.address.address)
  }

  end(): void {
    this.#stopReading?.()
    this.#connection.close(noError)
    this.#socket.close()
  }

  #connect(): QuicConnection {
    const { host, clock } = this.#to
    const { trace, limits } = this.#request
    return new QuicConnection({
      clock,
      peer: this.#peer,
      serverName: host,
      alpn: 'h3',
      maxBytes: limits.maxBytes + slackBytes,
      send: (datagram) => this.#socket.send(datagram, (error) => error && this.#broken(error)),
      verifyChain: (chain) => checkCertificate(chain, this.#request, this.#to),
      onFirstPacket: () => {
        this.phase = 'negotiating TLS'
        trace.connectMs = this.#lap()
      },
      onReady: () => {
        this.phase = 'waiting for the answer'
        trace.tlsMs = this.#lap()
        trace.httpVersion = '3'
        this.#connection.write(streams.control, noSettings, false)
        this.#connection.write(streams.request, requestOf(this.#request), true)
      },
      onData: (_stream, bytes, isLast) => this.#take(bytes, isLast),
      onReset: (stream, code) => {
        if (stream !== streams.request) return
        const message = `broke off the answer with HTTP/3 error 0x${code.toString(16)}`
        this.#ending.fail(new TargetDown('connect', `${this.#peer} ${message}`))
      },
      onFailure: this.#ending.fail,
    })
  }

  #take(bytes: Buffer, isLast: boolean): void {
    const previous = this.#response.message
    try {
      this.#response.take(bytes, isLast)
    } catch (error) {
      if (!(error instanceof MalformedMessage)) return this.#ending.fail(error as Error)
      return this.#ending.fail(new TargetDown('other', `what ${this.#peer} answered is not HTTP/3: ${error.message}`))
    }
    if (this.#response.message && !previous) this.#read(this.#response.message)
  }

  #read(message: IncomingResponse): void {
    const { trace, limits, skipsBody } = this.#request
    this.phase = 'reading the body'
    trace.firstByteMs = this.#lap()
    trace.status = message.statusCode ?? 0
    if (skipsBody?.(message)) return this.#ending.done({ message, body: noBody, upgraded: null })
    const finish = (body: HttpBody): void => {
      trace.transferMs = this.#lap()
      this.#ending.done({ message, body, upgraded: null })
    }
    this.#stopReading = readBody(message, limits, finish, this.#ending.fail)
  }

  #broken(error: Error): void {
    this.#ending.fail(failure(error, { peer: this.#peer, phase: this.phase, cause: 'connect' }))
  }

  /** Time since the previous mark. */
  #lap(): number {
    const before = this.#since
    this.#since = this.#to.clock.monotonicMs()
    return this.#since - before
  }
}

/** A connected socket receives only from this peer, and reports when nothing listens there. */
function openSocket({ address, family }: IpAddress): Socket {
  return createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    lookup: (_host, _options, found) => found(null, address, family),
  })
}

type CertificateChain = readonly X509Certificate[]

function checkCertificate(
  chain: CertificateChain,
  { trace, verify }: HttpRequest,
  { verifyChain, clock, host }: Destination,
): void {
  const leaf = chain[0]!
  const now = clock.now()
  const code = verifyChain(chain, now)
  const problem = code === null ? nameProblem(leaf, host) : chainProblem(code, leaf, host, now)
  noteCertificate(trace, leaf, problem)
  if (verify && problem) throw new TargetDown('certificate', problem)
}

function requestOf(request: HttpRequest): Buffer {
  const { method, url, body } = request
  const { authority, fields: given } = fieldsOf(request)
  const fields: HeaderField[] = [
    [':method', method],
    [':scheme', 'https'],
    [':authority', authority],
    [':path', url.pathname + url.search],
    ...given,
  ]
  const head = encodeFields(fields)
  const content = Buffer.from(body as string)
  const parts = [varint(1), varint(head.length), head]
  if (content.length > 0) parts.push(varint(0), varint(content.length), content)
  return Buffer.concat(parts)
}
