import { number } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import type { Observations } from '../run.ts'
import { hostOnly } from '../targets.ts'

const metric = metricsOf('icmp')

export const icmp = defineCheck({
  type: 'icmp',
  title: 'Ping',
  category: 'network',
  summary: 'Sends ICMP echo requests and measures packet loss and round-trip time.',
  target: hostOnly({ description: 'The domain or IP address to ping', examples: ['example.com', '192.0.2.1'] }),
  recognizes: ({ host, ip, port }) =>
    host === null ? null : { fit: port !== null ? 20 : ip === null ? 40 : 100, target: host },
  config: {
    count: number({ label: 'Packets', group: 'request', help: 'Packets sent per check', min: 1, max: 100, default: 5 }),
    packetSize: number({
      unit: 'bytes',
      group: 'request',
      help: 'Bytes of data in each packet',
      min: 0,
      max: 65_488,
      default: 56,
    }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('packet_loss_percent', {
      as: 'packet_loss',
      description: 'Packets without a reply, percent',
      unit: 'percent',
      cause: 'connect',
      says: '{} of the pings are lost',
      diagnosis:
        'Packets are lost on the network, or the host limits its replies. ' +
        'Check for a saturated or faulty link; a path trace shows where the loss begins.',
    }),
    metric('rtt_avg_ms', {
      as: 'ping_avg',
      description: 'Average round-trip time',
      unit: 'ms',
      says: 'a ping takes {} on average',
      diagnosis:
        'The network path is longer or congested. Check the load of the link and, with a path trace, where ' +
        'the time is lost.',
    }),
  ],
  diagnoses: {
    timeout:
      'The host does not reply to pings. Check whether it runs and is connected, and whether a firewall ' +
      'drops pings; its services may still work.',
    connect:
      'A router reports that the host or its network cannot be reached. ' +
      'Check whether the host is on and its routes are correct.',
  },
  defaultRules: [availability],
  async run({ target, config, deadlineMs }, { net, clock, signal, observed }) {
    const { count, packetSize: dataBytes, ipVersion } = config
    const start = clock.monotonicMs()
    const [to] = await net.lookup(target, { ipVersion, signal })
    const host = to?.address ?? ''
    observed.evidence.address = host
    const rtts: number[] = []
    const withinMs = deadlineMs - (clock.monotonicMs() - start)
    const onAnswer = (rttMs: number): void => void rtts.push(rttMs)
    let problem: TargetDown | null = null
    try {
      await net.ping({ host, count, dataBytes, withinMs, ipVersion, signal, onAnswer })
    } catch (error) {
      if (!(error instanceof TargetDown)) throw error
      problem = error
    }
    observe(rtts, count, observed)
    // Responses that arrived before the deadline count.
    if (problem && rtts.length === 0) throw problem
  },
})

function observe(rtts: readonly number[], count: number, observed: Observations): void {
  const { metrics, evidence } = observed
  metrics['icmp.packet_loss_percent'] = (1 - rtts.length / count) * 100
  evidence.packets = { sent: count, answered: rtts.length }
  if (rtts.length === 0) return
  const average = rtts.reduce((sum, rtt) => sum + rtt, 0) / rtts.length
  metrics['icmp.rtt_avg_ms'] = average
  observed.durationMs = average
  evidence.rtt_ms = { min: Math.min(...rtts), avg: Math.round(average * 1000) / 1000, max: Math.max(...rtts) }
}
