// Subjects to look up for a target: its IP addresses, those of its mail servers, and the name itself.
import { isIP } from 'node:net'
import { TargetDown } from '../../../domain/outcome.ts'
import type { RecordType, Records } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'

export interface SubjectOptions {
  readonly checkIps: boolean
  readonly checkDomain: boolean
  readonly includeMx: boolean
  readonly resolver: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

export interface Subjects {
  readonly name: string | null
  /** Each address with its host. */
  readonly addresses: ReadonlyMap<string, string>
}

const maxAddresses = 32
const maxMailServers = 10

export async function subjectsOf(target: string, wanted: SubjectOptions, context: RunContext): Promise<Subjects> {
  if (isIP(target) !== 0) return { name: null, addresses: new Map([[target, target]]) }
  const host = target.toLowerCase().replace(/\.$/, '')
  const name = wanted.checkDomain ? host : null
  const addresses = new Map<string, string>()
  if (wanted.checkIps) {
    const servers = wanted.includeMx ? await mailServers(host, wanted, context) : []
    for (const one of new Set([host, ...servers]))
      for (const address of await addressesOf(one, { ...wanted, isTarget: one === host }, context))
        if (addresses.size < maxAddresses && !addresses.has(address)) addresses.set(address, one)
  }
  if (name === null && addresses.size === 0) throw new TargetDown('dns', `${host} has no address to look up`)
  return { name, addresses }
}

async function mailServers(host: string, wanted: SubjectOptions, context: RunContext): Promise<string[]> {
  const { records } = await ask(host, 'MX', wanted, context)
  const named = records
    .toSorted((one, other) => one.priority - other.priority)
    .map((record) => record.host.toLowerCase())
  return named.filter((server) => server !== '.').slice(0, maxMailServers)
}

async function addressesOf(
  host: string,
  wanted: SubjectOptions & { isTarget: boolean },
  context: RunContext,
): Promise<string[]> {
  try {
    const [four, six] = await Promise.all([ask(host, 'A', wanted, context), ask(host, 'AAAA', wanted, context)])
    if (wanted.isTarget && !four.exists) throw new TargetDown('dns', `the name ${host} does not exist`)
    return [...four.records, ...six.records].map(({ address }) => address)
  } catch (error) {
    // If one mail server cannot be resolved, the others are still checked.
    if (wanted.isTarget || !(error instanceof TargetDown) || context.signal.aborted) throw error
    return []
  }
}

async function ask<T extends RecordType>(
  name: string,
  type: T,
  { resolver, ipVersion }: SubjectOptions,
  { net, signal }: RunContext,
): Promise<{ exists: boolean; records: readonly Records[T][] }> {
  return net.query({ name, type, resolver, ipVersion, signal })
}
