import { flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { peerName } from '../../net/connect.ts'
import { send, sendAndReceive } from '../../net/send-receive.ts'
import type { Connection } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, pattern, timeout } from '../fields.ts'
import { NetworkReply } from './reply.ts'
import type { RunContext } from '../run.ts'
import { hostAndPort } from '../targets.ts'
import { atPort } from '../pasted.ts'
import { connecting, handshaking } from '../metric-text.ts'

const metric = metricsOf('tcp')

export const tcp = defineCheck({
  type: 'tcp',
  title: 'TCP port',
  category: 'network',
  summary: 'Opens a connection to a port, optionally with TLS, and can match the reply to a payload.',
  target: hostAndPort({
    description: 'The host and port to connect to',
    examples: ['db.example.com:5432', '[2001:db8::1]:22'],
  }),
  recognizes: ({ host, port }) => (host !== null && port !== null ? { fit: 90, target: atPort(host, port) } : null),
  config: {
    tls: flag({
      label: 'TLS',
      group: 'connection',
      advanced: false,
      help: 'Start TLS right after connecting',
      default: false,
    }),
    query: text({
      label: 'Send',
      group: 'request',
      advanced: false,
      help: 'Payload sent after connecting',
      maxLength: 10_000,
    }),
    expectMatchRegexp: pattern({
      label: 'Reply must match',
      group: 'answer',
      advanced: false,
      help: 'Regexp the reply must match',
    }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('connect_time_ms', {
      as: 'tcp_connect',
      description: 'Time to connect',
      unit: 'ms',
      phase: 2,
      ...connecting,
    }),
    metric('tls_handshake_time_ms', {
      description: 'Time for the TLS handshake',
      unit: 'ms',
      phase: 3,
      ...handshaking,
    }),
    metric('expect_match_regexp', {
      description: 'Reply matched the pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the reply matches the pattern', no: 'the reply does not match the pattern' },
      diagnosis: 'The service responds unexpectedly. Compare the reply in the evidence with the pattern.',
    }),
  ],
  defaultRules: [
    availability,
    {
      name: 'Slow TCP Connect',
      metric: "metrics['tcp.connect_time_ms']",
      operator: '>',
      value: '1000',
      severity: 'warning',
    },
  ],
  async run({ target, config }, context) {
    const { net, signal, observed } = context
    let connection = await net.connect({ ...target, ipVersion: config.ipVersion, signal })
    try {
      observed.metrics['tcp.connect_time_ms'] = connection.connectMs
      observed.evidence.address = connection.address
      if (config.tls) {
        const secure = await net.secure(connection, { serverName: target.host, verify: true, signal })
        observed.metrics['tcp.tls_handshake_time_ms'] = secure.tlsMs
        connection = secure
      }
      await converse(connection, config, context)
    } finally {
      connection.socket.destroy()
    }
  },
})

interface TcpExchange {
  readonly query: string | undefined
  readonly expectMatchRegexp: string | undefined
}

async function converse(connection: Connection, config: TcpExchange, { signal, observed }: RunContext): Promise<void> {
  const payload = Buffer.from(config.query ?? '')
  if (config.expectMatchRegexp === undefined)
    return payload.length === 0 ? undefined : send(connection, payload, signal)
  const reply = new NetworkReply(config.expectMatchRegexp)
  try {
    await sendAndReceive(connection, { payload, take: (chunk) => reply.take(chunk), signal })
  } catch (error) {
    // Many servers keep the connection open after their reply, so the data at the deadline is the whole reply.
    if (!(error instanceof TargetDown) || error.reason !== 'timeout' || !reply.came) throw error
  } finally {
    if (reply.came) {
      observed.metrics['tcp.expect_match_regexp'] = reply.search() ? 1 : 0
      observed.evidence.reply = reply.excerpt()
    }
  }
  if (!reply.came) throw new TargetDown('connect', `${peerName(connection)} closed the connection without a reply`)
}
