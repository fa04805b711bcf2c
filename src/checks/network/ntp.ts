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
import { type NtpResponses, type NtpSamplingOptions, gatherSamples } from './ntp-sampling.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('ntp')

const leaps: Readonly<Record<number, string>> = {
  0: 'the server announces no leap second',
  1: 'the server announces a leap second',
  2: 'the server announces that a second will be skipped',
  3: "the server's clock is not synchronized",
}

export const ntp = defineCheck({
  type: 'ntp',
  title: 'NTP time server',
  category: 'network',
  summary: 'Queries a time server and checks its offset, its stratum and whether it is synchronized.',
  target: hostMaybePort({
    description: 'The time server, with a port if it is not 123',
    examples: ['pool.ntp.org', '192.0.2.1:123'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['ntp'], ports: [123] }),
  config: {
    port: port({ help: 'Port to query, unless the target has one', default: 123 }),
    version: choice([3, 4], { help: 'NTP protocol version of the request', default: 4 }),
    samples: number({
      help: 'Requests per check; the best response gives the offset, their spread the jitter',
      min: 1,
      max: 8,
      default: 4,
    }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('offset_ms', {
      description: "Distance from the location's clock, without sign",
      unit: 'ms',
      says: 'the clock is off by {}',
      diagnosis:
        'Logins, certificates and logs fail if clocks differ. ' +
        'Check the sources of the time service, and restart it if it has stopped following them.',
    }),
    metric('stratum', {
      description: 'Stratum of the server (16 means unsynchronized)',
      unit: 'number',
      decimals: 0,
      usual: '>',
      min: 0,
      max: 16,
      cause: 'content',
      says: (stratum) =>
        stratum >= 16 ? 'the server reports stratum {}: it is not synchronized' : 'the server is at stratum {}',
      diagnosis:
        'The server is too far from a reference clock or has lost it. ' +
        'Check the reference clock, the upstream servers and the log of the time service.',
    }),
    metric('synchronized', {
      description: 'Server is synchronized (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'content',
      says: { yes: "the server's clock is synchronized", no: "the server's clock is not synchronized" },
      diagnosis:
        'The clock drifts, and clients may follow it. ' +
        'Check the reference clock, the upstream servers and the log of the time service.',
    }),
    metric('rtt_ms', {
      description: 'Round-trip time of the best sample',
      unit: 'ms',
      says: 'the round trip takes {}',
      diagnosis: 'Time over a slow path is less accurate. Check the load of the link, or choose a server nearby.',
    }),
    metric('jitter_ms', {
      description: 'Spread of the offsets between samples',
      unit: 'ms',
      says: 'the responses differ by {}',
      diagnosis:
        'The network path is unstable or the server is busy, so its time is less accurate. Check the load of both.',
    }),
    metric('root_delay_ms', {
      description: 'Round-trip time from the server to its reference clock',
      unit: 'ms',
      says: 'the reference clock is {} away from the server',
      diagnosis: 'The server follows a distant clock. Give it one nearby.',
    }),
    metric('root_dispersion_ms', {
      description: 'Maximum error the server reports for its clock',
      unit: 'ms',
      says: 'the server reports an error of up to {}',
      diagnosis:
        'The server has not reached its reference clock for a long time. ' +
        'Check the reference clock, the upstream servers and the log of the time service.',
    }),
    metric('leap_indicator', {
      description: 'Leap indicator (0-3; 3 means unsynchronized)',
      unit: 'number',
      decimals: 0,
      usual: '==',
      min: 0,
      max: 3,
      says: (indicator) => leaps[indicator] ?? 'the leap indicator is {}',
      diagnosis: (indicator) =>
        indicator === 3
          ? 'The clock drifts. Check the reference clock, the upstream servers and the log of the time service.'
          : indicator > 0
            ? 'Check whether other servers announce this too: a wrong announcement sets clocks wrong by a second.'
            : undefined,
    }),
    metric('kiss_of_death', {
      description: "Server refused with a kiss-o'-death packet (1 yes)",
      unit: 'flag',
      says: { yes: 'the server refuses requests', no: 'the server accepts requests' },
      diagnosis: {
        yes:
          'The server limits or bans clients that send too many requests. ' +
          'Check less often, or choose a server that allows it.',
      },
    }),
    metric('reference_age_s', {
      description: 'Seconds since the server last set its clock',
      unit: 'seconds',
      says: 'the server last set its clock {} ago',
      diagnosis:
        'The server has lost its reference clock or rarely contacts it. ' +
        'Check the reference clock, the upstream servers and the log of the time service.',
    }),
    metric('samples_ok', {
      description: 'Requests that got a response',
      unit: 'count',
      usual: '<',
      max: 8,
      says: counted('request got a response', 'requests got a response'),
      diagnosis:
        'Requests or responses are lost, or the server limits Lapwing. Check the network, and check less often.',
    }),
  ],
  diagnoses: {
    other:
      'The time server responds, but not with the time. ' +
      'It may limit or ban Lapwing: check less often, and check what listens on this port.',
    timeout: 'The time server did not respond. Check whether it runs and whether port 123 is reachable over UDP.',
  },
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

async function checkServer(sampling: NtpSamplingOptions, context: RunContext): Promise<void> {
  const responses: NtpResponses = { samples: [], kiss: null }
  let problem: TargetDown | null = null
  context.observed.evidence.address = sampling.server.address
  // Started now, so that nothing waits for it later.
  const ownClock = context.net.ownClock()
  try {
    await gatherSamples(responses, sampling, context)
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    problem = error
  }
  observe(responses, await ownClock, context.observed)
  // Samples that arrived before an error count.
  if (responses.samples.length === 0)
    throw problem ?? new TargetDown('timeout', `${peerName(sampling.server)} did not respond`)
}

function observe({ samples, kiss }: NtpResponses, ownClock: ClockState, { metrics, evidence }: Observations): void {
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
  // If our own clock may be wrong, the offset says nothing about the server.
  if (ownClock !== 'synchronized') return
  metrics['ntp.offset_ms'] = Math.abs(chosen.offsetMs)
  evidence.offset_ms = Math.round(chosen.offsetMs * 1000) / 1000
}
