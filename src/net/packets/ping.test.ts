import { describe, expect, it } from 'vitest'
import { counted, hasFping, programThat } from '../../../test/kit/programs.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { DeadlinePassed } from '../../domain/limits/time-limit.ts'
import { type Net, createNet } from '../index.ts'
import { NoPingReply } from './hearing.ts'
import type { PingOptions } from './ping.ts'
import { createPolicy } from '../policy.ts'

const never = new AbortController().signal

const asking = (host: string, more: Partial<PingOptions> = {}): PingOptions => ({
  host,
  count: 2,
  dataBytes: 56,
  withinMs: 10_000,
  ipVersion: 'any',
  signal: never,
  onAnswer: () => undefined,
  ...more,
})

/** An fping for which every host responds. The real one misses some responses when other processes ping too. */
const responsiveFping = (): ReturnType<typeof counted> =>
  counted(
    programThat(`shift 11
for address; do
  for packet in 0 1 2; do echo "$address : [$packet], 64 bytes, 0.05 ms (0.05 avg, 0% loss)"; done
done`),
  )

/** The result of each of these hosts. */
function pingAll(net: Net, hosts: readonly string[], more: Partial<PingOptions> = {}): Promise<number[][]> {
  return Promise.all(
    hosts.map(async (host) => {
      const rtts: number[] = []
      await net.ping(asking(host, { ...more, onAnswer: (rttMs) => rtts.push(rttMs) }))
      return rtts
    }),
  )
}

describe.skipIf(!hasFping && process.env['CI'] !== 'true')('pings', () => {
  it('report the address and each round-trip time', async () => {
    const rtts: number[] = []
    const options = asking('localhost', { count: 3, onAnswer: (rttMs) => rtts.push(rttMs) })
    expect(await openNet().ping(options)).toEqual({ address: '127.0.0.1', family: 4 })
    expect(rtts).toHaveLength(3)
    for (const rtt of rtts) expect(rtt).toBeGreaterThan(0)
  })

  it('go over IPv6', async () => {
    expect(await openNet().ping(asking('localhost', { ipVersion: 'ip6' }))).toEqual({ address: '::1', family: 6 })
  })

  it('share a process when they start together', async () => {
    const fping = responsiveFping()
    const hosts = Array.from({ length: 200 }, (_, index) => `127.0.2.${index + 1}`)
    const onAnswer = await pingAll(openNet({ programs: { fping: fping.path } }), hosts)
    expect(onAnswer.map((rtts) => rtts.length)).toEqual(hosts.map(() => 2))
    expect(fping.runs()).toHaveLength(1)
  })

  it('to one address are sent once for all concurrent callers', async () => {
    const fping = counted('fping')
    const onAnswer = await pingAll(openNet({ programs: { fping: fping.path } }), [
      '127.0.0.1',
      '127.0.0.1',
      'localhost',
    ])
    expect(onAnswer.map((rtts) => rtts.length)).toEqual([2, 2, 2])
    expect(onAnswer[1]).toEqual(onAnswer[0])
    expect(fping.runs()).toEqual([expect.stringMatching(/ 127\.0\.0\.1$/)])
  })

  it('use several processes when they are many, large, or different', async () => {
    const fping = responsiveFping()
    const net = openNet({ programs: { fping: fping.path } })
    const many = Array.from({ length: 1100 }, (_, index) => `127.0.${3 + Math.floor(index / 250)}.${(index % 250) + 1}`)
    await Promise.all([pingAll(net, many, { count: 1 }), pingAll(net, ['127.0.0.2', '::1'], { count: 3 })])
    const isOther = (host: string): boolean => host !== '127.0.0.1'
    const hosts = fping.runs().map((line) => line.split(' ').slice(11).filter(isOther).length)
    expect(hosts.sort((one, other) => one - other)).toEqual([1, 1, 101, 999])
    await pingAll(net, many.slice(0, 40), { count: 1, dataBytes: 60_000 })
    expect(fping.runs()).toHaveLength(4 + 3)
  })

  it('fit into the available time', async () => {
    const fping = counted('fping')
    const net = openNet({ programs: { fping: fping.path } })
    const [rtts] = await pingAll(net, ['127.0.0.1'], { count: 100, withinMs: 1000 })
    expect(rtts).toHaveLength(100)
    expect(fping.runs()).toEqual([expect.stringContaining('-C 100 -b 56 -p 5 ')])
  })

  it('end for the caller who aborts, and continue for the others', async () => {
    const net = openNet()
    const stop = new AbortController()
    const onAnswer = (): void => stop.abort(new Error('enough'))
    const stopped = net.ping(asking('127.0.0.1', { count: 5, signal: stop.signal, onAnswer }))
    const others = pingAll(net, ['127.0.0.1', '127.0.0.2'], { count: 5 })
    await expect(stopped).rejects.toThrow('enough')
    expect((await others).map((rtts) => rtts.length)).toEqual([5, 5])
  })

  it('are not sent when every caller has aborted before', async () => {
    const fping = counted('fping')
    const net = openNet({ programs: { fping: fping.path } })
    const stop = new AbortController()
    const stopped = net.ping(asking('127.0.0.3', { signal: stop.signal }))
    queueMicrotask(() => stop.abort(new Error('never mind')))
    await expect(stopped).rejects.toThrow('never mind')
    await pingAll(net, ['127.0.0.4'], { count: 1 })
    expect(fping.runs()).toEqual([expect.stringMatching(/ 127\.0\.0\.4$/)])
  })

  it('are not sent to forbidden addresses', async () => {
    const fping = counted('fping')
    const policy = createPolicy({ allowPrivate: false })
    const closed = createNet({ policy, clock: systemClock, programs: { fping: fping.path } })
    for (const host of ['127.0.0.1', 'localhost', '::ffff:10.0.0.1'])
      await expect(closed.ping(asking(host))).rejects.toMatchObject({ name: 'TargetDown', reason: 'connect' })
    expect(fping.runs()).toEqual([])
  })
})

const notAllowed = /^this machine does not let fping send packets: it needs the capability CAP_NET_RAW/

describe('pings where something is wrong with fping', () => {
  it('end at the deadline when it is silent', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new DeadlinePassed(100)), 100)
    const net = openNet({ programs: { fping: programThat('exec sleep 60') } })
    await expect(net.ping(asking('127.0.0.1', { signal: stop.signal }))).rejects.toThrow(NoPingReply)
  })

  it('call a host down only if this machine can hear replies', async () => {
    const lost = "echo '192.0.2.1 : [0], timed out (NaN avg, 100% loss)'"
    const self = "echo '127.0.0.1 : [0], 64 bytes, 0.05 ms (0.05 avg, 0% loss)'"
    const ping = (script: string) => {
      const net = openNet({ programs: { fping: programThat(`${script}; exit 1`) } })
      return net.ping(asking('192.0.2.1', { count: 1 }))
    }
    await expect(ping(`${self}; ${lost}`)).rejects.toMatchObject({ name: 'TargetDown', reason: 'timeout' })
    await expect(ping(lost)).rejects.toThrow(NoPingReply)
  })

  it('leave no process behind', async () => {
    const stop = new AbortController()
    const pid = counted('true')
    const fping = programThat(`"${pid.path}" $$\nexec sleep 60`)
    const stopped = openNet({ programs: { fping } }).ping(asking('127.0.0.1', { signal: stop.signal }))
    await waitUntil(() => pid.runs().length > 0)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    await waitUntil(() => isGone(Number(pid.runs()[0])))
  })

  it.each([
    [
      'is missing',
      () => '/nowhere/fping',
      'fping is not installed here and this check needs it (on Debian: apt-get install fping)',
    ],
    ['may not be run', () => programThat('true', { mode: 0o644 }), notAllowed],
    [
      'may not open a socket',
      () => programThat('echo "fping: can\'t create socket (must run as root?)" >&2; exit 4'),
      notAllowed,
    ],
    ['refuses', () => programThat('echo "fping: data size too large" >&2; exit 3'), 'fping: data size too large'],
    ['cannot send', () => programThat('exit 1'), /^this machine cannot send pings to 127\.0\.0\.1; its firewall may/],
    ['dies', () => programThat('kill -9 $$'), 'fping ended with SIGKILL'],
  ])('are a fault of this machine when it %s', async (_what, program, message) => {
    const failed = openNet({ programs: { fping: program() } }).ping(asking('127.0.0.1'))
    await expect(failed).rejects.toThrow(message)
    await expect(failed).rejects.not.toMatchObject({ name: 'TargetDown' })
  })

  it('ignore unreadable lines of any length', async () => {
    const fping = programThat(`head -c 1000000 /dev/zero | tr '\\0' x
echo
echo ' [<- 10.0.0.1]'
echo '127.0.0.1 : [0], 64 bytes, 0.05 ms (0.05 avg, 0% loss)'
echo '10.9.9.9 : [0], 64 bytes, 0.05 ms (0.05 avg, 0% loss)'
echo '127.0.0.1 : [1], timed out (0.05 avg, 50% loss)'
sleep 60`)
    expect(await pingAll(openNet({ programs: { fping } }), ['127.0.0.1'])).toEqual([[0.05]])
  })
})

function isGone(pid: number): boolean {
  try {
    return process.kill(pid, 0) && false
  } catch {
    return true
  }
}
