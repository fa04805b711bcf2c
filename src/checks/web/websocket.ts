import { z } from 'zod'
import { base64, choice, flag, list, number, text } from '../../domain/field.ts'
import { availability, defineCheck, whenSet, metricsOf } from '../define.ts'
import { headers, ipVersion, pattern, timeout, verifyTls } from '../fields.ts'
import { url } from '../targets.ts'
import { login, loginNeeds, missingCredentials, statusCode } from './request-config.ts'
import { runWebsocket } from './websocket-run.ts'

const metric = metricsOf('websocket')

const subprotocol = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a subprotocol name')

export const websocket = defineCheck({
  type: 'websocket',
  title: 'WebSocket',
  summary: 'Opens a WebSocket, can send a message and ping, and can match what comes back.',
  target: url(['wss', 'ws'], {
    description: 'The WebSocket URL to open',
    examples: ['wss://example.com/socket', 'ws://192.0.2.1:8080/'],
  }),
  config: {
    requestHeaders: headers,
    subprotocols: list(subprotocol, {
      help: 'Subprotocols offered to the server, the preferred one first',
      maxItems: 5,
    }),
    origin: text({
      help: 'Origin header of the handshake, such as https://example.com',
      maxLength: 300,
      rule: originProblem,
    }),
    authType: choice(['none', 'basic', 'bearer'], { help: 'How the handshake authenticates', default: 'none' }),
    ...login,
    sendMessage: text({ help: 'Text message sent after the handshake', maxLength: 10_000 }),
    sendBase64: base64({ help: 'Binary message in standard padded base64, instead of sendMessage', maxLength: 13_336 }),
    expectPattern: pattern({ help: 'Regexp one of the received messages must match' }),
    maxMessages: number({
      help: 'Messages read before the check stops waiting for a match',
      min: 1,
      max: 100,
      default: 10,
    }),
    sendPing: flag({ help: 'Send a ping and wait for its pong', default: true }),
    acceptedCloseCodes: list(z.int().min(1000).max(4999), {
      help: 'Close codes from the server that do not fail the check',
      maxItems: 20,
      default: [1000, 1001],
    }),
    ignoreSecWebsocketAccept: flag({ help: 'Tolerate a wrong or missing Sec-WebSocket-Accept header', default: false }),
    verifyTls,
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  credentials: { keys: ['authPassword', 'bearerToken'], boundTo: ['authUsername', 'verifyTls'] },
  metrics: [
    statusCode('websocket', 'Status code of the handshake (101 expected)'),
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', usual: '>' }),
    metric('tls_time_ms', { description: 'Time for the TLS handshake', unit: 'ms', usual: '>' }),
    metric('upgrade_time_ms', { description: 'Time for the WebSocket handshake', unit: 'ms', usual: '>' }),
    metric('first_message_ms', { description: 'Time until the first message', unit: 'ms', usual: '>' }),
    metric('ping_rtt_ms', { description: 'Time from ping to pong', unit: 'ms', usual: '>' }),
    metric('check_time_ms', { description: 'Time for the whole check', unit: 'ms', usual: '>' }),
    metric('expect_match', {
      description: 'A message matched the pattern (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('messages_received', { description: 'Messages received', unit: 'count', usual: '<', max: 100 }),
    metric('bytes_received', { description: 'Bytes of messages received', unit: 'bytes', usual: '<' }),
    metric('pong_received', { description: 'Ping was answered (1 yes)', unit: 'flag', usual: '==' }),
    metric('subprotocol_match', {
      description: 'Server chose an offered subprotocol (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    metric('close_code', { description: 'Close code the server sent (0 none)', unit: 'code', usual: '!=', max: 4999 }),
    metric('cert_days_left', {
      description: 'Days until the certificate expires (-1 no TLS)',
      unit: 'days',
      usual: '<',
      min: -1,
    }),
    metric('cert_valid', {
      description: 'Certificate is trusted and names the host (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
  ],
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
      when: whenSet('expectPattern'),
    },
  ],
  examine(config) {
    const twice =
      config.sendMessage && config.sendBase64 ? ['sendBase64: must not be given together with sendMessage'] : []
    return [...missingCredentials(config, loginNeeds), ...twice]
  },
  run: runWebsocket,
})

function originProblem(value: string): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(value) ? null : 'must be an origin such as https://example.com'
}
