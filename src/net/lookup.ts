// Resolves names through c-ares: a resolver that hangs delays its own lookup and blocks no thread that others need.
import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { attempt, lookingUp } from './deadline.ts'
import { lookupFailure } from './failure.ts'
import type { AddressPolicy } from './policy.ts'
import { type SystemNames, createSystemNames, systemFiles } from './dns/system-names.ts'

export interface ReachOptions {
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  readonly signal: AbortSignal
}

export interface IpAddress {
  readonly address: string
  readonly family: 4 | 6
}

export interface Lookup {
  (host: string, reach: ReachOptions): Promise<readonly IpAddress[]>
  /** The name servers in use. */
  readonly servers?: () => readonly string[]
}

export interface LookupOptions {
  readonly policy: AddressPolicy
  readonly clock: Clock
  /** Name servers to use, each an address with a port if it is not 53; the machine's own when omitted. */
  readonly resolvers?: readonly string[]
  readonly files?: typeof systemFiles
}

// A name can have a thousand addresses; a check tries no more than these.
const maxAddresses = 16
// A query cannot be cancelled, so this also bounds what an aborted lookup leaves behind.
const retries = { timeout: 2000, tries: 3, maxTimeout: 4000 }

export function createLookup({ policy, clock, resolvers, files = systemFiles }: LookupOptions): Lookup {
  const names = createSystemNames(files, clock.monotonicMs)
  const resolver = createResolver(names, resolvers)

  return Object.assign(lookup, { servers: () => resolver().getServers() })

  async function lookup(host: string, reach: ReachOptions): Promise<readonly IpAddress[]> {
    const bare = host.startsWith('[') ? host.slice(1, -1) : host
    const family = isIP(bare)
    if (family === 4 || family === 6) return onlyAllowed(policy, [ofVersion({ address: bare, family }, reach)], bare)
    const name = canonical(bare)
    const local = localAddresses(name, reach)
    if (local.length > 0) return onlyAllowed(policy, local, name)
    return onlyAllowed(policy, await queryCandidates(name, reach), name)
  }

  function localAddresses(name: string, { ipVersion }: ReachOptions): readonly IpAddress[] {
    const listed = names.inHosts(name).filter(({ family }) => ipVersion === 'any' || ipVersion === `ip${family}`)
    if (listed.length > 0 || !/^(.+\.)?localhost\.?$/i.test(name)) return listed
    return [ipVersion === 'ip6' ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 }]
  }

  async function queryCandidates(name: string, reach: ReachOptions): Promise<IpAddress[]> {
    const candidates = names.candidates(name)
    for (const candidate of candidates) {
      const result = await queryOne(candidate, reach)
      if (Array.isArray(result)) return result
      const isLast = candidate === candidates.at(-1)
      if (isLast || !triesNext.has(result.code ?? '')) throw failureOf(result, name, reach)
    }
    return []
  }

  function failureOf(error: NodeJS.ErrnoException, name: string, { ipVersion }: ReachOptions): Error {
    const failed = lookupFailure(error, name, ipVersion)
    if (failed instanceof TargetDown) failed.evidence = { name, name_servers: resolver().getServers() }
    return failed
  }

  async function queryOne(name: string, reach: ReachOptions): Promise<IpAddress[] | NodeJS.ErrnoException> {
    const first = await query(name, reach.ipVersion === 'ip6' ? 6 : 4, reach.signal)
    const nothing = !Array.isArray(first) && first.code === 'ENODATA'
    return nothing && reach.ipVersion === 'any' ? query(name, 6, reach.signal) : first
  }

  function query(name: string, family: 4 | 6, signal: AbortSignal): Promise<IpAddress[] | NodeJS.ErrnoException> {
    return attempt(signal, lookingUp, (done) => {
      const onResponse = (error: NodeJS.ErrnoException | null, addresses: string[]): void => {
        // For c-ares, an alias without addresses, or one that loops, is a response without addresses.
        if (addresses?.length === 0) return done(Object.assign(new Error('no addresses'), { code: 'ENODATA' }))
        done(error ?? addresses.slice(0, maxAddresses).map((address) => ({ address, family })))
      }
      if (family === 4) resolver().resolve4(name, onResponse)
      else resolver().resolve6(name, onResponse)
      return () => {}
    })
  }
}

function onlyAllowed(policy: AddressPolicy, addresses: readonly IpAddress[], host: string): readonly IpAddress[] {
  const allowed = addresses.filter(({ address }) => policy.refusal(address) === null)
  if (allowed.length > 0) return allowed
  const refusal = policy.refusal(addresses[0]?.address ?? '') ?? ''
  const isAddress = host === addresses[0]?.address
  throw new TargetDown('connect', isAddress ? refusal : `${host} leads to an address that is out of bounds: ${refusal}`)
}

const triesNext = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL'])

function createResolver(names: SystemNames, resolvers: readonly string[] | undefined): () => Resolver {
  let version = -1
  let resolver: Resolver | undefined
  return () => {
    const current = resolvers ? 0 : names.version()
    if (resolver && version === current) return resolver
    version = current
    resolver = new Resolver(retries)
    if (resolvers) resolver.setServers(resolvers)
    return resolver
  }
}

function ofVersion(address: IpAddress, { ipVersion }: ReachOptions): IpAddress {
  if (ipVersion === 'any' || ipVersion === `ip${address.family}`) return address
  const versionName = ipVersion === 'ip4' ? 'IPv4' : 'IPv6'
  throw new TargetDown('connect', `${address.address} is not an ${versionName} address; change ipVersion or the target`)
}

/** The ASCII form of a name. Names that other resolvers would parse as a number are rejected. */
function canonical(host: string): string {
  const ascii = /^[\x00-\x7f]*$/.test(host) ? host : domainToASCII(host)
  const labels = (ascii.endsWith('.') ? ascii.slice(0, -1) : ascii).split('.')
  const isName = ascii.length <= 254 && labels.every((label) => /^[a-z0-9_-]{1,63}$/i.test(label))
  if (isName && !/^([0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')) return ascii
  throw new TargetDown('dns', `"${host}" is neither a hostname nor an IP address`)
}
