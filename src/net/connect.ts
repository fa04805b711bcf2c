// TCP to a checked address. Addresses are tried in order: the next one starts when the last fails or stays silent.
import { type Socket, connect as open, isIP } from 'node:net'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { attempt } from './deadline.ts'
import { failure } from './failure.ts'
import type { AddressPolicy } from './policy.ts'
import type { IpAddress, Lookup, ReachOptions } from './lookup.ts'

export interface NetConnection {
  /** Connected, with an `error` listener so that late errors are ignored. The caller destroys it. */
  readonly socket: Socket
  readonly host: string
  /** The address that accepted the connection. */
  readonly address: string
  readonly family: 4 | 6
  readonly port: number
  /** Duration of the lookup; close to 0 when the host is an address. */
  readonly dnsMs: number
  readonly connectMs: number
  /** When it was kept for another request for the first time; missing if no request used it yet. */
  readonly keptSinceMs?: number
}

export type Connect = (to: { host: string; port: number } & ReachOptions) => Promise<NetConnection>

/** To a Unix socket that the policy allows. */
export type ConnectSocket = (path: string, signal: AbortSignal) => Promise<NetConnection>

export function createConnectSocket({ policy, clock }: { policy: AddressPolicy; clock: Clock }): ConnectSocket {
  return async (path, signal) => {
    const refusal = policy.socketRefusal(path)
    if (refusal !== null) throw new TargetDown('connect', refusal)
    const start = clock.monotonicMs()
    const socket = await attempt<Socket>(signal, 'connecting', (done, fail) => {
      const opened = open({ path })
      const onError = (error: NodeJS.ErrnoException): void => {
        const text = error.code === 'ENOENT' ? `there is no socket at ${path}` : null
        fail(
          text
            ? new TargetDown('connect', text)
            : failure(error, { peer: path, phase: 'connecting', cause: 'connect' }),
        )
      }
      opened.on('error', ignore).once('error', onError)
      opened.once('connect', () => done(opened))
      return () => {
        opened.off('error', onError)
        if (opened.connecting) opened.destroy()
      }
    })
    return { socket, host: path, address: path, family: 4, port: 0, dnsMs: 0, connectMs: clock.monotonicMs() - start }
  }
}

type MoreAddresses = () => Promise<readonly IpAddress[]>

const silentMs = 1000

export function createConnect({ lookup, clock }: { lookup: Lookup; clock: Clock }): Connect {
  return async ({ host, port, ipVersion, signal }) => {
    const start = clock.monotonicMs()
    const addresses = await lookup(host, { ipVersion, signal })
    const resolvedAt = clock.monotonicMs()
    // IPv6 is looked up only when IPv4 fails: most checks never need the second query.
    const hasMore = ipVersion === 'any' && addresses.every(({ address, family }) => family === 4 && address !== host)
    const more: MoreAddresses = () => lookup(host, { ipVersion: 'ip6', signal }).catch(() => [])
    const tried: AddressAttempt[] = []
    const reached = reach(addresses, { port, signal, clock, more: hasMore ? more : null, tried })
    const { socket, address } = await reached.catch((error: unknown) => {
      if (!(error instanceof TargetDown)) throw error
      const dnsEvidence =
        isIP(host) === 0 ? { dns_ms: rounded(resolvedAt - start), name_servers: lookup.servers?.() } : {}
      error.evidence = { tried: tried.map((one) => formatAttempt(one, clock.monotonicMs())), ...dnsEvidence }
      throw error
    })
    return { socket, host, ...address, port, dnsMs: resolvedAt - start, connectMs: clock.monotonicMs() - resolvedAt }
  }
}

/** `192.0.2.1:443`, `[2001:db8::1]:443`, and the path of a Unix socket. */
export function peerName({ address, port }: { address: string; port: number }): string {
  if (address.startsWith('/')) return address
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

/** An attempt to connect to one address, and its result. */
interface AddressAttempt {
  readonly address: string
  readonly startedAt: number
  endedAt?: number
  problem?: string
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

function formatAttempt({ address, startedAt, endedAt, problem }: AddressAttempt, now: number): Record<string, unknown> {
  return { address, result: problem ?? 'no response', after_ms: rounded((endedAt ?? now) - startedAt) }
}

interface ReachedAddress {
  readonly socket: Socket
  readonly address: IpAddress
}

interface ConnectAttempt {
  readonly port: number
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly more: MoreAddresses | null
  /** The caller's list, filled as attempts are made. */
  readonly tried: AddressAttempt[]
}

function reach(
  addresses: readonly IpAddress[],
  { port, signal, clock, more: later, tried }: ConnectAttempt,
): Promise<ReachedAddress> {
  return attempt(signal, 'connecting', (done, fail) => {
    const waiting = [...addresses]
    let more = later
    const trying = new Set<Socket>()
    let firstFailure: Error | null = null
    let cancelTimer: (() => void) | undefined
    let fetching = false
    let over = false

    const next = (): void => {
      cancelTimer?.()
      if (over) return
      const address = waiting.shift()
      if (address) start(address)
      else if (more) fetchMore(more)
      else if (trying.size === 0 && !fetching && firstFailure) return fail(firstFailure)
      if (waiting.length > 0 || more) cancelTimer = clock.after(silentMs, next)
    }

    const fetchMore = (fetch: MoreAddresses): void => {
      more = null
      fetching = true
      void fetch().then((addresses) => {
        fetching = false
        waiting.push(...addresses)
        next()
      })
    }

    const start = (address: IpAddress): void => {
      const socket = tryAddress(address, { port, clock, tried }, (failed) => {
        trying.delete(socket)
        if (!failed) return done({ socket, address })
        firstFailure ??= failed
        next()
      })
      trying.add(socket)
    }

    next()
    return () => {
      over = true
      cancelTimer?.()
      for (const socket of trying) socket.destroy()
    }
  })
}

/** Calls `onEnd` once, with the failure or with null when the socket is connected. */
function tryAddress(
  address: IpAddress,
  { port, clock, tried }: Pick<ConnectAttempt, 'port' | 'clock' | 'tried'>,
  onEnd: (failed: Error | null) => void,
): Socket {
  const socket = open({ host: address.address, port, family: address.family })
  const peer = peerName({ ...address, port })
  const attempted: AddressAttempt = { address: peer, startedAt: clock.monotonicMs() }
  tried.push(attempted)
  const onError = (error: Error): void => {
    const failed = failure(error, { peer, phase: 'connecting', cause: 'connect' })
    attempted.endedAt = clock.monotonicMs()
    attempted.problem = failed.message
    onEnd(failed)
  }
  socket.on('error', ignore).once('error', onError)
  socket.once('connect', () => {
    socket.off('error', onError)
    onEnd(null)
  })
  return socket
}

function ignore(): void {}
