import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { type TimeServer, hasChrony, startChrony } from '../../../test/kit/debian/chrony.ts'
import { startNameServer } from '../../../test/kit/servers/name-server.ts'
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts'
import { inSlowMotion, openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type Behave, packetFrom, startTimeServer } from '../../../test/kit/servers/time-server.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { ClockState } from '../../net/own-clock.ts'
import { ntp } from './ntp.ts'

tryCatalogEntry(ntp, {
  targets: {
    accepted: ['192.0.2.1', '2001:db8::123', '[2001:db8::123]:1123', 'localhost:10123'],
    refused: [
      ['ntp://pool.ntp.org', 'must be a hostname or an IP address'],
      ['pool.ntp.org:0', 'port must be between 1 and 65535'],
    ],
  },
  config: {
    port: {
      accept: [1, 123, 65_535],
      reject: [
        [0, 'greater than or equal to 1'],
        [65_536, 'less than or equal to 65535'],
      ],
    },
    version: {
      accept: [3, 4],
      reject: [
        [2, 'config.version: Invalid value. Allowed values: 3, 4'],
        ['4', 'config.version: Invalid value'],
      ],
    },
    samples: {
      accept: [1, 8],
      reject: [
        [0, 'greater than or equal to 1'],
        [9, 'less than or equal to 8'],
        [1.5, 'Expected integer'],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [[null, 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Not Synchronized: metrics['ntp.synchronized'] == 0 critical",
        "Clock Offset: metrics['ntp.offset_ms'] > 1000 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['ntp.offset_ms']",
    "metrics['ntp.stratum']",
    "metrics['ntp.synchronized']",
    "metrics['ntp.rtt_ms']",
    "metrics['ntp.jitter_ms']",
    "metrics['ntp.root_delay_ms']",
    "metrics['ntp.root_dispersion_ms']",
    "metrics['ntp.leap_indicator']",
    "metrics['ntp.kiss_of_death']",
    "metrics['ntp.reference_age_s']",
    "metrics['ntp.samples_ok']",
  ],
})

const time = expect.any(Number) as number
const synchronized = openNet({ ownClock: async () => 'synchronized' })
const deadlineMs = 2000

interface Circumstances {
  config?: Record<string, unknown>
  ownClock?: ClockState
  clock?: FakeClock
}

const ask = async (behave: Behave, around: Circumstances = {}) => {
  const { config, ownClock = 'synchronized', clock = fakeClock(new Date()) } = around
  const server = await startTimeServer(behave, () => clock.now().getTime())
  const net = openNet({ clock, ownClock: async () => ownClock })
  const running = runCheck(ntp, `127.0.0.1:${server.port}`, { net, clock, config, deadlineMs })
  return { ...(await inSlowMotion(clock, running, 10)), requested: server.requested }
}

describe.skipIf(!hasChrony && process.env['CI'] !== 'true')('an ntp check of chrony', () => {
  let good: TimeServer
  let unset: TimeServer
  beforeAll(async () => {
    good = await startChrony('local stratum 3')
    unset = await startChrony('')
  })
  afterAll(() => Promise.all([good.stop(), unset.stop()]))

  it('measures everything with both protocol versions', async () => {
    const measured = (version: number): Promise<Outcome> =>
      runCheck(ntp, `localhost:${good.port}`, {
        net: synchronized,
        config: { version, samples: 2 },
        deadlineMs: 60_000,
      })
    for (const outcome of await Promise.all([measured(3), measured(4)])) expectAll(outcome)
  })

  const expectAll = (outcome: Outcome): void => {
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'ntp.offset_ms': time,
      'ntp.stratum': 3,
      'ntp.synchronized': 1,
      'ntp.rtt_ms': time,
      'ntp.jitter_ms': time,
      'ntp.root_delay_ms': 0,
      'ntp.root_dispersion_ms': time,
      'ntp.leap_indicator': 0,
      'ntp.kiss_of_death': 0,
      'ntp.reference_age_s': time,
      'ntp.samples_ok': 2,
    })
    // It is the same clock, measured on a busy machine.
    expect(outcome.metrics['ntp.offset_ms']).toBeLessThan(2500)
    expect(outcome.evidence).toMatchObject({ address: '127.0.0.1', own_clock: 'synchronized', offset_ms: time })
  }

  it('uses the port of the config if the target has none', async () => {
    const config = { port: good.port, samples: 1 }
    expect(await runCheck(ntp, '127.0.0.1', { config, deadlineMs: 60_000 })).toMatchObject({ success: true })
  })

  it('supports IPv6', async () => {
    const server = await startChrony('local stratum 1', '::1')
    onTestFinished(() => server.stop())
    expect(await runCheck(ntp, `[::1]:${server.port}`, { config: { samples: 1 }, deadlineMs: 60_000 })).toMatchObject({
      success: true,
      metrics: { 'ntp.stratum': 1 },
    })
  })

  it('detects that a server is not synchronized', async () => {
    expect(
      await runCheck(ntp, `127.0.0.1:${unset.port}`, { config: { samples: 1 }, deadlineMs: 60_000 }),
    ).toMatchObject({
      success: true,
      metrics: { 'ntp.synchronized': 0, 'ntp.stratum': 16, 'ntp.leap_indicator': 3, 'ntp.kiss_of_death': 0 },
    })
  })

  it('runs a hundred times in parallel', async () => {
    const around = { deadlineMs: 60_000, config: { samples: 2 } }
    const running = Array.from({ length: 100 }, () => runCheck(ntp, `127.0.0.1:${good.port}`, around))
    const outcomes = await Promise.all(running)
    expect(outcomes.filter(({ success }) => success)).toHaveLength(100)
  })
})

describe('an ntp check', () => {
  it.each([5000, -5000])('reports the absolute offset (%i)', async (aheadMs) => {
    const { success, metrics, evidence } = await ask((_request, _number, reply) => reply({ aheadMs }))
    expect(success).toBe(true)
    expect(Math.abs((metrics['ntp.offset_ms'] ?? 0) - 5000)).toBeLessThan(2500)
    expect(Math.abs((evidence?.['offset_ms'] as number) - aheadMs)).toBeLessThan(2500)
  })

  it.each(['unsynchronized', 'unknown'] as const)('reports no offset if its own clock is %s', async (state) => {
    const outcome = await ask((_request, _number, reply) => reply({ aheadMs: 5000 }), { ownClock: state })
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'ntp.jitter_ms': time },
      evidence: { own_clock: state },
    })
    expect(outcome.metrics).not.toHaveProperty(['ntp.offset_ms'])
  })

  it('sends the configured number of requests, each with a new nonce', async () => {
    const { requested, metrics } = await ask((_request, _number, reply) => reply({}), { config: { samples: 8 } })
    expect(new Set(requested.map((request) => request.toString('hex', 40))).size).toBe(8)
    expect(metrics['ntp.samples_ok']).toBe(8)
  })

  it('has no jitter with one sample', async () => {
    const { metrics } = await ask((_request, _number, reply) => reply({}), { config: { samples: 1 } })
    expect(metrics).not.toHaveProperty(['ntp.jitter_ms'])
  })

  it('reports the state of the server', async () => {
    const notified = {
      leap: 2,
      stratum: 1,
      rootDelayMs: 125,
      rootDispersionMs: 62.5,
      reference: 'GPS',
      setAgoMs: 90_000,
    }
    const { metrics, evidence } = await ask((_request, _number, reply) => reply(notified))
    expect(metrics).toMatchObject({
      'ntp.leap_indicator': 2,
      'ntp.stratum': 1,
      'ntp.root_delay_ms': 125,
      'ntp.root_dispersion_ms': 62.5,
      'ntp.reference_age_s': 90,
    })
    expect(evidence).toMatchObject({ reference: 'GPS' })
  })

  it('works with lost samples', async () => {
    const outcome = await ask((_request, number, reply) => number % 2 === 0 && reply({}))
    expect(outcome).toMatchObject({ success: true, metrics: { 'ntp.samples_ok': 2 } })
  })

  it('waits for a server that is slower than the interval between samples', async () => {
    const clock = fakeClock(new Date())
    const late: Behave = (_request, _number, reply) => void clock.after(700, () => reply({}))
    const outcome = await ask(late, { clock, config: { samples: 2 } })
    expect(outcome).toMatchObject({ success: true, metrics: { 'ntp.samples_ok': time } })
    expect(outcome.metrics['ntp.rtt_ms']).toBeGreaterThanOrEqual(700)
  })

  it('ignores responses that do not repeat its nonce', async () => {
    const forged = { aheadMs: 3_600_000, origin: Buffer.alloc(8, 7) }
    const clock = fakeClock(new Date())
    const behave: Behave = (request, _number, reply) => {
      reply(forged)
      reply(packetFrom(request, forged).subarray(0, 20))
      reply({ stratum: 0, reference: 'DENY', origin: Buffer.alloc(8) })
      clock.after(20, () => reply({}))
    }
    const outcome = await ask(behave, { clock })
    expect(outcome).toMatchObject({ success: true, metrics: { 'ntp.samples_ok': 4, 'ntp.kiss_of_death': 0 } })
    expect(outcome.metrics['ntp.offset_ms']).toBeLessThan(2500)
  })

  it('fails if all responses are forged', async () => {
    const { success, cause, error, metrics } = await ask((_request, _number, reply) =>
      reply({ origin: Buffer.alloc(8) }),
    )
    expect({ success, cause, error }).toEqual({
      success: false,
      cause: 'timeout',
      error: 'no response within 2 s (while waiting for a reply)',
    })
    expect(metrics).toEqual({ 'ntp.samples_ok': 0 })
  })

  it.each([
    ['DENY', /^127\.0\.0\.1:\d+ refuses to send the time \(kiss of death DENY\)$/],
    ['RATE', /^127\.0\.0\.1:\d+ limits Lapwing and sends no time \(kiss of death RATE\)$/],
  ])('fails at the kiss of death %s, and stops sending', async (reference, error) => {
    const outcome = await ask((_request, _number, reply) => reply({ stratum: 0, leap: 3, reference }))
    expect(outcome).toMatchObject({ success: false, cause: 'other', evidence: { kiss_code: reference } })
    expect(outcome.error).toMatch(error)
    expect(outcome.metrics).toEqual({ 'ntp.kiss_of_death': 1, 'ntp.samples_ok': 0 })
    expect(outcome.requested).toHaveLength(1)
  })

  it('keeps the samples from before a kiss of death', async () => {
    const outcome = await ask((_request, number, reply) => reply(number < 3 ? {} : { stratum: 0, reference: 'RATE' }))
    expect(outcome).toMatchObject({ success: true, metrics: { 'ntp.kiss_of_death': 1, 'ntp.samples_ok': 2 } })
    expect(outcome.requested).toHaveLength(3)
  })

  it('tries the next address if one refuses', async () => {
    const { port } = await startTimeServer((_request, _number, reply) => reply({}))
    const names = await startNameServer((_name, type) => (type === 'A' ? ['127.0.0.7', '127.0.0.1'] : []))
    onTestFinished(() => names.stop())
    const config = { samples: 1 }
    const net = openNet({ resolvers: [names.address] })
    const outcome = await runCheck(ntp, `time.test:${port}`, { net, config, deadlineMs: 60_000 })
    expect(outcome).toMatchObject({ success: true, evidence: { address: '127.0.0.1' } })
  })

  it('uses one address only, even if the name resolves differently later', async () => {
    const { requested, port } = await startTimeServer((_request, _number, reply) => reply({}))
    const names = await startNameServer(() => [names.requested.length === 1 ? '127.0.0.1' : '127.0.0.7'])
    onTestFinished(() => names.stop())
    const clock = fakeClock(new Date())
    const net = openNet({ clock, resolvers: [names.address] })
    await inSlowMotion(clock, runCheck(ntp, `time.test:${port}`, { net, clock, deadlineMs }), 5)
    expect(requested).toHaveLength(4)
  })
})
