import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { startNameServer } from '../../../test/kit/servers/name-server.ts'
import { type SmallNetwork, noNetwork, startNetwork } from '../../../test/kit/servers/network.ts'
import { counted, hasFping, programThat } from '../../../test/kit/programs.ts'
import { inSlowMotion, openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { icmp } from './icmp.ts'

tryCatalogEntry(icmp, {
  targets: {
    accepted: ['localhost', '2001:db8::1', '[2001:db8::1]', 'bücher.example'],
    refused: [
      ['example.com/path', 'must be a hostname or an IP address'],
      ['-example.com', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    count: {
      accept: [1, 4, 100],
      reject: [
        [0, 'greater than or equal to 1'],
        [101, 'less than or equal to 100'],
        [2.5, 'Expected integer, received float'],
      ],
    },
    packetSize: {
      accept: [0, 56, 1472, 65_488],
      reject: [
        [-1, 'greater than or equal to 0'],
        [65_489, 'less than or equal to 65488'],
        ['56', 'Expected number, received string'],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [[{}, ['Availability Check: success == false critical']]],
  metrics: ['packet_loss', "metrics['icmp.packet_loss_percent']", 'ping_avg', "metrics['icmp.rtt_avg_ms']"],
})

const time = expect.any(Number) as number
const patientMs = 15_000

describe.skipIf(!hasFping && process.env['CI'] !== 'true')('a ping check', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', {}],
    ['localhost', '127.0.0.1', {}],
    ['localhost', '::1', { ipVersion: 'ip6' }],
    ['[::1]', '::1', {}],
  ])('of %s reaches %s', async (target, address, config) => {
    const outcome = await runCheck(icmp, target, { config: { count: 2, ...config } })
    expect(outcome).toMatchObject({
      success: true,
      error: null,
      evidence: { address, packets: { sent: 2, answered: 2 }, rtt_ms: { min: time, avg: time, max: time } },
    })
    expect(outcome.metrics).toEqual({ 'icmp.packet_loss_percent': 0, 'icmp.rtt_avg_ms': time })
    expect(outcome.durationMs, 'the round trip, not the whole check').toBeCloseTo(
      outcome.metrics['icmp.rtt_avg_ms']!,
      2,
    )
  })

  it.each([0, 1472, 65_488])('sends packets with %i bytes of data', async (packetSize) => {
    expect(await runCheck(icmp, '127.0.0.1', { config: { count: 1, packetSize } })).toMatchObject({ success: true })
  })

  it('runs a hundred times in parallel', async () => {
    const targets = Array.from({ length: 100 }, (_, index) => `127.0.9.${index + 1}`)
    const outcomes = await Promise.all(targets.map((target) => runCheck(icmp, target, { deadlineMs: patientMs })))
    expect(
      outcomes.filter(({ success, metrics }) => success && metrics['icmp.packet_loss_percent'] === 0),
    ).toHaveLength(100)
  })
})

describe('a ping check that fails', () => {
  it('reports that a name does not exist, and measures nothing', async () => {
    const names = await startNameServer(() => 'NXDOMAIN')
    onTestFinished(() => names.stop())
    const outcome = await runCheck(icmp, 'nowhere.test', { net: openNet({ resolvers: [names.address] }) })
    expect(outcome).toMatchObject({ success: false, cause: 'dns', error: 'the name nowhere.test does not exist' })
    expect(outcome.metrics).toEqual({})
  })

  it('has lost every packet at the deadline', async () => {
    const reply = '127.0.0.1 : [0], 64 bytes, 0.05 ms (0.05 avg, 0% loss)'
    const said = counted('true')
    const fping = programThat(`echo '${reply}'; "${said.path}"; exec sleep 60`)
    const clock = fakeClock()
    const net = openNet({ clock, programs: { fping } })
    const running = runCheck(icmp, '192.0.2.1', { net, clock, deadlineMs: 2000 })
    await waitUntil(() => {
      clock.advance(1)
      return said.runs().length > 0
    })
    const outcome = await inSlowMotion(clock, running)
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 2 s (while waiting for answers to pings)',
    })
    expect(outcome.metrics).toEqual({ 'icmp.packet_loss_percent': 100 })
  })

  it('says nothing about the host if this machine hears no reply at all', async () => {
    const net = openNet({ programs: { fping: programThat('exec sleep 60') } })
    const outcome = await runCheck(icmp, '192.0.2.1', { net, deadlineMs: 200 })
    expect(outcome).toMatchObject({ infrastructure: true, error: expect.stringContaining('fping gets no reply') })
  })

  it('succeeds with the responses that arrived before the deadline', async () => {
    const said = counted('true')
    const fping = programThat(
      `echo '127.0.0.1 : [0], 64 bytes, 20.5 ms (20.5 avg, 0% loss)'; "${said.path}"; exec sleep 60`,
    )
    const clock = fakeClock()
    const net = openNet({ clock, programs: { fping } })
    const running = runCheck(icmp, '127.0.0.1', { net, clock, deadlineMs: 2000 })
    await waitUntil(() => {
      clock.advance(1)
      return said.runs().length > 0
    })
    const outcome = await inSlowMotion(clock, running)
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({ 'icmp.packet_loss_percent': 80, 'icmp.rtt_avg_ms': 20.5 })
  })

  it('is a local fault without fping, and then measures no loss', async () => {
    const outcome = await runCheck(icmp, '127.0.0.1', { net: openNet({ programs: { fping: '/nowhere/fping' } }) })
    expect(outcome).toMatchObject({ success: false, infrastructure: true })
    expect(outcome.error).toContain('apt-get install fping')
    expect(outcome.metrics).toEqual({})
  })

  it('is a local fault if it is stopped', async () => {
    const stop = new AbortController()
    const net = openNet({ programs: { fping: programThat('exec sleep 60') } })
    const running = runCheck(icmp, '127.0.0.1', { net, signal: stop.signal })
    stop.abort(new Error('the prober is shutting down'))
    expect(await running).toMatchObject({ infrastructure: true, error: 'the prober is shutting down', metrics: {} })
  })
})

describe.skipIf(noNetwork !== null)(`a ping check through routers${noNetwork ? ` (${noNetwork})` : ''}`, () => {
  let network: SmallNetwork
  beforeAll(() => void (network = startNetwork()))
  afterEach(() => network.open())
  afterAll(() => network.stop())
  const ping = (target: string, config = {}) =>
    runCheck(icmp, target, { net: openNet({ programs: network.programs }), config, deadlineMs: patientMs })

  it('reaches the target over both IP versions', async () => {
    for (const target of [network.target4, network.target6])
      expect(await ping(target, { count: 1 })).toMatchObject({
        success: true,
        metrics: { 'icmp.packet_loss_percent': 0 },
      })
  })

  it('measures loss', async () => {
    network.firewall('two', 'forward', 'icmp type echo-request numgen inc mod 5 0 drop')
    expect(await ping(network.target4, { count: 10 })).toMatchObject({
      success: true,
      metrics: { 'icmp.packet_loss_percent': 20, 'icmp.rtt_avg_ms': time },
      evidence: { packets: { sent: 10, answered: 8 } },
    })
  })

  it.each(['target4', 'target6'] as const)('reports that a silent host (%s) did not respond', async (target) => {
    network.firewall('target', 'input', 'meta l4proto { icmp, ipv6-icmp } drop')
    expect(await ping(network[target], { count: 2 })).toMatchObject({
      success: false,
      cause: 'timeout',
      error: `${network[target]} answered none of 2 pings`,
      metrics: { 'icmp.packet_loss_percent': 100 },
    })
  })

  it('names the router that refused to forward', async () => {
    network.firewall('two', 'forward', 'meta l4proto icmp reject with icmp type admin-prohibited')
    expect(await ping(network.target4)).toMatchObject({
      success: false,
      cause: 'connect',
      error: '198.18.2.2 says that 198.18.3.2 cannot be reached (communication administratively prohibited)',
      metrics: { 'icmp.packet_loss_percent': 100 },
    })
  })

  it('is not affected by a silent host', async () => {
    network.firewall('target', 'input', 'meta l4proto icmp drop')
    const net = openNet({ programs: network.programs })
    const running = network.hops4.map((host) => runCheck(icmp, host, { net, deadlineMs: patientMs }))
    const [one, two, target] = await Promise.all(running)
    expect([one?.success, two?.success, target?.success]).toEqual([true, true, false])
    expect(one?.durationMs).toBeLessThan(target?.durationMs ?? 0)
  })
})
