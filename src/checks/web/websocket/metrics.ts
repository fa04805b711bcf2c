import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { certificateMetrics } from '../../account.ts'
import { metricsOf } from '../../define.ts'
import { statusCode } from '../request-config.ts'
import { connecting, handshaking, wholeCheck } from '../../metric-text.ts'

const metric = metricsOf('websocket')

function closing(code: number): string {
  if (code === 0) return 'The WebSocket stays open. Check whether the server should have closed it by now.'
  if (code === 1008)
    return (
      "The server's policy rejects the connection: a missing login, an unknown origin, or a limit. " +
      'Give the monitor what clients send.'
    )
  if (code === 1001 || code === 1012 || code === 1013)
    return (
      'The server is shutting down, restarting or overloaded. ' +
      'If it does not come back, check its load and the last deployment.'
    )
  if (code === 1011) return 'The application had an internal error. Check its log.'
  return "The server closed the WebSocket. Check the code and the reason in the application's log."
}

export const websocketMetrics: readonly Metric[] = [
  statusCode('websocket', 'Status code of the handshake (101 expected)'),
  metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, ...connecting }),
  metric('tls_time_ms', { description: 'Time for the TLS handshake', unit: 'ms', phase: 3, ...handshaking }),
  metric('upgrade_time_ms', {
    description: 'Time for the WebSocket handshake',
    unit: 'ms',
    phase: 5,
    says: 'the WebSocket handshake takes {}',
    diagnosis: 'The connection is open, but the WebSocket handshake is slow. Check the application and its proxies.',
  }),
  metric('first_message_ms', {
    description: 'Time until the first message',
    unit: 'ms',
    phase: 6,
    says: 'the first message takes {}',
    diagnosis: 'The WebSocket opens, but the first message is slow. Check what the server does before it sends.',
  }),
  metric('ping_rtt_ms', {
    description: 'Time from ping to pong',
    unit: 'ms',
    says: 'a pong takes {}',
    diagnosis: "The network path is slow, or the server's event loop is busy. Check the load of the application.",
  }),
  metric('check_time_ms', wholeCheck),
  metric('expect_match', {
    description: 'A message matched the pattern (1 yes)',
    unit: 'flag',
    cause: 'content',
    severity: 'critical',
    says: { yes: 'a message matches the pattern', no: 'no message matches the pattern' },
    diagnosis:
      'The WebSocket works, but no expected message arrived. ' +
      'Compare the messages in the evidence with the pattern.',
  }),
  metric('messages_received', {
    description: 'Messages received',
    unit: 'count',
    usual: '<',
    max: 100,
    says: counted('message was received', 'messages were received'),
    diagnosis: 'The WebSocket works, but the server sends fewer messages than it should. Check its data source.',
  }),
  metric('bytes_received', {
    description: 'Bytes of messages received',
    unit: 'bytes',
    usual: '<',
    says: 'the messages total {}',
    diagnosis:
      'The WebSocket works, but the server sends less than it should. ' +
      'Check the messages in the evidence and their source.',
  }),
  metric('pong_received', {
    description: 'Ping got a pong (1 yes)',
    unit: 'flag',
    says: { yes: 'the ping got a pong', no: 'the ping got no pong' },
    diagnosis:
      'The WebSocket opens, but the server does not respond. ' +
      'Check whether the application hangs or a proxy keeps a dead connection open.',
  }),
  metric('subprotocol_match', {
    description: 'Server chose an offered subprotocol (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: { yes: 'the server chose an offered subprotocol', no: 'the server chose none of the offered subprotocols' },
    diagnosis:
      'Clients that need one of them will fail. Check which ones the server supports now and what was ' +
      'deployed last.',
  }),
  metric('close_code', {
    description: 'Close code the server sent (0 none)',
    unit: 'code',
    usual: '!=',
    max: 4999,
    applies: (code) => code !== 0,
    says: (code) =>
      code === 0 ? 'the server did not close the WebSocket' : 'the server closed the WebSocket with code {}',
    diagnosis: closing,
  }),
  ...certificateMetrics(metric),
]
