import { type ConfigOf, choice, number } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../../net/deadline.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { hostOnly } from '../targets.ts'
import { type NetworkPath, horizon, isSilent, measure, newPath, refuser, show } from './mtr-path.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('mtr')

// Many routers respond to only one probe per second; mtr has the same interval.
const roundMs = 1000
const staggerMs = 25
// Wait for the responses to the last round, or half of a deadline that is too short for that.
const lastAnswersMs = 4000
const phase = 'tracing the path'

const protocol = choice(['icmp', 'udp', 'tcp'], {
  help: 'Protocol of the probes: icmp, udp or tcp',
  default: 'icmp',
})

const config = {
  count: number({
    label: 'Packets per hop',
    group: 'request',
    help: 'Packets sent to each hop',
    min: 1,
    max: 100,
    default: 10,
  }),
  maxHops: number({
    label: 'Maximum hops',
    group: 'request',
    help: 'Hops after which the trace stops',
    min: 1,
    max: 64,
    default: 30,
  }),
  port: port({
    group: 'request',
    shownWhen: { key: 'protocol', in: ['udp', 'tcp'] },
    help: 'Destination port for udp and tcp; by default 80 for tcp, unused with icmp',
  }),
  // The contract calls this key a string, not an enum.
  protocol: { ...protocol, notes: { ...protocol.notes, type: 'string' as const } },
  timeoutSeconds: timeout(30),
  ipVersion,
}

type MtrConfig = ConfigOf<typeof config>

export const mtr = defineCheck({
  type: 'mtr',
  title: 'Network path (MTR)',
  category: 'network',
  summary: 'Traces the path to a host and measures loss and round-trip time along it.',
  target: hostOnly({
    description: 'The domain or IP address at the end of the path',
    examples: ['example.com', '192.0.2.1'],
  }),
  recognizes: ({ host, ip, port }) =>
    host === null ? null : { fit: port !== null ? 10 : ip === null ? 25 : 80, target: host },
  config,
  metrics: [
    metric('destination_reached', {
      description: 'Destination responded (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'connect',
      says: { yes: 'the destination responds', no: 'the destination does not respond' },
      diagnosis:
        'The trace shows the last hop that responded: the problem is beyond it. ' +
        'Check whether the host runs and who operates that part of the path.',
    }),
    metric('destination_loss_percent', {
      description: 'Packets lost at the destination, percent',
      unit: 'percent',
      cause: 'connect',
      says: '{} of the packets are lost at the destination',
      diagnosis:
        'The trace shows where the loss begins and continues. Ask the operator of that hop, or change the route.',
    }),
    metric('rtt_avg_ms', {
      description: 'Average round-trip time to the destination',
      unit: 'ms',
      says: 'the round trip takes {} on average',
      diagnosis: 'The trace shows the hop at which the time grows. Check it for a detour or congestion.',
    }),
    metric('path_loss_max_percent', {
      description: 'Highest loss at any hop that responds, percent',
      unit: 'percent',
      cause: 'connect',
      says: 'one hop loses {} of the packets',
      diagnosis:
        'Loss at one hop matters only if it continues beyond it: many routers limit their replies. ' +
        'Compare it with the loss at the destination.',
    }),
    metric('unresponsive_hops_count', {
      description: 'Hops that never responded',
      unit: 'count',
      max: 64,
      says: counted('hop does not respond', 'hops do not respond', 'all hops respond'),
      diagnosis:
        'Many routers never respond, which is normal. ' +
        'Check the loss at the destination: it matters only if that is affected too.',
    }),
  ],
  presentation: { evidence: { hops: { kind: 'hops' } } },
  diagnoses: {
    timeout: 'No hop responded. Check whether this location is connected and whether a firewall drops the probes.',
  },
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
  async run(job, context) {
    const { net, signal, observed } = context
    const { ipVersion, maxHops } = job.config
    const [to] = await net.lookup(job.target, { ipVersion, signal })
    const address = to?.address ?? ''
    observed.evidence.address = address
    const path = newPath(maxHops)
    let problem: Error = new TargetDown('timeout', `no hop on the path to ${address} responded`)
    try {
      await walk(path, address, job, context)
    } catch (error) {
      if (!(error instanceof TargetDown)) throw error
      problem = error
    }
    Object.assign(observed.metrics, measure(path))
    observed.evidence.hops = show(path)
    const router = refuser(path)
    if (router !== null) observed.evidence.refused_by = router
    // The path that is known at the deadline is a result.
    if (isSilent(path)) throw problem
  },
})

/** Probes each hop once per round, then waits for responses. */
async function walk(
  path: NetworkPath,
  host: string,
  { config, deadlineMs }: CheckJob<MtrConfig>,
  around: RunContext,
): Promise<void> {
  const { net, clock, signal } = around
  const { count, maxHops, protocol, ipVersion, port = protocol === 'tcp' ? 80 : undefined } = config
  const everyMs = Math.min(roundMs, Math.max(deadlineMs / 2, deadlineMs - lastAnswersMs) / count)
  const pause = (ms: number): Promise<void> => attempt(signal, phase, (done) => clock.after(Math.max(0, ms), done))
  const failed = new AbortController()
  const send = async (ttl: number): Promise<void> => {
    const hop = path[ttl - 1]!
    hop.sent += 1
    try {
      const answer = await net.pathProbe({ host, protocol, port, ttl, ipVersion, signal })
      if (answer) hop.answers.push(answer)
    } catch (error) {
      failed.abort(error)
    }
  }
  const underWay: Promise<void>[] = []
  const start = clock.monotonicMs()
  for (let round = 1; round <= count; round++) {
    for (let ttl = 1; ttl <= horizon(path, round); ttl++) {
      underWay.push(send(ttl))
      await pause(Math.min(staggerMs, everyMs / maxHops))
      failed.signal.throwIfAborted()
    }
    if (round < count) await pause(start + round * everyMs - clock.monotonicMs())
  }
  await Promise.all(underWay)
  failed.signal.throwIfAborted()
}
