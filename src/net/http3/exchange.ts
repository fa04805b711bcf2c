// One HTTP/3 request and its answer on a QUIC connection of its own, to an address that the policy allows.
import type { X509Certificate } from 'node:crypto'
import { type Socket, createSocket } from 'node:dgram'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { chainProblem, nameProblem } from '../tls/certificate.ts'
import type { ChainVerifier } from '../tls/chain.ts'
import { peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import { type Body, readBody } from '../http/body.ts'
import {
  type HttpExchange,
  type HttpMessage,
  type HttpQuestion,
  type HttpReply,
  beginHop,
  noteCertificate,
} from '../http/exchange.ts'
import type { Address, Lookup } from '../lookup.ts'
import { ClosedInPeace } from '../quic/closing.ts'
import { QuicConnection } from '../quic/connection.ts'
import { Malformed, varint } from '../tls/wire.ts'
import { AnswerReader, maxHeaderBytes } from './answer.ts'
import { type Field, packFields } from './fields.ts'

interface Ways {
  readonly lookup: Lookup
  readonly clock: Clock
  readonly judgeChain: ChainVerifier
}

const streams = { request: 0, control: 2 }
/** The control stream: its type, and an empty list of settings. */
const noSettings = Buffer.concat([0, 4, 0].map(varint))
const noError = 0x0100
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const noBody: Body = { kept: Buffer.alloc(0), bytes: 0, isCut: false }
/** What an answer may take beside its body: headers, frames, and what packing adds at worst. */
const slackBytes = maxHeaderBytes + 131_072

export function createHttp3Exchange(ways: Ways): HttpExchange {
  return async (question) => {
    const { url, trace, ipVersion, signal } = question
    beginHop(trace)
    if (url.protocol !== 'https:')
      throw new TargetDown('other', `${url.origin} is not reached over HTTP/3, which needs https://`)
    if (question.clientCert || question.clientKey) throw new Error('client certificates cannot be used over HTTP/3')
    const start = ways.clock.monotonicMs()
    const addresses = await ways.lookup(url.hostname, { ipVersion, signal })
    trace.dnsMs = ways.clock.monotonicMs() - start
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
    return firstAnswer(
      question,
      addresses.map((address) => ({ ...ways, host, address })),
    )
  }
}

/** The next address is tried when nobody listens at the last. */
async function firstAnswer(question: HttpQuestion, ways: readonly Destination[]): Promise<HttpReply> {
  let refused: unknown
  for (const to of ways) {
    try {
      return await askPatiently(question, to)
    } catch (error) {
      const isRefused = error instanceof TargetDown && error.reason === 'connect' && question.trace.connectMs === null
      if (!isRefused) throw error
      refused ??= error
    }
  }
  throw refused
}

/** A server that takes its leave in peace is asked once more, unless it may have done already what it was asked to do. */
async function askPatiently(question: HttpQuestion, to: Destination): Promise<HttpReply> {
  try {
    return await ask(question, to)
  } catch (error) {
    if (!(error instanceof ClosedInPeace) || !repeatable.has(question.method)) throw error
    return ask(question, to)
  }
}

interface Destination extends Ways {
  readonly host: string
  readonly address: Address
}

function ask(question: HttpQuestion, to: Destination): Promise<HttpReply> {
  let talk: Talk | undefined
  return attempt<HttpReply>(
    question.signal,
    () => talk?.phase ?? 'connecting',
    (done, fail) => {
      talk = new Talk(question, to, { done, fail })
      return () => talk?.end()
    },
  )
}

interface Ending {
  done(reply: HttpReply): void
  fail(error: Error): void
}

/** A socket, the connection over it, and how far they have got. */
class Talk {
  phase = 'connecting'
  readonly #question: HttpQuestion
  readonly #to: Destination
  readonly #ending: Ending
  readonly #peer: string
  readonly #socket: Socket
  readonly #connection: QuicConnection
  readonly #answer = new AnswerReader()
  #stopReading: (() => void) | null = null
  #since: number

  constructor(question: HttpQuestion, to: Destination, ending: Ending) {
    const port = Number(question.url.port) || 443
    this.#question = question
    this.#to = to
    this.#ending = ending
    this.#peer = peerName({ ...to.address, port })
    this.#since = to.clock.monotonicMs()
    this.#socket = openSocket(to.address)
    this.#connection = this.#connect()
    question.trace.address = to.address.address
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
    const { trace, limits } = this.#question
    return new QuicConnection({
      clock,
      peer: this.#peer,
      serverName: host,
      alpn: 'h3',
      maxBytes: limits.maxBytes + slackBytes,
      send: (datagram) => this.#socket.send(datagram, (error) => error && this.#broken(error)),
      judge: (chain) => judge(chain, this.#question, this.#to),
      heard: () => {
        this.phase = 'negotiating TLS'
        trace.connectMs = this.#lap()
      },
      ready: () => {
        this.phase = 'waiting for the answer'
        trace.tlsMs = this.#lap()
        this.#connection.write(streams.control, noSettings, false)
        this.#connection.write(streams.request, requestOf(this.#question), true)
      },
      data: (_stream, bytes, isLast) => this.#take(bytes, isLast),
      reset: (stream, code) => {
        if (stream !== streams.request) return
        const words = `broke off the answer with HTTP/3 error 0x${code.toString(16)}`
        this.#ending.fail(new TargetDown('connect', `${this.#peer} ${words}`))
      },
      failed: this.#ending.fail,
    })
  }

  #take(bytes: Buffer, isLast: boolean): void {
    const known = this.#answer.message
    try {
      this.#answer.take(bytes, isLast)
    } catch (error) {
      if (!(error instanceof Malformed)) return this.#ending.fail(error as Error)
      return this.#ending.fail(new TargetDown('other', `what ${this.#peer} answered is not HTTP/3: ${error.message}`))
    }
    if (this.#answer.message && !known) this.#read(this.#answer.message)
  }

  #read(message: HttpMessage): void {
    const { trace, limits, skipsBody } = this.#question
    this.phase = 'reading the body'
    trace.firstByteMs = this.#lap()
    trace.status = message.statusCode ?? 0
    if (skipsBody?.(message)) return this.#ending.done({ message, body: noBody, upgraded: null })
    const finish = (body: Body): void => {
      trace.transferMs = this.#lap()
      this.#ending.done({ message, body, upgraded: null })
    }
    this.#stopReading = readBody(message, limits, finish, this.#ending.fail)
  }

  #broken(error: Error): void {
    this.#ending.fail(failure(error, { peer: this.#peer, phase: this.phase, cause: 'connect' }))
  }

  /** Time since the last one. */
  #lap(): number {
    const before = this.#since
    this.#since = this.#to.clock.monotonicMs()
    return this.#since - before
  }
}

/** A connected socket hears only this peer, and hears that nobody listens there. */
function openSocket({ address, family }: Address): Socket {
  return createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    lookup: (_host, _options, found) => found(null, address, family),
  })
}

type Chain = readonly X509Certificate[]

function judge(chain: Chain, { trace, verify }: HttpQuestion, { judgeChain, clock, host }: Destination): void {
  const leaf = chain[0]!
  const now = clock.now()
  const code = judgeChain(chain, now)
  const problem = code === null ? nameProblem(leaf, host) : chainProblem(code, leaf, host, now)
  noteCertificate(trace, leaf, problem)
  if (verify && problem) throw new TargetDown('certificate', problem)
}

/** What belongs to one connection of HTTP/1.1 and has no meaning here. */
const ofConnection = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
])

function requestOf({ url, method, headers, body }: HttpQuestion): Buffer {
  const given: Field[] = []
  for (let n = 0; n + 1 < headers.length; n += 2) given.push([headers[n]!.toLowerCase(), headers[n + 1]!])
  const authority = given.find(([name]) => name === 'host')?.[1] ?? url.host
  const fields: Field[] = [
    [':method', method],
    [':scheme', 'https'],
    [':authority', authority],
    [':path', url.pathname + url.search],
    ...given.filter(([name]) => !ofConnection.has(name)),
  ]
  const head = packFields(fields)
  const content = Buffer.from(body as string)
  const parts = [varint(1), varint(head.length), head]
  if (content.length > 0) parts.push(varint(0), varint(content.length), content)
  return Buffer.concat(parts)
}
