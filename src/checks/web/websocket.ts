import { z } from 'zod'
import { type ConfigOf, base64, flag, list, number, text } from '../../domain/field.ts'
import { type HttpTrace, newTrace } from '../../net/http/trace.ts'
import type { Connection } from '../../net/index.ts'
import { type WebSocketTranscript, type TalkPlan, newTranscript, talk } from '../../protocols/websocket/conversation.ts'
import { availability, defineCheck, whenSet } from '../define.ts'
import { ipVersion, pattern, timeout } from '../fields.ts'
import { Matcher } from '../regexp.ts'
import type { Observations } from '../run.ts'
import { url } from '../targets.ts'
import { observeExpiry } from '../tls/expiry.ts'
import { showTrace } from './evidence.ts'
import { loginNeeds, webDiagnoses, missingCredentials } from './request-config.ts'
import { openWebsocket, question, tolerance } from './websocket/handshake.ts'
import { websocketMetrics } from './websocket/metrics.ts'

/**
 * The conversation ends this long before the deadline, so that a silent server is visible in the metrics and not as a
 * timeout.
 */
const reserveMs = 50

const config = {
  ...question,
  sendMessage: text({
    label: 'Message to send',
    group: 'request',
    advanced: false,
    help: 'Text message sent after the handshake',
    maxLength: 10_000,
  }),
  sendBase64: base64({
    group: 'request',
    help: 'Binary message in padded Base64, instead of a text message',
    maxLength: 13_336,
  }),
  expectPattern: pattern({
    label: 'A message must match',
    group: 'answer',
    advanced: false,
    help: 'Regular expression that one of the received messages must match',
  }),
  maxMessages: number({
    group: 'answer',
    help: 'Messages read before the check stops waiting for a match',
    min: 1,
    max: 100,
    default: 10,
  }),
  sendPing: flag({ group: 'request', help: 'Send a ping and wait for its pong', default: true }),
  acceptedCloseCodes: list(z.int().min(1000).max(4999), {
    group: 'answer',
    help: 'Close codes from the server that do not fail the check',
    maxItems: 20,
    default: [1000, 1001],
  }),
  ...tolerance,
  timeoutSeconds: timeout(15),
  ipVersion,
}

type WebsocketConfig = ConfigOf<typeof config>

export const websocket = defineCheck({
  type: 'websocket',
  title: 'WebSocket',
  category: 'web',
  summary: 'Opens a WebSocket, can send a message and a ping, and can match the reply.',
  target: url(['wss', 'ws'], {
    description: 'The WebSocket URL to open',
    examples: ['wss://example.com/socket', 'ws://192.0.2.1:8080/'],
  }),
  recognizes: ({ scheme, text }) => (scheme === 'ws' || scheme === 'wss' ? { fit: 100, target: text } : null),
  config,
  credentials: { keys: ['authPassword', 'bearerToken'], boundTo: ['authUsername', 'verifyTls'] },
  metrics: websocketMetrics,
  diagnoses: {
    other:
      'The server accepted the connection and closed it. ' +
      "The message has its code and reason; check the application's log and limits.",
    http_status:
      'The server responds, but opens no WebSocket. ' +
      'Check the path, whether a proxy supports upgrades, and whether a login is required.',
    certificate: webDiagnoses.certificate,
  },
  defaultRules: [
    availability,
    {
      name: 'Slow Handshake',
      metric: "metrics['websocket.upgrade_time_ms']",
      operator: '>',
      value: '2000',
      severity: 'warning',
    },
    {
      name: 'Unexpected Message',
      metric: "metrics['websocket.expect_match']",
      operator: '==',
      value: '0',
      severity: 'critical',
      when: whenSet('expectPattern', 'with an expected message'),
    },
  ],
  examine(config) {
    const twice = config.sendMessage && config.sendBase64 ? ['sendBase64: must not be combined with sendMessage'] : []
    return [...missingCredentials(config, loginNeeds), ...twice]
  },
  async run({ target, config, deadlineMs }, context) {
    const { clock, observed } = context
    const trace = newTrace()
    const start = clock.monotonicMs()
    let connection: Connection | undefined
    try {
      const opened = await openWebsocket({ target, config, trace }, context)
      connection = opened.connection
      const transcript = newTranscript()
      const plan = planFor(config, deadlineMs - (clock.monotonicMs() - start) - reserveMs)
      const talking = talk({ ...opened, plan, transcript, clock, signal: context.signal })
      await talking.finally(() => observeTranscript(transcript, config, observed))
      observed.metrics['websocket.check_time_ms'] = clock.monotonicMs() - start
    } finally {
      connection?.socket.destroy()
      observeTrace(trace, { isPlain: target.protocol === 'ws:', now: clock.now() }, observed)
    }
  },
})

function planFor(config: WebsocketConfig, withinMs: number): TalkPlan {
  const { sendMessage, sendBase64, expectPattern } = config
  const say = sendMessage
    ? ({ kind: 'text', payload: Buffer.from(sendMessage) } as const)
    : sendBase64
      ? ({ kind: 'binary', payload: Buffer.from(sendBase64, 'base64') } as const)
      : null
  const matcher = new Matcher()
  const isWanted = expectPattern ? (text: string) => matcher.matches(expectPattern, text) : null
  const { sendPing, maxMessages, acceptedCloseCodes } = config
  return { say, isWanted, sendPing, maxMessages, acceptedCloseCodes, withinMs: Math.max(0, withinMs) }
}

function observeTranscript(
  transcript: WebSocketTranscript,
  { sendPing, expectPattern }: WebsocketConfig,
  { metrics, evidence }: Observations,
): void {
  metrics['websocket.messages_received'] = transcript.messages
  metrics['websocket.bytes_received'] = transcript.bytes
  metrics['websocket.close_code'] = transcript.closeCode
  if (expectPattern) metrics['websocket.expect_match'] = transcript.isMatched ? 1 : 0
  if (sendPing) metrics['websocket.pong_received'] = transcript.pingMs === null ? 0 : 1
  if (transcript.pingMs !== null) metrics['websocket.ping_rtt_ms'] = transcript.pingMs
  if (transcript.firstMessageMs !== null) metrics['websocket.first_message_ms'] = transcript.firstMessageMs
  if (transcript.first !== null) evidence.first_message = transcript.first
}

function observeTrace(
  trace: HttpTrace,
  { isPlain, now }: { isPlain: boolean; now: Date },
  observed: Observations,
): void {
  const { metrics } = observed
  if (trace.status !== null) metrics['websocket.status_code'] = observed.statusCode = trace.status
  if (trace.connectMs !== null) metrics['websocket.connect_time_ms'] = trace.connectMs
  if (trace.tlsMs !== null) metrics['websocket.tls_time_ms'] = trace.tlsMs
  if (trace.firstByteMs !== null) metrics['websocket.upgrade_time_ms'] = trace.firstByteMs
  if (isPlain) metrics['websocket.cert_days_left'] = -1
  if (trace.certificate) {
    observeExpiry('websocket.cert_days_left', trace.certificate, { metrics, now })
    metrics['websocket.cert_valid'] = trace.certificateProblem === null ? 1 : 0
  }
  showTrace(trace, observed.evidence)
}
