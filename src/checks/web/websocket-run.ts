import { createHash, randomBytes } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { daysLeft } from '../../net/tls/certificate.ts'
import { type HttpTrace, newTrace } from '../../net/http/exchange.ts'
import type { Connection, HttpAnswer } from '../../net/index.ts'
import { matches } from '../regexp.ts'
import type { Job, RunContext, Observations } from '../run.ts'
import { showAnswer, showTrace } from './evidence.ts'
import { type LoginConfig, loginOf } from './request-config.ts'
import { type Heard, type TalkPlan, newHeard, talk } from '../../protocols/websocket/conversation.ts'

interface WebsocketConfig extends LoginConfig {
  readonly requestHeaders: Headers | undefined
  readonly subprotocols: string[] | undefined
  readonly origin: string | undefined
  readonly sendMessage: string | undefined
  readonly sendBase64: string | undefined
  readonly expectPattern: string | undefined
  readonly maxMessages: number
  readonly sendPing: boolean
  readonly acceptedCloseCodes: number[]
  readonly ignoreSecWebsocketAccept: boolean
  readonly verifyTls: boolean
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

type Headers = { key: string; value: string }[]

/** A talk ends this long before the deadline, so that a quiet server is told by its metrics and not as a timeout. */
const reserveMs = 50

export async function runWebsocket(
  { target, config, deadlineMs }: Job<WebsocketConfig, URL>,
  context: RunContext,
): Promise<void> {
  const { clock, observed } = context
  const trace = newTrace()
  const start = clock.monotonicMs()
  let connection: Connection | null = null
  try {
    const key = randomBytes(16).toString('base64')
    const answer = await shakeHands(target, config, key, trace, context)
    connection = answer.connection
    showAnswer(answer, observed.evidence)
    if (!connection) throw declined(answer)
    judge(answer, key, config, observed)
    const heard = newHeard()
    const plan = planFor(config, deadlineMs - (clock.monotonicMs() - start) - reserveMs)
    const talking = talk({ connection, head: answer.head, plan, heard, clock, signal: context.signal })
    await talking.finally(() => tellHeard(heard, config, observed))
    observed.metrics['websocket.check_time_ms'] = clock.monotonicMs() - start
  } finally {
    connection?.socket.destroy()
    tellTrace(trace, target, clock.now(), observed)
  }
}

function shakeHands(target: URL, config: WebsocketConfig, key: string, trace: HttpTrace, { net, signal }: RunContext) {
  return net.upgrade({
    url: new URL(target.href.replace(/^ws/, 'http')),
    method: 'GET',
    protocol: 'websocket',
    headers: handshakeHeaders(config, key),
    login: loginOf(config),
    verify: config.verifyTls,
    ipVersion: config.ipVersion,
    signal,
    trace,
  })
}

function handshakeHeaders({ requestHeaders = [], subprotocols = [], origin }: WebsocketConfig, key: string): Headers {
  const isOurs = (name: string): boolean => /^sec-websocket-(key|version|protocol|extensions|accept)$/i.test(name)
  return [
    ...requestHeaders.filter(({ key: name }) => !isOurs(name)),
    { key: 'Sec-WebSocket-Version', value: '13' },
    { key: 'Sec-WebSocket-Key', value: key },
    ...(subprotocols.length > 0 ? [{ key: 'Sec-WebSocket-Protocol', value: subprotocols.join(', ') }] : []),
    ...(origin ? [{ key: 'Origin', value: origin }] : []),
  ]
}

function declined({ status, reason }: HttpAnswer): TargetDown {
  const cause = status === 401 || status === 403 ? 'auth' : 'http_status'
  return new TargetDown(cause, `the handshake was answered with ${`${status} ${reason}`.trim()} instead of 101`)
}

function judge(
  { headers }: HttpAnswer,
  key: string,
  { subprotocols = [], ignoreSecWebsocketAccept }: WebsocketConfig,
  observed: Observations,
): void {
  const expected = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const isAccepted = headers['sec-websocket-accept'] === expected
  if (!isAccepted && !ignoreSecWebsocketAccept)
    throw new TargetDown('other', 'the Sec-WebSocket-Accept header of the answer is missing or wrong')
  const chosen = headers['sec-websocket-protocol']
  if (chosen) observed.evidence.subprotocol = chosen
  if (subprotocols.length > 0)
    observed.metrics['websocket.subprotocol_match'] = subprotocols.includes(chosen ?? '') ? 1 : 0
}

function planFor(config: WebsocketConfig, withinMs: number): TalkPlan {
  const { sendMessage, sendBase64, expectPattern } = config
  const say = sendMessage
    ? ({ kind: 'text', payload: Buffer.from(sendMessage) } as const)
    : sendBase64
      ? ({ kind: 'binary', payload: Buffer.from(sendBase64, 'base64') } as const)
      : null
  const isWanted = expectPattern ? (text: string): boolean => matches(expectPattern, text) : null
  const { sendPing, maxMessages, acceptedCloseCodes } = config
  return { say, isWanted, sendPing, maxMessages, acceptedCloseCodes, withinMs: Math.max(0, withinMs) }
}

function tellHeard(
  heard: Heard,
  { sendPing, expectPattern }: WebsocketConfig,
  { metrics, evidence }: Observations,
): void {
  metrics['websocket.messages_received'] = heard.messages
  metrics['websocket.bytes_received'] = heard.bytes
  metrics['websocket.close_code'] = heard.closeCode
  if (expectPattern) metrics['websocket.expect_match'] = heard.isMatched ? 1 : 0
  if (sendPing) metrics['websocket.pong_received'] = heard.pingMs === null ? 0 : 1
  if (heard.pingMs !== null) metrics['websocket.ping_rtt_ms'] = heard.pingMs
  if (heard.firstMessageMs !== null) metrics['websocket.first_message_ms'] = heard.firstMessageMs
  if (heard.first !== null) evidence.first_message = heard.first
}

function tellTrace(trace: HttpTrace, target: URL, now: Date, observed: Observations): void {
  const { metrics } = observed
  if (trace.status !== null) metrics['websocket.status_code'] = observed.statusCode = trace.status
  if (trace.connectMs !== null) metrics['websocket.connect_time_ms'] = trace.connectMs
  if (trace.tlsMs !== null) metrics['websocket.tls_time_ms'] = trace.tlsMs
  if (trace.firstByteMs !== null) metrics['websocket.upgrade_time_ms'] = trace.firstByteMs
  if (target.protocol === 'ws:') metrics['websocket.cert_days_left'] = -1
  if (trace.certificate) {
    // -1 is taken: it means that there is no TLS.
    metrics['websocket.cert_days_left'] = Math.max(0, daysLeft(trace.certificate, now))
    metrics['websocket.cert_valid'] = trace.certificateProblem === null ? 1 : 0
  }
  showTrace(trace, observed.evidence)
}
