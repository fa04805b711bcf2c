// Packets with a limited TTL, for tracing a path.
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../deadline.ts'
import type { IpAddress, Lookup, ReachOptions } from '../lookup.ts'
import { MtrPacket } from './mtr-packet.ts'

export interface PathProbeOptions extends ReachOptions {
  readonly host: string
  readonly protocol: 'icmp' | 'udp' | 'tcp'
  /** For UDP and TCP; a different one for each probe when omitted. */
  readonly port?: number
  /** The TTL. */
  readonly ttl: number
}

export interface PathProbeAnswer {
  /** The sender of the response: the target, a router at which the TTL expired, or one without a route. */
  readonly from: 'target' | 'router' | 'refusal'
  readonly address: string
  readonly rttMs: number
}

/** Settles with null after three seconds without a response. */
export type SendPathProbe = (options: PathProbeOptions) => Promise<PathProbeAnswer | null>

const lostAfterSeconds = 3

interface PendingPathProbe {
  readonly to: IpAddress
  done(response: PathProbeAnswer | null): void
  fail(error: Error): void
}

export function createPathProbe(options: { lookup: Lookup; clock: Clock; path?: string }): SendPathProbe {
  const program = new MtrPacket(options.clock, options.path)
  return async (probe) => {
    const [to] = await options.lookup(probe.host, probe)
    if (!to) throw new Error(`the lookup of ${probe.host} answered nothing`)
    return attempt(probe.signal, 'tracing the path', (done, fail) =>
      program.send({
        args: argumentsFor(probe, to),
        onResponse(kind, words) {
          if (isForAnother(words, to)) return false
          settle({ to, done, fail }, kind, words)
          return true
        },
        fail,
      }),
    )
  }
}

// mtr-packet identifies TCP probes by their source port, and another process may use the same port over the other IP
// version. Such a response used up the probe's slot, so it is sent again.
function isForAnother([version = '']: readonly string[], { family }: IpAddress): boolean {
  return /^ip-[46]$/.test(version) && version !== `ip-${family}`
}

function argumentsFor({ protocol, port, ttl }: PathProbeOptions, { address, family }: IpAddress): string {
  const fields = [`ip-${family}`, address, 'protocol', protocol, 'ttl', ttl, 'timeout', lostAfterSeconds]
  return [...fields, ...(port === undefined || protocol === 'icmp' ? [] : ['port', port])].join(' ')
}

function settle({ to, done, fail }: PendingPathProbe, kind: string, words: readonly string[]): void {
  const [, address] = words
  const rttMs = Number(words[3]) / 1000
  if (kind === 'no-reply') return done(null)
  if (kind === 'ttl-expired' && address) return done({ from: 'router', address, rttMs })
  if (kind === 'no-route' && address) return done({ from: 'refusal', address, rttMs })
  // A firewall that responds in place of the target is not the target.
  if (kind === 'reply' && address)
    return done({ from: isSame(address, to.address) ? 'target' : 'refusal', address, rttMs })
  if (kind === 'unexpected-error' && lateErrors.has(words[1] ?? '')) return done(null)
  fail(problemOf(kind, words, to))
}

// Linux error names for a TCP connection that was reset or never made.
const lateErrors = new Set(['104', '110'])

function isSame(one: string, other: string): boolean {
  return one === other || ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()
}

function problemOf(kind: string, words: readonly string[], { address }: IpAddress): Error {
  if (kind === 'no-route' || kind === 'network-down')
    return new TargetDown('connect', `the network of ${address} cannot be reached from here`)
  if (kind === 'permission-denied') return new Error("this machine's own rules forbid the probe")
  return new Error(`mtr-packet cannot trace the path to ${address}: ${[kind, ...words].join(' ')}`)
}
