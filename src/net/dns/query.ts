// DNS records straight from a server, without hosts file or search domains: the system's servers, or a given one.
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { abortError, attempt } from '../deadline.ts'
import { type PooledResolver, createResolverPool } from './resolver-pool.ts'
import { type RecordType, type Records, readRecords } from './records.ts'
import { queryFailure } from '../failure.ts'
import type { ReachOptions } from '../lookup.ts'
import type { AddressPolicy } from '../policy.ts'
import { createSystemNames, systemFiles } from './system-names.ts'

export interface DnsQuestion<T extends RecordType> extends ReachOptions {
  /** A name; for PTR also an address, which is converted to its reverse name. */
  readonly name: string
  readonly type: T
  /** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`; the system's servers when omitted. */
  readonly resolver?: string
}

export interface DnsAnswer<T extends RecordType> {
  /** False when the server reports NXDOMAIN. */
  readonly exists: boolean
  readonly records: readonly Records[T][]
  /** The servers that may have sent the response. */
  readonly servers: readonly string[]
}

export type DnsQuery = <T extends RecordType>(question: DnsQuestion<T>) => Promise<DnsAnswer<T>>

// A lost datagram costs two seconds. The retries outlast the longest deadline, so the signal decides when to stop.
const retries = { timeout: 2000, maxTimeout: 5000, tries: 14 }

const waiting = 'waiting for the name server'

interface QueryOptions {
  readonly policy: AddressPolicy
  readonly clock: Clock
  readonly resolvers?: readonly string[]
}

export function createQuery({ policy, clock, resolvers }: QueryOptions): DnsQuery {
  const pool = createResolverPool()
  const names = createSystemNames(systemFiles, clock.monotonicMs)

  const resolverFor = ({ resolver: own, ipVersion, signal }: DnsQuestion<RecordType>): PooledResolver => {
    const key = `${own ?? (resolvers ? 'given' : `system ${names.version()}`)} ${ipVersion}`
    return pool.take(signal, key, () => {
      const resolver = new Resolver(retries)
      const servers = own === undefined ? (resolvers ?? resolver.getServers()) : [allowedServer(own, policy)]
      resolver.setServers(serversOfVersion(servers, ipVersion))
      return { resolver, servers: resolver.getServers() }
    })
  }

  return async (question) => {
    const { type, name, signal } = question
    if (signal.aborted) throw abortError(signal, waiting)
    const pooled = resolverFor(question)
    const { servers } = pooled
    const queryName = type === 'PTR' && isIP(name) !== 0 ? reverseName(name) : name
    const response = readRecords(pooled.resolver, type, queryName)
    const giveBack = (): void => pool.giveBack(signal, pooled)
    response.then(giveBack, giveBack)
    try {
      return { exists: true, servers, records: await listen(response, pooled, signal) }
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENODATA') return { exists: true, servers, records: [] }
      if (code === 'ENOTFOUND') return { exists: false, servers, records: [] }
      throw queryFailure(error as Error, name, servers.join(' or '))
    }
  }
}

function listen<T>(response: Promise<T>, { resolver }: PooledResolver, signal: AbortSignal): Promise<T> {
  return attempt(signal, waiting, (resolve, reject) => {
    response.then(resolve, reject)
    return () => {
      if (signal.aborted) resolver.cancel()
    }
  })
}

// The operator chooses the system's servers; a server from a monitor has to pass the address policy.
export function allowedServer(server: string, policy: AddressPolicy): string {
  const refusal = policy.refusal(addressOf(server))
  if (refusal !== null) throw new TargetDown('connect', refusal)
  return server
}

export function serversOfVersion(servers: readonly string[], ipVersion: ReachOptions['ipVersion']): readonly string[] {
  if (ipVersion === 'any') return servers
  const fitting = servers.filter((server) => addressOf(server).includes(':') === (ipVersion === 'ip6'))
  if (fitting.length > 0) return fitting
  const versionName = ipVersion === 'ip6' ? 'IPv6' : 'IPv4'
  const serverNames = servers.join(' and ')
  throw new TargetDown(
    'connect',
    `${serverNames} cannot be asked over ${versionName}; change ipVersion or the resolver`,
  )
}

const addressOf = (server: string): string => serverEndpoint(server).host

/** The address of a server as resolvers write it: `192.0.2.53`, `[2001:db8::53]:5353`. */
export function serverEndpoint(server: string): { host: string; port: number } {
  const [, six, sixPort] = /^\[([^\]]+)\](?::(\d+))?$/.exec(server) ?? []
  const [, four, fourPort] = /^([\d.]+):(\d+)$/.exec(server) ?? []
  return { host: six ?? four ?? server, port: Number(sixPort ?? fourPort ?? 53) }
}

/** `192.0.2.1` is `1.2.0.192.in-addr.arpa`. */
export function reverseName(address: string): string {
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray().reverse()
  if (parsed.kind() === 'ipv4') return `${bytes.join('.')}.in-addr.arpa`
  return `${bytes.map((byte) => `${(byte & 15).toString(16)}.${(byte >> 4).toString(16)}`).join('.')}.ip6.arpa`
}
