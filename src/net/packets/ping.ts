// ICMP echo. Asks that come together share one fping, so that thousands of hosts cost few processes.
import { createSocket } from 'node:dgram'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import { type Fate, type Volley, startFping } from './fping.ts'
import type { Address, Lookup, Reach } from '../lookup.ts'

export interface PingAsk extends Reach {
  readonly host: string
  readonly count: number
  /** Without the headers of IP and ICMP. */
  readonly dataBytes: number
  /** How much time there is; the packets are sent in its first half. */
  readonly withinMs: number
  /** Gets the round-trip time of each answer as it comes in. */
  heard(rttMs: number): void
}

/** Settles when every packet is answered or lost: with the address, or with TargetDown when none was answered. */
export type Ping = (ask: PingAsk) => Promise<Address>

// Few steps make few groups, and only equal packets can share a process.
const spacings = [200, 100, 50, 20, 10, 5, 2, 1]
// Alone, a ping hardly waits. The more runs there are already, the longer the next one gathers: starting a process costs
// milliseconds, and each one that runs is woken by the answers to all others.
const gatherMs = 10
const perRunMs = 50
const longestGatherMs = 250
// What one run may take on: fping has 65536 numbers for packets that are under way, and what leaves at once has to
// fit into the buffers of this machine. Runs start apart from each other for the same reason.
const maxAddresses = 1000
const maxPackets = 20_000
const maxBytesAtOnce = 1_048_576
const apartMs = 40

interface Waiting {
  readonly ask: PingAsk
  done(): void
  fail(error: Error): void
}

/** What is known of one address; whoever asks for it at the same time shares it. */
interface Host {
  readonly waiting: Set<Waiting>
  answered: number
  lost: number
  refused: number
  refusal: string
}

interface Group {
  readonly volley: Volley
  readonly hosts: Map<string, Host>
  readonly since: number
  /** Ends its run, once that has started. */
  stop: (() => void) | null
}

export function createPing({ lookup, clock, path }: { lookup: Lookup; clock: Clock; path?: string }): Ping {
  const gathering = new Set<Group>()
  let running = 0
  let startedAt = -Infinity
  let callOff: (() => void) | undefined

  return async (ask) => {
    const [to] = await lookup(ask.host, ask)
    if (!to) throw new Error(`the lookup of ${ask.host} answered nothing`)
    try {
      await attempt<void>(ask.signal, 'waiting for answers to pings', (done, fail) => join(to, { ask, done, fail }))
      return to
    } catch (error) {
      throw error instanceof NotSent ? await whyNotSent(to, ask.signal) : error
    }
  }

  /** What it answers leaves again. */
  function join({ address, family }: Address, waiting: Waiting): () => void {
    const { count, dataBytes } = waiting.ask
    const group = groupFor({ family, count, dataBytes, spacingMs: spacingOf(waiting.ask) })
    const host = group.hosts.get(address) ?? { waiting: new Set(), answered: 0, lost: 0, refused: 0, refusal: '' }
    group.hosts.set(address, host)
    host.waiting.add(waiting)
    if (isFull(group)) schedule()
    return () => {
      host.waiting.delete(waiting)
      if (host.waiting.size === 0) drop(group, address)
    }
  }

  function groupFor(volley: Volley): Group {
    for (const group of gathering) if (!isFull(group) && isEqual(group.volley, volley)) return group
    const group = { volley, hosts: new Map(), since: clock.monotonicMs(), stop: null }
    gathering.add(group)
    schedule()
    return group
  }

  function schedule(): void {
    callOff?.()
    const [next] = [...gathering].sort((one, other) => startAt(one) - startAt(other))
    if (next) callOff = clock.after(Math.max(0, startAt(next) - clock.monotonicMs()), () => (start(next), schedule()))
  }

  function startAt(group: Group): number {
    const { count, spacingMs } = group.volley
    const gather = Math.min(gatherMs + perRunMs * running, longestGatherMs, (count * spacingMs) / 4)
    return Math.max(isFull(group) ? group.since : group.since + gather, startedAt + apartMs)
  }

  function start(group: Group): void {
    gathering.delete(group)
    running += 1
    startedAt = clock.monotonicMs()
    const { volley, hosts } = group
    const addresses = [...hosts.keys()]
    group.stop = startFping(path, volley, {
      addresses,
      packet(address, fate) {
        const host = hosts.get(address)
        if (!host) return
        countFate(host, fate)
        if (isSettled(host, volley)) conclude(host, verdictOn(host, address, volley))
      },
      ended(problem) {
        for (const [address, host] of hosts) conclude(host, problem ?? verdictOn(host, address, volley))
      },
    })
  }

  /** The last one to leave ends the run. */
  function drop(group: Group, address: string): void {
    group.hosts.delete(address)
    if (group.hosts.size > 0) return
    if (gathering.delete(group)) return schedule()
    running -= 1
    group.stop?.()
  }
}

const spacingOf = ({ count, withinMs }: PingAsk): number => spacings.find((ms) => ms * count <= withinMs / 2) ?? 1

function isFull({ volley: { count, dataBytes }, hosts }: Group): boolean {
  return hosts.size >= Math.min(maxAddresses, maxPackets / count, maxBytesAtOnce / dataBytes)
}

function isEqual(one: Volley, other: Volley): boolean {
  return (
    one.family === other.family &&
    one.count === other.count &&
    one.dataBytes === other.dataBytes &&
    one.spacingMs === other.spacingMs
  )
}

function countFate(host: Host, fate: Fate): void {
  if (fate === 'lost') {
    host.lost += 1
  } else if ('refusal' in fate) {
    host.refused += 1
    host.refusal = fate.refusal
  } else {
    host.answered += 1
    for (const { ask } of host.waiting) ask.heard(fate.rttMs)
  }
}

// A packet that was refused is counted as lost too, later.
function isSettled({ answered, lost, refused }: Host, volley: Volley): boolean {
  return answered + Math.max(lost, refused) >= volley.count
}

function verdictOn({ answered, lost, refused, refusal }: Host, address: string, volley: Volley): Error | null {
  if (answered > 0) return null
  if (refused > 0) return new TargetDown('connect', refusal)
  if (lost === 0) return new NotSent()
  return new TargetDown('timeout', `${address} answered none of ${volley.count} pings`)
}

function conclude(host: Host, problem: Error | null): void {
  for (const { done, fail } of host.waiting) {
    if (problem) fail(problem)
    else done()
  }
}

/** fping says nothing when it cannot send. */
class NotSent extends Error {}

/** Why nothing can be sent there. Connecting a UDP socket asks for the route and sends nothing. */
function whyNotSent({ address, family }: Address, signal: AbortSignal): Promise<Error> {
  const phase = 'looking for a route'
  return attempt(signal, phase, (done) => {
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      lookup: (_host, _options, found) => found(null, address, family),
    })
    const forbidden = new Error(`this machine cannot send pings to ${address}; its firewall may forbid them`)
    socket.once('error', (error) => done(failure(error, { peer: address, phase, cause: 'connect' })))
    socket.once('connect', () => done(forbidden))
    socket.connect(9, address)
    return () => void socket.close()
  })
}
