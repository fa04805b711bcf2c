import { availability, defineCheck, metricsOf } from './define.ts'
import { base64, ipVersion, pattern, text, timeout } from './fields.ts'
import { hostAndPort } from './targets.ts'

const metric = metricsOf('udp')

export const udp = defineCheck({
  type: 'udp',
  title: 'UDP port',
  summary: 'Sends a payload to a port and waits for a reply, which it can match.',
  target: hostAndPort({
    description: 'The host and port to send to',
    examples: ['game.example.com:27015', '[2001:db8::1]:53'],
  }),
  config: {
    query: text({ help: 'Payload to send as text; a check needs this or queryBase64', maxLength: 10_000 }),
    queryBase64: base64({ help: 'Binary payload in standard padded base64, instead of query', maxLength: 13_336 }),
    expectMatchRegexp: pattern({ help: 'Regexp the reply must match' }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('response_received', { description: 'A reply came back (1 yes)', unit: 'flag', usual: '==' }),
    metric('first_byte_time_ms', { description: 'Time until the reply', unit: 'ms', usual: '>' }),
    metric('expect_match_regexp', {
      description: 'Reply matched the pattern (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('bytes_received', { description: 'Size of the reply', unit: 'bytes', usual: '<', max: 65_535 }),
  ],
  defaultRules: [availability],
  examine: ({ query, queryBase64 }) => (query && queryBase64 ? ['queryBase64: must not be given together with query'] : []),
})
