import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { certificateMetrics } from '../../account.ts'
import { metricsOf } from '../../define.ts'
import { statusCode } from '../request-config.ts'
import { connecting, handshaking, wholeCheck } from '../../metric-text.ts'

const metric = metricsOf('websocket')

function closing(code: number): string {
  if (code === 0) return 'The WebSocket stays open. See whether the server should have ended it by now.'
  if (code === 1008)
    return 'The server turns us away by its own rules: a missing login, an origin it does not know, or a limit. Give the monitor what clients send.'
  if (code === 1001 || code === 1012 || code === 1013)
    return 'The server is going away, restarts or is overloaded. If it does not come back by itself, look at its load and at the last deployment.'
  if (code === 1011) return 'The application met an error of its own. Look for it in its log.'
  return 'The server ended the WebSocket. Look up the code and the reason in the log of the application.'
}

export const websocketMetrics: readonly Metric[] = [
  statusCode('websocket', 'Status code of the handshake (101 expected)'),
  metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, usual: '>', ...connecting }),
  metric('tls_time_ms', {
    description: 'Time for the TLS handshake',
    unit: 'ms',
    phase: 3,
    usual: '>',
    ...handshaking,
  }),
  metric('upgrade_time_ms', {
    description: 'Time for the WebSocket handshake',
    unit: 'ms',
    phase: 5,
    usual: '>',
    says: 'the WebSocket handshake takes {}',
    diagnosis:
      'The connection is there, but the server is slow to open the WebSocket. Look at the application and at the proxies in front of it.',
  }),
  metric('first_message_ms', {
    description: 'Time until the first message',
    unit: 'ms',
    phase: 6,
    usual: '>',
    says: 'the first message takes {}',
    diagnosis:
      'The WebSocket opens, but the server is slow to speak. Look at what it does before it sends its first message.',
  }),
  metric('ping_rtt_ms', {
    description: 'Time from ping to pong',
    unit: 'ms',
    usual: '>',
    says: 'a pong takes {}',
    diagnosis: 'The way to the server is slow, or its event loop is busy. Look at the load of the application.',
  }),
  metric('check_time_ms', wholeCheck),
  metric('expect_match', {
    description: 'A message matched the pattern (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    severity: 'critical',
    says: { yes: 'a message matches the pattern', no: 'no message matches the pattern' },
    diagnosis: {
      no: 'The WebSocket works, but nothing expected came over it. Compare the messages in the evidence with the pattern.',
    },
  }),
  metric('messages_received', {
    description: 'Messages received',
    unit: 'count',
    usual: '<',
    max: 100,
    says: counted('message was received', 'messages were received'),
    diagnosis:
      'The WebSocket works, but the server does not send as many messages as it should. Look at what feeds it.',
  }),
  metric('bytes_received', {
    description: 'Bytes of messages received',
    unit: 'bytes',
    usual: '<',
    says: 'the messages have {}',
    diagnosis:
      'The WebSocket works, but the server does not send as much as it should. Look at the messages in the evidence and at what feeds it.',
  }),
  metric('pong_received', {
    description: 'Ping was answered (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the ping was answered', no: 'the ping was not answered' },
    diagnosis: {
      no: 'The WebSocket opens, but the other end does not react. Look at whether the application hangs, or a proxy keeps a dead connection.',
    },
  }),
  metric('subprotocol_match', {
    description: 'Server chose an offered subprotocol (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: { yes: 'the server chose an offered subprotocol', no: 'the server chose none of the offered subprotocols' },
    diagnosis: {
      no: 'Clients that need one of them will not understand the server. See which ones it knows now and what was deployed last.',
    },
  }),
  metric('close_code', {
    description: 'Close code the server sent (0 none)',
    unit: 'code',
    usual: '!=',
    max: 4999,
    says: (code) =>
      code === 0 ? 'the server did not close the WebSocket' : 'the server closed the WebSocket with code {}',
    diagnosis: closing,
  }),
  ...certificateMetrics(metric),
]
