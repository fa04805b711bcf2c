// One HTTP/1.1 request and its answer on a connection of its own.
import type { X509Certificate } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import type { Readable } from 'node:stream'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type Connect, type Connection, peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import { type Body, type BodyLimits, readBody } from './body.ts'
import { guardFraming } from './framing-guard.ts'
import type { Reach } from '../lookup.ts'
import type { Secure } from '../tls/secure.ts'

/** How far a request got, filled in as it goes, so that a failed one can still be told. */
export interface HttpTrace {
  /** Down to `certificateProblem`, all is about the last hop. */
  address: string | null
  dnsMs: number | null
  connectMs: number | null
  /** Null without TLS. */
  tlsMs: number | null
  /** From the request to the head of the answer. */
  firstByteMs: number | null
  transferMs: number | null
  status: number | null
  /** What is wrong with its certificate, as a sentence. */
  certificateProblem: string | null
  /** Of the certificates of all hops, the one that expires first. */
  certificate: X509Certificate | null
  /** Redirects that were followed. */
  readonly redirects: { readonly from: string; readonly status: number; readonly to: string }[]
}

const times = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, transferMs: null }
const freshHop = { address: null, ...times, status: null, certificateProblem: null }

/** Forgets what was seen of the hop before. */
export function beginHop(trace: HttpTrace): void {
  Object.assign(trace, freshHop)
}

export function noteCertificate(trace: HttpTrace, certificate: X509Certificate, problem: string | null): void {
  trace.certificateProblem = problem
  if (!trace.certificate || certificate.validToDate < trace.certificate.validToDate) trace.certificate = certificate
}

export function newTrace(): HttpTrace {
  return { ...freshHop, certificate: null, redirects: [] }
}

/** The head of an answer, with its body to be read. */
export type HttpMessage = Readable &
  Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'httpVersion' | 'headers' | 'headersDistinct'>

export interface HttpRequest extends Reach {
  /** Over TCP when omitted. */
  readonly transport?: 'tcp' | 'http3'
  readonly url: URL
  readonly method: string
  /** Name, value, name, value: everything that is sent, Host included. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array
  readonly verify: boolean
  readonly clientCert?: string
  readonly clientKey?: string
  readonly limits: BodyLimits
  readonly trace: HttpTrace
  /** Says of an answer whether its body is of no interest. */
  skipsBody?(message: HttpMessage): boolean
}

export interface HttpResponse {
  readonly message: HttpMessage
  readonly body: Body
  /** The connection, when the answer was 101: it now speaks another protocol and belongs to the caller. */
  readonly upgraded: { readonly connection: Connection; readonly head: Buffer } | null
}

export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>

const nothing: Body = { kept: Buffer.alloc(0), bytes: 0, isCut: false }
const alpn = ['http/1.1']
const maxHeaderSize = 65_536

interface HttpExchangeOptions {
  readonly connect: Connect
  readonly secure: Secure
  readonly clock: Clock
}

export function createHttpExchange({ connect, secure, clock }: HttpExchangeOptions): HttpExchange {
  return async (request) => {
    const connection = await open(request)
    if (request.signal.aborted) connection.socket.destroy()
    return exchangeOn(connection, request, clock)
  }

  async function open({
    url,
    ipVersion,
    signal,
    verify,
    clientCert,
    clientKey,
    trace,
  }: HttpRequest): Promise<Connection> {
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
    const port = Number(url.port) || (isSecure ? 443 : 80)
    beginHop(trace)
    const connection = await connect({ host, port, ipVersion, signal })
    trace.address = connection.address
    trace.dnsMs = connection.dnsMs
    trace.connectMs = connection.connectMs
    if (!isSecure) return connection
    const presented = (certificate: X509Certificate, problem: string | null): void =>
      noteCertificate(trace, certificate, problem)
    const options = { serverName: host, verify, alpn, clientCert, clientKey, presented, signal }
    const secured = await secure(connection, options)
    trace.tlsMs = secured.tlsMs
    return secured
  }
}

function exchangeOn(connection: Connection, request: HttpRequest, clock: Clock): Promise<HttpResponse> {
  const { trace, limits } = request
  const asked = clock.monotonicMs()
  let phase = 'waiting for the answer'
  return attempt<HttpResponse>(
    request.signal,
    () => phase,
    (done, fail) => {
      let isUpgraded = false
      let stopReading: (() => void) | null = null
      let answer: IncomingMessage | null = null
      const onError = (error: Error): void => {
        // What follows a complete answer is not part of it; its end is still on the way.
        if (!answer?.complete) fail(httpFailure(error, connection, phase))
      }
      const onHead = (message: IncomingMessage): void => {
        answer = message
        phase = 'reading the body'
        trace.firstByteMs = clock.monotonicMs() - asked
        trace.status = message.statusCode ?? 0
        message.on('error', onError)
      }
      const sent = requestOn(connection, request)
      const stopGuarding = guardFraming(sent, connection, fail)
      sent.on('error', onError)
      sent.once('response', (message) => {
        onHead(message)
        if (request.skipsBody?.(message)) return done({ message, body: nothing, upgraded: null })
        const finish = (body: Body): void => {
          trace.transferMs = clock.monotonicMs() - asked - (trace.firstByteMs ?? 0)
          done({ message, body, upgraded: null })
        }
        stopReading = readBody(message, limits, finish, fail)
      })
      sent.once('upgrade', (message, _socket, head) => {
        onHead(message)
        isUpgraded = true
        done({ message, body: nothing, upgraded: { connection, head } })
      })
      sent.end(request.body)
      return () => {
        stopGuarding()
        stopReading?.()
        if (!isUpgraded) connection.socket.destroy()
      }
    },
  )
}

function requestOn({ socket }: Connection, { url, method, headers }: HttpRequest): ClientRequest {
  return send({
    method,
    path: url.pathname + url.search,
    headers,
    setHost: false,
    maxHeaderSize,
    // Browsers put up with sloppy servers, and a connection that is used once cannot be confused by one.
    insecureHTTPParser: true,
    createConnection: () => socket,
  })
}

function httpFailure(error: NodeJS.ErrnoException, connection: Connection, phase: string): Error {
  const peer = peerName(connection)
  const code = error.code ?? ''
  if (!code.startsWith('HPE_')) return failure(error, { peer, phase, cause: 'connect' })
  const detail = error.message.replace(/^Parse Error: /, '')
  const isTooLarge = code === 'HPE_HEADER_OVERFLOW'
  const tooLarge = `the headers of the answer are larger than ${maxHeaderSize / 1024} KiB`
  return new TargetDown('other', isTooLarge ? tooLarge : `what ${peer} answered is not HTTP (${detail})`, {
    cause: error,
  })
}
