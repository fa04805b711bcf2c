import { base64, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, pattern, timeout } from '../fields.ts'
import { NetworkReply } from './reply.ts'
import { hostAndPort } from '../targets.ts'
import { atPort } from '../pasted.ts'

const metric = metricsOf('udp')

export const udp = defineCheck({
  type: 'udp',
  title: 'UDP port',
  category: 'network',
  summary: 'Sends a payload to a port, waits for a reply and can match it.',
  target: hostAndPort({
    description: 'The host and port to send to',
    examples: ['game.example.com:27015', '[2001:db8::1]:53'],
  }),
  recognizes: ({ host, port, scheme }) =>
    host !== null && port !== null && scheme === null ? { fit: 22, target: atPort(host, port) } : null,
  config: {
    query: text({
      label: 'Send',
      group: 'request',
      advanced: false,
      help: 'Payload to send as text; a check needs this or the payload in Base64',
      sample: 'ping',
      maxLength: 10_000,
    }),
    queryBase64: base64({
      label: 'Send (Base64)',
      group: 'request',
      help: 'Binary payload in standard padded base64, instead of query',
      maxLength: 13_336,
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
    metric('response_received', {
      description: 'Reply was received (1 yes)',
      unit: 'flag',
      cause: 'timeout',
      says: { yes: 'a reply was received', no: 'no reply was received' },
      diagnosis:
        'UDP gives no reason. Check whether the service runs and accepts this payload, and whether a firewall ' +
        'drops it.',
    }),
    metric('first_byte_time_ms', {
      description: 'Time until the reply',
      unit: 'ms',
      says: 'the reply takes {}',
      diagnosis: 'The network path or the service is slow. Check the load of both.',
    }),
    metric('expect_match_regexp', {
      description: 'Reply matched the pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the reply matches the pattern', no: 'the reply does not match the pattern' },
      diagnosis: 'The service responds unexpectedly. Compare the reply in the evidence with the pattern.',
    }),
    metric('bytes_received', {
      description: 'Size of the reply',
      unit: 'bytes',
      usual: '<',
      max: 65_535,
      says: 'the reply is {}',
      diagnosis:
        'The reply has an unexpected size. Compare the reply in the evidence with what the service should send.',
    }),
  ],
  diagnoses: {
    timeout:
      'No reply was received, and UDP gives no reason. ' +
      'Check whether the service runs and accepts this payload, and whether a firewall drops it.',
  },
  defaultRules: [availability],
  async run({ target, config }, { net, signal, observed }) {
    const { query, queryBase64, expectMatchRegexp: pattern, ipVersion } = config
    const payload = query ? Buffer.from(query) : Buffer.from(queryBase64 ?? '', 'base64')
    if (payload.length === 0) {
      throw new TargetDown('other', 'no payload to send: enter a text to send, or bytes in Base64')
    }
    const reply = new NetworkReply(pattern)
    const take = (answer: Buffer, afterMs: number): boolean => {
      observed.metrics['udp.first_byte_time_ms'] ??= afterMs
      return reply.take(answer)
    }
    observed.metrics['udp.response_received'] = 0
    try {
      const exchange = await net.datagram({ ...target, payload, take, ipVersion, signal })
      observed.evidence.address = exchange.address
    } catch (error) {
      // A reply that does not match still counts as a reply.
      if (!(error instanceof TargetDown) || !reply.came) throw error
    }
    observed.metrics['udp.response_received'] = 1
    observed.metrics['udp.bytes_received'] = reply.bytes
    if (pattern !== undefined) observed.metrics['udp.expect_match_regexp'] = reply.search() ? 1 : 0
    observed.evidence.reply = reply.excerpt()
  },
  examine: ({ query, queryBase64 }) => (query && queryBase64 ? ['queryBase64: must not be combined with query'] : []),
})
