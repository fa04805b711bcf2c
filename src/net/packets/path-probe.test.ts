import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { counted, hasMtrPacket, programThat } from '../../../test/kit/programs.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'
import { type Net, createNet } from '../index.ts'
import { createPolicy } from '../policy.ts'
import type { PathProbeOptions } from './path-probe.ts'

const asking = (more: Partial<PathProbeOptions> = {}): PathProbeOptions => ({
  host: '127.0.0.1',
  protocol: 'icmp',
  ttl: 1,
  ipVersion: 'any',
  signal: new AbortController().signal,
  ...more,
})

/** A mtr-packet that responds to every probe with this text. */
const netWhere = (answer: string): Net =>
  openNet({ programs: { 'mtr-packet': programThat(`while read token rest; do echo "$token ${answer}"; done`) } })

describe.skipIf(!hasMtrPacket && process.env['CI'] !== 'true')('a probe', () => {
  it.each<[string, Partial<PathProbeOptions>]>([
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'localhost', protocol: 'udp' }],
    ['127.0.0.1', { protocol: 'udp', port: 9 }],
    ['127.0.0.1', { protocol: 'tcp', port: 9 }],
    ['::1', { host: '::1' }],
    ['::1', { host: '0:0:0:0:0:0:0:1', protocol: 'udp' }],
    ['::1', { host: 'localhost', ipVersion: 'ip6', protocol: 'tcp', port: 9 }],
  ])('reaches %s (%j)', async (address, ask) => {
    expect(await openNet().pathProbe(asking(ask))).toEqual({ from: 'target', address, rttMs: expect.any(Number) })
  })

  it('shares one process with all others', async () => {
    const packet = counted('mtr-packet')
    const net = openNet({ programs: { 'mtr-packet': packet.path } })
    // Some of many ICMP responses get lost when other processes ping too.
    const probe = () => net.pathProbe(asking({ protocol: 'tcp', port: 9 }))
    const responses = await Promise.all(Array.from({ length: 1200 }, probe))
    expect(responses.filter((answer) => answer?.from === 'target')).toHaveLength(1200)
    expect(packet.runs()).toHaveLength(1)
  })
})

describe('a probe that is answered', () => {
  it.each([
    ['ttl-expired ip-4 192.0.2.1 round-trip-time 1500', { from: 'router', address: '192.0.2.1', rttMs: 1.5 }],
    [
      'ttl-expired ip-4 192.0.2.1 round-trip-time 1500 mpls 1,2,3,4',
      { from: 'router', address: '192.0.2.1', rttMs: 1.5 },
    ],
    ['reply ip-4 127.0.0.1 round-trip-time 20', { from: 'target', address: '127.0.0.1', rttMs: 0.02 }],
    ['reply ip-4 192.0.2.1 round-trip-time 20', { from: 'refusal', address: '192.0.2.1', rttMs: 0.02 }],
    ['no-route ip-4 192.0.2.1 round-trip-time 20', { from: 'refusal', address: '192.0.2.1', rttMs: 0.02 }],
    ['no-reply', null],
    ['unexpected-error errno 104', null],
    ['unexpected-error errno 110', null],
  ])('with "%s" reports who responded', async (line, answer) => {
    expect(await netWhere(line).pathProbe(asking())).toEqual(answer)
  })

  it.each([
    ['no-route', 'the network of 127.0.0.1 cannot be reached from here', true],
    ['network-down', 'the network of 127.0.0.1 cannot be reached from here', true],
    ['permission-denied', "this machine's own rules forbid the probe", false],
    ['invalid-argument', 'mtr-packet cannot trace the path to 127.0.0.1: invalid-argument', false],
    ['unexpected-error errno 22', 'mtr-packet cannot trace the path to 127.0.0.1: unexpected-error errno 22', false],
  ])('with "%s" reports who is at fault', async (line, message, isTheirs) => {
    const error = await netWhere(line)
      .pathProbe(asking())
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message, name: isTheirs ? 'TargetDown' : 'Error' })
  })

  it('is sent again when the response belongs to another process', async () => {
    const program = programThat(`read token rest; echo "$token ttl-expired ip-6 2001:db8::1 round-trip-time 5"
while read token rest; do echo "$token reply ip-4 127.0.0.1 round-trip-time 20"; done`)
    expect(await openNet({ programs: { 'mtr-packet': program } }).pathProbe(asking())).toMatchObject({
      address: '127.0.0.1',
    })
  })

  it('ignores unexpected lines', async () => {
    const program = programThat(`echo "0 command-parse-error"
while read token rest; do echo garbage; echo "99 no-reply"; echo "$token no-reply"; done`)
    expect(await openNet({ programs: { 'mtr-packet': program } }).pathProbe(asking())).toBeNull()
  })
})

const notAllowed = /^this machine does not let mtr-packet send packets: it needs the capability CAP_NET_RAW/

describe('a probe that is not answered', () => {
  const deaf = (): Net => openNet({ programs: { 'mtr-packet': programThat('exec cat > /dev/null') } })

  it('ends at the deadline', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new DeadlinePassed(100)), 100)
    await expect(deaf().pathProbe(asking({ signal: stop.signal }))).rejects.toMatchObject({
      reason: 'timeout',
      message: 'no response within 0.1 s (while tracing the path)',
    })
  })

  it('does not affect other probes', async () => {
    const program = programThat('read one rest; read two rest; echo "$two no-reply"; exec cat > /dev/null')
    const net = openNet({ programs: { 'mtr-packet': program } })
    const stop = new AbortController()
    const stopped = net.pathProbe(asking({ signal: stop.signal }))
    const other = net.pathProbe(asking())
    expect(await other).toBeNull()
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
  })

  it.each([
    [
      'is missing',
      () => '/nowhere/mtr-packet',
      'mtr-packet is not installed here and this check needs it (on Debian: apt-get install mtr-tiny)',
    ],
    ['may not be run', () => programThat('true', { mode: 0o644 }), notAllowed],
    [
      'may not open a socket',
      () => programThat('echo "mtr-packet: Failure to open IPv4 sockets: Operation not permitted" >&2; exit 1'),
      notAllowed,
    ],
    ['dies', () => programThat('read line; kill -9 $$'), 'mtr-packet ended with SIGKILL'],
  ])('is our fault when mtr-packet %s', async (_what, program, message) => {
    const failed = openNet({ programs: { 'mtr-packet': program() } }).pathProbe(asking())
    await expect(failed).rejects.toThrow(message)
    await expect(failed).rejects.not.toMatchObject({ name: 'TargetDown' })
  })
})

describe('mtr-packet', () => {
  it('is restarted after it died', async () => {
    const onceOnly = programThat('read token rest; echo "$token no-reply"')
    const net = openNet({ programs: { 'mtr-packet': onceOnly } })
    const probe = (): Promise<unknown> => net.pathProbe(asking()).catch((error: Error) => error.message)
    expect(await probe()).toBeNull()
    // The next probe may still go to the process that is about to end.
    let second = await probe()
    if (second === 'mtr-packet ended with code 0') second = await probe()
    expect(second).toBeNull()
  })

  it('is stopped after some time without probes', async () => {
    const clock = fakeClock()
    const pid = counted('true')
    const program = programThat(`"${pid.path}" $$\nwhile read token rest; do echo "$token no-reply"; done`)
    const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock, programs: { 'mtr-packet': program } })
    expect(await net.pathProbe(asking())).toBeNull()
    clock.advance(4000)
    expect(await net.pathProbe(asking())).toBeNull()
    clock.advance(4000)
    expect(isGone(Number(pid.runs()[0]))).toBe(false)
    clock.advance(1000)
    await waitUntil(() => isGone(Number(pid.runs()[0])))
    expect(pid.runs()).toHaveLength(1)
  })

  it('sends nothing to forbidden addresses', async () => {
    const program = counted('mtr-packet')
    const policy = createPolicy({ allowPrivate: false })
    const closed = createNet({ policy, clock: systemClock, programs: { 'mtr-packet': program.path } })
    await expect(closed.pathProbe(asking())).rejects.toMatchObject({ name: 'TargetDown', reason: 'connect' })
    expect(program.runs()).toEqual([])
  })
})

function isGone(pid: number): boolean {
  try {
    return process.kill(pid, 0) && false
  } catch {
    return true
  }
}
