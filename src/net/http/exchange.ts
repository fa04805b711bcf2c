// One HTTP request and its response on a TCP connection, in the version of HTTP that the server chooses. The connection
// is new, unless the caller keeps its connections.
import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../domain/clock.ts'
import type { Connect, ConnectSocket, NetConnection } from '../connect.ts'
import type { HttpBody, BodyLimits } from './body.ts'
import { ConnectionEnded, exchangeOverHttp1 } from './http1.ts'
import { Http1Required } from './http2-failure.ts'
import { exchangeOverHttp2 } from './http2.ts'
import type { KeptConnections } from './kept-connections.ts'
import { type HttpTrace, beginHop, noteCertificate } from './trace.ts'
import type { ReachOptions } from '../lookup.ts'
import type { Secure } from '../tls/secure.ts'

/** The status line and the headers of a response. */
export type ResponseHead = Pick<
  IncomingMessage,
  'statusCode' | 'statusMessage' | 'httpVersion' | 'headers' | 'headersDistinct'
>

/** The response headers, with the body still to be read. */
export type IncomingResponse = Readable & ResponseHead

/** The owner of connections that a request may use, and leave open for the next one. */
export interface ConnectionOwner {
  readonly connections: KeptConnections
  /** Requests of one owner are alike in everything that decides where they may go and what they may carry. */
  readonly owner: string
}

export interface HttpRequest extends ReachOptions {
  /** Over TCP when omitted. */
  readonly transport?: 'tcp' | 'http3'
  /** Whether HTTP/2 is not offered to the server. */
  readonly onlyHttp1?: boolean
  /** Whether HTTP/2 is used whatever the server chooses, and without TLS. */
  readonly onlyHttp2?: boolean
  /** A Unix socket that the request goes to, whatever the host of the URL. */
  readonly socketPath?: string
  readonly url: URL
  readonly method: string
  /** Name, value, name, value: all headers that are sent, Host included. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array
  readonly verify: boolean
  readonly clientCert?: string
  readonly clientKey?: string
  /** A new connection, closed after the response, when omitted. */
  readonly keep?: ConnectionOwner
  readonly limits: BodyLimits
  readonly trace: HttpTrace
  /** Returns whether to ignore the body of a response. */
  skipsBody?(head: ResponseHead): boolean
}

export interface HttpResponse {
  readonly message: ResponseHead
  readonly body: HttpBody
  readonly trailers?: IncomingMessage['headers']
  /** The connection after a 101 response: it now speaks another protocol and belongs to the caller. */
  readonly upgraded: { readonly connection: NetConnection; readonly head: Buffer } | null
}

export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>

const onlyHttp1 = ['http/1.1']
const onlyHttp2 = ['h2']
const anyHttp = ['h2', 'http/1.1']

interface HttpExchangeOptions {
  readonly connect: Connect
  readonly connectSocket: ConnectSocket
  readonly secure: Secure
  readonly clock: Clock
}

export function createHttpExchange({ connect, connectSocket, secure, clock }: HttpExchangeOptions): HttpExchange {
  return (request) => {
    if (request.onlyHttp1 || request.onlyHttp2) return send(request, request.onlyHttp2 ? onlyHttp2 : onlyHttp1)
    return send(request, anyHttp).catch((error: unknown) => {
      if (!(error instanceof Http1Required)) throw error
      return send(request, onlyHttp1)
    })
  }

  async function send(request: HttpRequest, alpn: readonly string[]): Promise<HttpResponse> {
    const kept = request.keep?.connections.take(request.keep.owner, request)
    if (kept) {
      const response = await sendAgain(kept, request)
      if (response) return response
    }
    return sendOn(await open(request, alpn), request)
  }

  /** Null if the server had closed the connection meanwhile. */
  async function sendAgain(connection: NetConnection, request: HttpRequest): Promise<HttpResponse | null> {
    beginHop(request.trace)
    request.trace.address = connection.address
    try {
      return await sendOn(connection, request)
    } catch (error) {
      if (error instanceof ConnectionEnded) return null
      throw error
    }
  }

  async function sendOn(connection: NetConnection, request: HttpRequest): Promise<HttpResponse> {
    try {
      const exchange = request.onlyHttp2 || hasChosenHttp2(connection.socket) ? exchangeOverHttp2 : exchangeOverHttp1
      return await exchange(connection, request, clock)
    } catch (error) {
      connection.socket.destroy()
      throw error
    }
  }

  async function open(request: HttpRequest, alpn: readonly string[]): Promise<NetConnection> {
    const { url, socketPath, ipVersion, signal, verify, clientCert, clientKey, trace } = request
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
    const port = Number(url.port) || (isSecure ? 443 : 80)
    beginHop(trace)
    const connection = await (socketPath === undefined
      ? connect({ host, port, ipVersion, signal })
      : connectSocket(socketPath, signal))
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

function hasChosenHttp2(socket: Socket | TLSSocket): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
}
