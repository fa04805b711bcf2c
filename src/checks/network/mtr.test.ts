import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { startNameServer } from '../../../test/kit/servers/name-server.ts'
import { type SmallNetwork, noNetwork, startNetwork } from '../../../test/kit/servers/network.ts'
import { hasMtrPacket, programThat } from '../../../test/kit/programs.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { mtr } from './mtr.ts'

tryCatalogEntry(mtr, {
  targets: {
    accepted: ['localhost', '2001:db8::1', 'bücher.example'],
    refused: [
      ['192.0.2.1:443', 'must be a hostname or an IP address'],
      ['--help', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    count: {
      accept: [1, 10, 100],
      reject: [
        [0, 'greater than or equal to 1'],
        [101, 'less than or equal to 100'],
        [1.5, 'Expected integer'],
      ],
    },
    maxHops: {
      accept: [1, 30, 64],
      reject: [
        [0, 'greater than or equal to 1'],
        [65, 'less than or equal to 64'],
      ],
    },
    port: {
      accept: [1, 443, 65_535],
      reject: [
        [0, 'greater than or equal to 1'],
        [65_536, 'less than or equal to 65535'],
      ],
    },
    protocol: {
      accept: ['icmp', 'udp', 'tcp'],
      reject: [
        ['sctp', 'config.protocol: Invalid value. Allowed values: icmp, udp, tcp'],
        [6, 'config.protocol: Invalid value'],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ip5', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { accept: [{ count: 5, maxHops: 20, port: 443, protocol: 'tcp' }, { protocol: 'tcp' }] },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Destination Unreachable: metrics['mtr.destination_reached'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['mtr.destination_reached']",
    "metrics['mtr.destination_loss_percent']",
    "metrics['mtr.rtt_avg_ms']",
    "metrics['mtr.path_loss_max_percent']",
    "metrics['mtr.unresponsive_hops_count']",
  ],
})

const time = expect.any(Number) as number

describe.skipIf(!hasMtrPacket && process.env['CI'] !== 'true')('a path check', () => {
  it.each(['icmp', 'udp', 'tcp'])('of the local machine has one hop (%s)', async (protocol) => {
    const outcome = await runCheck(mtr, 'localhost', { config: { count: 2, protocol, port: 9 } })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'mtr.destination_reached': 1,
      'mtr.destination_loss_percent': 0,
      'mtr.rtt_avg_ms': time,
      'mtr.path_loss_max_percent': 0,
      'mtr.unresponsive_hops_count': 0,
    })
    expect(outcome.evidence).toEqual({
      address: '127.0.0.1',
      hops: [{ hop: 1, address: '127.0.0.1', loss_percent: 0, rtt_avg_ms: time }],
    })
  })
})

describe('a path check that fails', () => {
  const silent = (): string => programThat('exec cat > /dev/null')

  it('reports that a name does not exist, and measures nothing', async () => {
    const names = await startNameServer(() => 'NXDOMAIN')
    onTestFinished(() => names.stop())
    const outcome = await runCheck(mtr, 'nowhere.test', { net: openNet({ resolvers: [names.address] }) })
    expect(outcome).toMatchObject({ success: false, cause: 'dns', error: 'the name nowhere.test does not exist' })
    expect(outcome.metrics).toEqual({})
  })

  it('reports that no hop responded', async () => {
    const program = programThat('while read token rest; do echo "$token no-reply"; done')
    const net = openNet({ programs: { 'mtr-packet': program } })
    const outcome = await runCheck(mtr, '127.0.0.1', { net, config: { count: 2, maxHops: 5 } })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no hop on the path to 127.0.0.1 responded',
    })
    expect(outcome.metrics).toEqual({
      'mtr.destination_reached': 0,
      'mtr.destination_loss_percent': 100,
      'mtr.unresponsive_hops_count': 0,
    })
  })

  it('does not wait beyond its deadline', async () => {
    const net = openNet({ programs: { 'mtr-packet': silent() } })
    const outcome = await runCheck(mtr, '127.0.0.1', { net, deadlineMs: 300 })
    expect(outcome).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 0.3 s (while tracing the path)',
      metrics: { 'mtr.destination_reached': 0 },
    })
  })

  it('reports that there is no route', async () => {
    const program = programThat('while read token rest; do echo "$token no-route"; done')
    expect(await runCheck(mtr, '127.0.0.1', { net: openNet({ programs: { 'mtr-packet': program } }) })).toMatchObject({
      success: false,
      cause: 'connect',
      error: 'the network of 127.0.0.1 cannot be reached from here',
    })
  })

  it('is a local fault without mtr-packet, and measures nothing', async () => {
    const net = openNet({ programs: { 'mtr-packet': '/nowhere/mtr-packet' } })
    const outcome = await runCheck(mtr, '127.0.0.1', { net })
    expect(outcome).toMatchObject({ success: false, infrastructure: true, metrics: {} })
    expect(outcome.error).toContain('apt-get install mtr-tiny')
  })

  it('is a local fault if it is stopped', async () => {
    const stop = new AbortController()
    const net = openNet({ programs: { 'mtr-packet': silent() } })
    const running = runCheck(mtr, '127.0.0.1', { net, signal: stop.signal })
    stop.abort(new Error('the prober is shutting down'))
    expect(await running).toMatchObject({ infrastructure: true, error: 'the prober is shutting down', metrics: {} })
  })
})

describe.skipIf(noNetwork !== null)(`a path check through routers${noNetwork ? ` (${noNetwork})` : ''}`, () => {
  let network: SmallNetwork
  beforeAll(() => void (network = startNetwork()))
  afterEach(() => network.open())
  afterAll(() => network.stop())
  const trace = (target: string, config = {}): Promise<Outcome> => {
    const net = openNet({ programs: network.programs })
    return runCheck(mtr, target, { net, config: { count: 4, ...config }, deadlineMs: 4000 })
  }
  const addresses = ({ evidence }: Outcome): unknown[] =>
    (evidence as { hops: { address: unknown }[] }).hops.map(({ address }) => address)

  it.each(['icmp', 'udp', 'tcp'])('finds every hop with %s over both IP versions', async (protocol) => {
    const config = { protocol, count: 2 }
    const outcomes = await Promise.all([trace(network.target4, config), trace(network.target6, config)])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        success: true,
        metrics: { 'mtr.destination_reached': 1, 'mtr.rtt_avg_ms': time },
      })
    expect(outcomes.map(addresses)).toEqual([network.hops4, network.hops6])
  })

  it('reaches the configured port', async () => {
    network.firewall('target', 'input', 'meta l4proto tcp tcp dport != 8443 drop')
    const traces = [8443, undefined].map((port) => trace(network.target4, { protocol: 'tcp', port }))
    const [given, usual] = await Promise.all(traces)
    expect(given).toMatchObject({ metrics: { 'mtr.destination_reached': 1 } })
    expect(usual).toMatchObject({ metrics: { 'mtr.destination_reached': 0 } })
  })

  it('measures loss at a hop, and not at the target after it', async () => {
    network.firewall('two', 'output', 'icmp type time-exceeded numgen inc mod 2 0 drop')
    expect(await trace(network.target4)).toMatchObject({
      success: true,
      metrics: { 'mtr.path_loss_max_percent': 50, 'mtr.destination_loss_percent': 0, 'mtr.unresponsive_hops_count': 0 },
    })
  })

  it('measures loss at the target', async () => {
    network.firewall('target', 'input', 'icmp type echo-request numgen inc mod 4 3 drop')
    const { metrics } = await trace(network.target4, { count: 8 })
    expect(metrics['mtr.destination_reached']).toBe(1)
    expect(metrics['mtr.destination_loss_percent']).toBeGreaterThan(0)
    expect(metrics['mtr.destination_loss_percent']).toBeLessThan(100)
  })

  it('counts a hop that never responds', async () => {
    network.firewall('two', 'output', 'icmp type time-exceeded drop')
    const outcome = await trace(network.target4)
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'mtr.unresponsive_hops_count': 1, 'mtr.destination_reached': 1, 'mtr.path_loss_max_percent': 0 },
    })
    expect(addresses(outcome)).toEqual([network.hops4[0], null, network.hops4[2]])
  })

  it('shows the path so far if the target is silent', async () => {
    network.firewall('target', 'input', 'meta l4proto icmp drop')
    const outcome = await trace(network.target4)
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'mtr.destination_reached': 0, 'mtr.destination_loss_percent': 100, 'mtr.unresponsive_hops_count': 0 },
    })
    expect(outcome.metrics).not.toHaveProperty(['mtr.rtt_avg_ms'])
    expect(addresses(outcome)).toEqual(network.hops4.slice(0, 2))
  })

  it('shows the router that refused to forward', async () => {
    network.firewall('two', 'forward', 'meta l4proto icmp reject with icmp type admin-prohibited')
    expect(await trace(network.target4)).toMatchObject({
      success: true,
      metrics: { 'mtr.destination_reached': 0 },
      evidence: { refused_by: '198.18.2.2' },
    })
  })

  it('respects the maximum number of hops', async () => {
    const outcome = await trace(network.target4, { maxHops: 2 })
    expect(outcome).toMatchObject({ success: true, metrics: { 'mtr.destination_reached': 0 } })
    expect(addresses(outcome)).toEqual(network.hops4.slice(0, 2))
  })
})
