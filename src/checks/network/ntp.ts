import { choice, number } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { peerName } from '../../net/connect.ts'
import type { ClockState } from '../../net/own-clock.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import type { Observations, RunContext } from '../run.ts'
import { hostMaybePort } from '../targets.ts'
import { byPort } from '../pasted.ts'
import { best, jitterMs, measure, timings } from './ntp-samples.ts'
import { type Heard, type Sampling, gatherSamples } from './ntp-sampling.ts'

const metric = metricsOf('ntp')

export const ntp = defineCheck({
  type: 'ntp',
  title: 'NTP time server',
  category: 'network',
  summary: 'Asks a time server for the time and judges its offset, its stratum and whether it is synchronized.',
  target: hostMaybePort({
    description: 'The time server, with a port if it is not 123',
    examples: ['pool.ntp.org', '192.0.2.1:123'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['ntp'], ports: [123] }),
  config: {
    port: port({ help: 'Port to ask, unless the target names one', default: 123 }),
    version: choice([3, 4], { help: 'NTP protocol version of the request', default: 4 }),
    samples: number({
      help: 'Requests per check; the best answer gives the offset, their spread the jitter',
      min: 1,
      max: 8,
      default: 4,
    }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('offset_ms', {
      description: "Distance from the location's own clock, without sign",
      unit: 'ms',
      usual: '>',
    }),
    metric('stratum', {
      description: 'Stratum of the server (16 means unsynchronized)',
      unit: 'number',
      decimals: 0,
      usual: '>',
      min: 0,
      max: 16,
    }),
    metric('synchronized', {
      description: 'Server is synchronized (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('rtt_ms', { description: 'Round-trip time of the best sample', unit: 'ms', usual: '>' }),
    metric('jitter_ms', { description: 'Spread of the offsets between samples', unit: 'ms', usual: '>' }),
    metric('root_delay_ms', {
      description: 'Round-trip time from the server to its reference clock',
      unit: 'ms',
      usual: '>',
    }),
    metric('root_dispersion_ms', {
      description: 'Largest error the server claims for its clock',
      unit: 'ms',
      usual: '>',
    }),
    metric('leap_indicator', {
      description: 'Leap indicator (0-3; 3 means unsynchronized)',
      unit: 'number',
      decimals: 0,
      usual: '==',
      min: 0,
      max: 3,
    }),
    metric('kiss_of_death', {
      description: "Server refused with a kiss-o'-death packet (1 yes)",
      unit: 'flag',
      usual: '==',
    }),
    metric('reference_age_s', {
      description: 'Seconds since the server last set its clock',
      unit: 'seconds',
      usual: '>',
    }),
    metric('samples_ok', { description: 'Requests that were answered', unit: 'count', usual: '<', max: 8 }),
  ],
  defaultRules: [
    availability,
    {
      name: 'Not Synchronized',
      metric: "metrics['ntp.synchronized']",
      operator: '==',
      value: '0',
      severity: 'critical',
    },
    { name: 'Clock Offset', metric: "metrics['ntp.offset_ms']", operator: '>', value: '1000', severity: 'warning' },
  ],
  async run({ target, config, deadlineMs }, context) {
    const { net, signal } = context
    const port = target.port ?? config.port
    let refused: unknown
    for (const { address } of await net.lookup(target.host, { ipVersion: config.ipVersion, signal })) {
      try {
        return await checkServer({ server: { address, port }, ...config, deadlineMs }, context)
      } catch (error) {
        if (!(error instanceof TargetDown) || error.reason !== 'connect') throw error
        refused ??= error
      }
    }
    throw refused
  },
})

async function checkServer(sampling: Sampling, context: RunContext): Promise<void> {
  const heard: Heard = { samples: [], kiss: null }
  let problem: TargetDown | null = null
  context.observed.evidence.address = sampling.server.address
  // Asked now, so that nobody waits for it later.
  const ownClock = context.net.ownClock()
  try {
    await gatherSamples(heard, sampling, context)
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    problem = error
  }
  tell(heard, await ownClock, context.observed)
  // What was answered before it went wrong is an answer.
  if (heard.samples.length === 0)
    throw problem ?? new TargetDown('timeout', `${peerName(sampling.server)} did not answer`)
}

function tell({ samples, kiss }: Heard, ownClock: ClockState, { metrics, evidence }: Observations): void {
  metrics['ntp.samples_ok'] = samples.length
  if (kiss !== null || samples.length > 0) metrics['ntp.kiss_of_death'] = kiss === null ? 0 : 1
  if (kiss !== null) evidence.kiss_code = kiss
  const timed = timings(samples)
  const chosen = best(timed)
  if (!chosen) return
  Object.assign(metrics, measure(chosen))
  const jitter = jitterMs(timed)
  if (jitter !== null) metrics['ntp.jitter_ms'] = jitter
  evidence.reference = chosen.answer.reference
  evidence.own_clock = ownClock
  // Against a clock that may be wrong itself, the distance says nothing about the server.
  if (ownClock !== 'synchronized') return
  metrics['ntp.offset_ms'] = Math.abs(chosen.offsetMs)
  evidence.offset_ms = Math.round(chosen.offsetMs * 1000) / 1000
}
