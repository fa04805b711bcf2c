// One HTTP/1.1 request and its answer on a connection of its own.
import type { X509Certificate } from 'node:crypto'
import { type IncomingMessage, request as send } from 'node:http'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { type Connect, type Connection, peerName } from './connect.ts'
import { attempt } from './deadline.ts'
import { failure } from './failure.ts'
import { type Body, type BodyLimits, readBody } from './http-body.ts'
import type { Reach } from './lookup.ts'
import type { Secure } from './secure.ts'

/** How far an exchange got, filled in as it goes, so that a failed one can still be told. Times are of the last connection. */
export interface HttpTrace {
  address: string | null
  dnsMs: number | null
  connectMs: number | null
  /** Null without TLS. */
  tlsMs: number | null
  /** From the request to the head of the answer. */
  firstByteMs: number | null
  transferMs: number | null
  status: number | null
  /** Of the certificates seen on the way, the one that expires first. */
  certificate: X509Certificate | null
  /** What is wrong with the last certificate seen, as a sentence. */
  certificateProblem: string | null
  /** Redirects that were followed. */
  readonly redirects: { readonly from: string; readonly status: number; readonly to: string }[]
}

export interface HttpQuestion extends Reach {
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
  skipsBody?(message: IncomingMessage): boolean
}

export interface HttpReply {
  readonly message: IncomingMessage
  readonly body: Body
  /** The connection, when the answer was 101: it now speaks another protocol and belongs to the caller. */
  readonly upgraded: { readonly connection: Connection; readonly head: Buffer } | null
}

export function newTrace(): HttpTrace {
  const times = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, transferMs: null }
  return { address: null, ...times, status: null, certificate: null, certificateProblem: null, redirects: [] }
}

export type HttpExchange = (question: HttpQuestion) => Promise<HttpReply>

const nothing: Body = { kept: Buffer.alloc(0), bytes: 0, isCut: false }
const maxHeaderSize = 65_536

export function createHttpExchange({ connect, secure, clock }: { connect: Connect; secure: Secure; clock: Clock }): HttpExchange {
  return async (question) => converse(await open(question), question)

  async function open({ url, ipVersion, signal, verify, clientCert, clientKey, trace }: HttpQuestion): Promise<Connection> {
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
    const port = Number(url.port) || (isSecure ? 443 : 80)
    trace.address = trace.status = trace.dnsMs = trace.connectMs = trace.tlsMs = trace.firstByteMs = trace.transferMs = null
    const connection = await connect({ host, port, ipVersion, signal })
    trace.address = connection.address
    trace.dnsMs = connection.dnsMs
    trace.connectMs = connection.connectMs
    if (!isSecure) return connection
    const presented = (certificate: X509Certificate, problem: string | null): void => {
      trace.certificateProblem = problem
      if (!trace.certificate || certificate.validToDate < trace.certificate.validToDate) trace.certificate = certificate
    }
    const secured = await secure(connection, { serverName: host, verify, alpn, clientCert, clientKey, presented, signal })
    trace.tlsMs = secured.tlsMs
    return secured
  }

  function converse(connection: Connection, question: HttpQuestion): Promise<HttpReply> {
    const { method, trace } = question
    let phase = 'waiting for the answer'
    return attempt<HttpReply>(question.signal, () => phase, (done, fail) => {
      const asked = clock.monotonicMs()
      let isUpgraded = false
      let stopReading: (() => void) | null = null
      const onError = (error: Error): void => fail(httpFailure(error, connection, phase))
      const onHead = (message: IncomingMessage): number => {
        const now = clock.monotonicMs()
        phase = 'reading the body'
        trace.firstByteMs = now - asked
        trace.status = message.statusCode ?? 0
        message.on('error', onError)
        return now
      }
      const request = send({
        method,
        path: question.url.pathname + question.url.search,
        headers: question.headers,
        setHost: false,
        maxHeaderSize,
        createConnection: () => connection.socket,
      })
      request.on('error', onError)
      request.once('response', (message) => {
        const arrived = onHead(message)
        if (question.skipsBody?.(message)) return done({ message, body: nothing, upgraded: null })
        const finish = (body: Body): void => {
          trace.transferMs = clock.monotonicMs() - arrived
          done({ message, body, upgraded: null })
        }
        stopReading = readBody(message, question.limits, finish, fail)
      })
      request.once('upgrade', (message, _socket, head) => {
        onHead(message)
        isUpgraded = true
        done({ message, body: nothing, upgraded: { connection, head } })
      })
      request.end(question.body)
      return () => {
        stopReading?.()
        if (!isUpgraded) connection.socket.destroy()
      }
    })
  }
}

const alpn = ['http/1.1']

function httpFailure(error: NodeJS.ErrnoException, connection: Connection, phase: string): Error {
  const peer = peerName(connection)
  const code = error.code ?? ''
  if (code === 'HPE_HEADER_OVERFLOW')
    return new TargetDown('other', `the headers of the answer are larger than ${maxHeaderSize / 1024} KiB`, { cause: error })
  if (code.startsWith('HPE_')) return new TargetDown('other', `what ${peer} answered is not HTTP (${error.message.replace(/^Parse Error: /, '')})`, { cause: error })
  return failure(error, { peer, phase, cause: 'connect' })
}
