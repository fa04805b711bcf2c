import { availability, defineCheck, metricsOf } from './define.ts'
import { flag, ipVersion, pattern, text, timeout } from './fields.ts'
import { hostAndPort } from './targets.ts'

const metric = metricsOf('tcp')

export const tcp = defineCheck({
  type: 'tcp',
  title: 'TCP port',
  summary: 'Opens a connection to a port, with TLS if asked, and can match the reply to a payload.',
  target: hostAndPort({ description: 'The host and port to connect to', examples: ['db.example.com:5432', '[2001:db8::1]:22'] }),
  config: {
    tls: flag({ help: 'Start TLS right after connecting', default: false }),
    query: text({ help: 'Payload sent after connecting', maxLength: 10_000 }),
    expectMatchRegexp: pattern({ help: 'Regexp the reply must match' }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('connect_time_ms', { as: 'tcp_connect', description: 'Time to connect', unit: 'ms', usual: '>' }),
    metric('tls_handshake_time_ms', { description: 'Time for the TLS handshake', unit: 'ms', usual: '>' }),
    metric('expect_match_regexp', { description: 'Reply matched the pattern (1 yes)', unit: 'flag', usual: '==', severity: 'critical' }),
  ],
  defaultRules: [
    availability,
    { name: 'Slow TCP Connect', metric: "metrics['tcp.connect_time_ms']", operator: '>', value: '1000', severity: 'warning' },
  ],
})
