import { number } from '../domain/field.ts'
import { availability, defineCheck, metricsOf } from './define.ts'
import { ipVersion, timeout } from './fields.ts'
import { hostOnly } from './targets.ts'

const metric = metricsOf('icmp')

export const icmp = defineCheck({
  type: 'icmp',
  title: 'Ping',
  summary: 'Sends ICMP echo requests and measures lost packets and round-trip time.',
  target: hostOnly({ description: 'The domain or IP address to ping', examples: ['example.com', '192.0.2.1'] }),
  config: {
    count: number({ help: 'Packets sent per check', min: 1, max: 100, default: 5 }),
    packetSize: number({ help: 'Bytes of data in each packet', min: 0, max: 65_507, default: 56 }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('packet_loss_percent', {
      as: 'packet_loss',
      description: 'Packets without an answer, percent',
      unit: 'percent',
      usual: '>',
    }),
    metric('rtt_avg_ms', { as: 'ping_avg', description: 'Average round-trip time', unit: 'ms', usual: '>' }),
  ],
  defaultRules: [availability],
})
