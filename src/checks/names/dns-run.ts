// Runs a dns check: one lookup, or for PTR of a host name one per address it leads to.
import { isIP } from 'node:net'
import { TargetDown } from '../../domain/outcome.ts'
import type { Reach, RecordType, Records } from '../../net/index.ts'
import { type MatchMode, answersFit, recordText } from './dns-answers.ts'
import type { Run, RunContext } from '../run.ts'

interface DnsConfig {
  readonly queryType: RecordType
  readonly resolver: string | undefined
  readonly captureRecords: boolean
  readonly expectedValues: readonly string[] | undefined
  readonly matchMode: MatchMode
  readonly ipVersion: Reach['ipVersion']
}

/** More addresses than anybody gives one name; each costs a lookup. */
const mostAddresses = 32

export const runDns: Run<DnsConfig, string> = async ({ target: name, config }, context) => {
  const { clock, observed } = context
  const { queryType: type, expectedValues: expected = [], matchMode: mode } = config
  const lookups = new Lookups(config, context)
  const start = clock.monotonicMs()
  const names = type === 'PTR' && isIP(name) === 0 ? await addressesOf(name, config, lookups) : [name]
  const answers = await Promise.all(names.map((one) => lookups.records(one, type)))
  const elapsedMs = clock.monotonicMs() - start

  const records = answers.flat()
  observed.metrics['dns.error_count'] = lookups.failures.length
  const isTold = records.length > 0 || lookups.unanswered === 0
  if (config.captureRecords && isTold) keep(observed.evidence, { type, name, names, answers })
  if (lookups.unanswered === 0) {
    observed.metrics['dns.check_time_ms'] = elapsedMs
    observed.metrics['dns.answers_count'] = records.length
    if (expected.length > 0)
      observed.metrics['dns.expected_match'] = answersFit(type, records, { expected, mode }) ? 1 : 0
  }
  if (lookups.failures[0]) throw lookups.failures[0]
  if (names.length === 0) throw new TargetDown('dns', `${name} has no address records`)
  const empty = names.find((_, index) => answers[index]?.length === 0)
  if (empty !== undefined) throw new TargetDown('dns', `${empty} has no ${type} records`)
}

/** Every question of one check, and what went wrong with it. */
class Lookups {
  readonly failures: TargetDown[] = []
  /** Failures in which no server said anything about the name. */
  unanswered = 0
  readonly #config: DnsConfig
  readonly #context: RunContext

  constructor(config: DnsConfig, context: RunContext) {
    this.#config = config
    this.#context = context
  }

  async records<T extends RecordType>(name: string, type: T): Promise<readonly Records[T][]> {
    const { resolver, ipVersion } = this.#config
    const { net, signal, observed } = this.#context
    try {
      const { exists, records, servers } = await net.query({ name, type, resolver, ipVersion, signal })
      observed.evidence.servers = servers
      if (!exists) this.failures.push(new TargetDown('dns', missing(name)))
      return records
    } catch (error) {
      if (!(error instanceof TargetDown)) throw error
      this.failures.push(error)
      this.unanswered++
      return []
    }
  }
}

function missing(name: string): string {
  return isIP(name) === 0 ? `the name ${name} does not exist` : `${name} has no reverse name`
}

async function addressesOf(name: string, { ipVersion }: DnsConfig, lookups: Lookups): Promise<string[]> {
  const types = { any: ['A', 'AAAA'], ip4: ['A'], ip6: ['AAAA'] } as const
  const found: string[] = []
  for (const type of types[ipVersion]) {
    if (lookups.failures.length > 0) break
    found.push(...(await lookups.records(name, type)).map(({ address }) => address))
  }
  return found.slice(0, mostAddresses)
}

interface Found {
  readonly type: RecordType
  readonly name: string
  readonly names: readonly string[]
  readonly answers: readonly (readonly Records[RecordType][])[]
}

function keep(evidence: Record<string, unknown>, { type, name, names, answers }: Found): void {
  const records = answers.flatMap((some, index) => {
    const before = names[index] === name ? '' : `${names[index]}: `
    return some.map((record) => `${before}${recordText(type, record)}`)
  })
  // Servers shuffle their answers; in one order two checks can be compared.
  evidence.records = records.sort()
  const ttls = answers.flat().flatMap((record) => (typeof record === 'object' && 'ttl' in record ? [record.ttl] : []))
  if (ttls.length > 0) evidence.ttlSeconds = Math.min(...ttls)
}
