// Probes that expire on the way, for tracing a path. All of them go through one mtr-packet, which runs while it is needed.
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../deadline.ts'
import type { Address, Lookup, Reach } from '../lookup.ts'
import { type RunningProgram, startProgram } from './program.ts'

export interface ProbeAsk extends Reach {
  readonly host: string
  readonly protocol: 'icmp' | 'udp' | 'tcp'
  /** For UDP and TCP; another one for each probe when omitted. */
  readonly port?: number
  /** How many routers it may pass. */
  readonly ttl: number
}

export interface ProbeAnswer {
  /** Who answered: the target, a router at which it expired, or one that says that it cannot go on. */
  readonly from: 'target' | 'router' | 'refusal'
  readonly address: string
  readonly rttMs: number
}

/** Settles with null when nobody has answered in three seconds. */
export type SendProbe = (ask: ProbeAsk) => Promise<ProbeAnswer | null>

const lostAfterSeconds = 3
// Each probe over TCP is a socket in a program that can watch no more than 1024.
const maxInFlight = 500
const idleMs = 5000
const maxToken = 2 ** 31 - 1

interface Waiting {
  readonly ask: ProbeAsk
  readonly to: Address
  done(answer: ProbeAnswer | null): void
  fail(error: Error): void
}

export function createProbe({ lookup, clock, path }: { lookup: Lookup; clock: Clock; path?: string }): SendProbe {
  let running: RunningProgram | null = null
  let token = 0
  let callOff: (() => void) | undefined
  /** By token. One that nobody waits for any more keeps its place until it is answered. */
  const inFlight = new Map<number, Waiting | null>()
  const queue = new Set<Waiting>()

  return async (ask) => {
    const [to] = await lookup(ask.host, ask)
    if (!to) throw new Error(`the lookup of ${ask.host} answered nothing`)
    return attempt(ask.signal, 'tracing the path', (done, fail) => {
      const waiting = { ask, to, done, fail }
      queue.add(waiting)
      pump()
      return () => leave(waiting)
    })
  }

  function pump(): void {
    callOff?.()
    for (const waiting of queue) {
      if (inFlight.size >= maxInFlight) return
      queue.delete(waiting)
      token = token === maxToken ? 1 : token + 1
      inFlight.set(token, waiting)
      running ??= start()
      running.say(`${token} send-probe ${argumentsFor(waiting)}`)
    }
    if (inFlight.size === 0) callOff = clock.after(idleMs, stop)
  }

  function leave(waiting: Waiting): void {
    if (queue.delete(waiting)) return
    for (const [key, other] of inFlight) if (other === waiting) inFlight.set(key, null)
  }

  function start(): RunningProgram {
    return startProgram({
      name: 'mtr-packet',
      path,
      package: 'mtr-tiny',
      args: [],
      done: [],
      said: take,
      ended(problem) {
        running = null
        const lost = [...inFlight.values()]
        inFlight.clear()
        for (const waiting of lost) waiting?.fail(problem ?? new Error('mtr-packet ended'))
        pump()
      },
    })
  }

  function stop(): void {
    running?.kill()
    running = null
  }

  function take(line: string): void {
    const [key = '', kind = '', ...words] = line.split(' ')
    const waiting = inFlight.get(Number(key))
    if (!inFlight.delete(Number(key))) return
    if (waiting && isForAnother(words, waiting.to)) queue.add(waiting)
    else if (waiting) settle(waiting, kind, words)
    pump()
  }
}

// mtr-packet knows its probes over TCP by their source port, and that of another process may be the same over the other
// version of IP. Such an answer has cost the probe its place, so it is sent again.
function isForAnother([version = '']: readonly string[], { family }: Address): boolean {
  return /^ip-[46]$/.test(version) && version !== `ip-${family}`
}

function argumentsFor({ ask: { protocol, port, ttl }, to: { address, family } }: Waiting): string {
  const words = [`ip-${family}`, address, 'protocol', protocol, 'ttl', ttl, 'timeout', lostAfterSeconds]
  return [...words, ...(port === undefined || protocol === 'icmp' ? [] : ['port', port])].join(' ')
}

function settle({ to, done, fail }: Waiting, kind: string, words: readonly string[]): void {
  const [, address] = words
  const rttMs = Number(words[3]) / 1000
  if (kind === 'no-reply') return done(null)
  if (kind === 'ttl-expired' && address) return done({ from: 'router', address, rttMs })
  if (kind === 'no-route' && address) return done({ from: 'refusal', address, rttMs })
  // What answers in the place of the target, as firewalls do, is not the target.
  if (kind === 'reply' && address)
    return done({ from: isSame(address, to.address) ? 'target' : 'refusal', address, rttMs })
  if (kind === 'unexpected-error' && lateErrors.has(words[1] ?? '')) return done(null)
  fail(problemOf(kind, words, to))
}

// What Linux calls a TCP connection that is reset, or never made.
const lateErrors = new Set(['104', '110'])

function isSame(one: string, other: string): boolean {
  return one === other || ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()
}

function problemOf(kind: string, words: readonly string[], { address }: Address): Error {
  if (kind === 'no-route' || kind === 'network-down')
    return new TargetDown('connect', `the network of ${address} cannot be reached from here`)
  if (kind === 'permission-denied') return new Error("this machine's own rules forbid the probe")
  return new Error(`mtr-packet cannot trace the path to ${address}: ${[kind, ...words].join(' ')}`)
}
