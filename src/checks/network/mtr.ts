import { choice, number } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import { runMtr } from './mtr-run.ts'
import { hostOnly } from '../targets.ts'

const metric = metricsOf('mtr')

const protocol = choice(['icmp', 'udp', 'tcp'], {
  help: 'What the path is probed with: icmp, udp or tcp',
  default: 'icmp',
})

export const mtr = defineCheck({
  type: 'mtr',
  title: 'Network path (MTR)',
  summary: 'Traces the path to a host and measures loss and round-trip time along it.',
  target: hostOnly({
    description: 'The domain or IP address at the end of the path',
    examples: ['example.com', '192.0.2.1'],
  }),
  config: {
    count: number({ help: 'Packets sent to each hop', min: 1, max: 100, default: 10 }),
    maxHops: number({ help: 'Hops after which the trace gives up', min: 1, max: 64, default: 30 }),
    port: port({ help: 'Destination port for udp and tcp; 80 for tcp when omitted, unused with icmp' }),
    // The contract calls this key a string, not an enum.
    protocol: { ...protocol, notes: { ...protocol.notes, type: 'string' as const } },
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  metrics: [
    metric('destination_reached', {
      description: 'Destination answered (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('destination_loss_percent', {
      description: 'Packets lost at the destination, percent',
      unit: 'percent',
      usual: '>',
    }),
    metric('rtt_avg_ms', { description: 'Average round-trip time to the destination', unit: 'ms', usual: '>' }),
    metric('path_loss_max_percent', {
      description: 'Largest loss at any hop that answers, percent',
      unit: 'percent',
      usual: '>',
    }),
    metric('unresponsive_hops_count', { description: 'Hops that never answered', unit: 'count', usual: '>', max: 64 }),
  ],
  defaultRules: [
    availability,
    {
      name: 'Destination Unreachable',
      metric: "metrics['mtr.destination_reached']",
      operator: '==',
      value: '0',
      severity: 'critical',
    },
  ],
  run: runMtr,
})
