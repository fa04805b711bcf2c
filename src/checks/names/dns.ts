import { isIP, isIPv4, isIPv6 } from 'node:net'
import { type ConfigOf, choice, flag, list, word } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import type { RecordType, Records } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, regexpProblem, resolver, timeout } from '../fields.ts'
import type { RunContext } from '../run.ts'
import { answersFit, matchModes, recordText } from './dns-answers.ts'
import { hostOnly, isIp, parseAddress } from '../targets.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('dns')

/** More IP addresses than any name has; each costs a lookup. */
const maxAddresses = 32

const config = {
  queryType: choice(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'PTR', 'CAA'], {
    label: 'Record type',
    group: 'request',
    advanced: false,
    help: 'Record type to query',
    default: 'A',
  }),
  resolver,
  captureRecords: flag({ group: 'answer', help: 'Store the records with each check', default: true }),
  expectedValues: list(word(4096), {
    group: 'answer',
    advanced: false,
    help:
      'Values to find: addresses for A and AAAA, hosts for NS and MX, the target host for SRV, values for TXT, CNAME, PTR ' +
      'and CAA; SOA compares primary name server, mailbox and serial',
    maxItems: 50,
  }),
  matchMode: choice(matchModes, {
    labels: {
      any_exact: 'One of them is returned',
      any_regex: 'A record matches a regular expression',
      any_contains: 'A record contains one of them',
      none_contains: 'No record contains any of them',
    },
    label: 'Comparison',
    group: 'answer',
    advanced: false,
    help: 'How the expected values are compared with the records',
    default: 'any_exact',
  }),
  timeoutSeconds: timeout(10),
  ipVersion,
}

type DnsConfig = ConfigOf<typeof config>

export const dns = defineCheck({
  type: 'dns',
  title: 'DNS records',
  category: 'names',
  summary: 'Looks up the records of a name and can compare them with the values you expect.',
  target: {
    ...hostOnly({
      description: 'The domain name to look up; for PTR an IP address or a hostname, for SRV the service name',
      examples: ['example.com', '_sip._tcp.example.com', '192.0.2.1'],
    }),
    format: 'domain name, or IP address for PTR',
  },
  recognizes: ({ domain, isBare }) => (domain === null ? null : { fit: isBare ? 90 : 35, target: domain }),
  config,
  metrics: [
    metric('check_time_ms', {
      as: 'dns_time',
      description: 'Time for the lookup',
      unit: 'ms',
      column: 'duration_ms',
      says: 'the lookup takes {}',
      diagnosis: 'The name servers respond slowly. Check their load, whether one is unreachable, and the resolver.',
    }),
    metric('answers_count', {
      description: 'Records in the response',
      unit: 'count',
      cause: 'dns',
      usual: '==',
      max: 10_000,
      says: counted('record was returned', 'records were returned'),
      diagnosis:
        'Records were added or removed. Compare the records in the evidence with the zone, and check who ' +
        'changed it last.',
    }),
    metric('error_count', {
      description: 'Lookups that failed',
      unit: 'count',
      cause: 'dns',
      severity: 'critical',
      max: 10_000,
      says: counted('lookup failed', 'lookups failed', 'no lookup failed'),
      diagnosis:
        'The name servers do not respond or return an error. ' +
        'Check whether they run, whether the zone is loaded, and the delegation of the domain.',
    }),
    metric('expected_match', {
      description: 'Records match the expected values (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the records match the expected values', no: 'the records do not match the expected values' },
      diagnosis:
        'Visitors may be sent elsewhere. Compare the records in the evidence with the zone; if you did not ' +
        'change it, check who has access.',
    }),
  ],
  diagnoses: {
    dns:
      'The name has no such record, or its name servers do not respond. ' +
      'Check the zone, the delegation and whether the domain has expired.',
    timeout:
      'The name servers did not respond in time. Check whether they run and whether port 53 is reachable ' +
      'over UDP and TCP.',
    connect: 'The name server cannot be reached. Check whether it runs and whether port 53 is reachable.',
  },
  defaultRules: [
    availability,
    {
      name: 'Slow DNS Lookup',
      metric: "metrics['dns.check_time_ms']",
      operator: '>',
      value: '1000',
      severity: 'warning',
    },
  ],
  async run({ target: name, config }, context) {
    const { clock, observed } = context
    const { queryType: type, expectedValues: expected = [], matchMode: mode } = config
    const lookups = new DnsLookups(config, context)
    const start = clock.monotonicMs()
    const names = type === 'PTR' && isIP(name) === 0 ? await addressesOf(name, config, lookups) : [name]
    const answers = await Promise.all(names.map((one) => lookups.records(one, type)))
    const elapsedMs = clock.monotonicMs() - start

    const records = answers.flat()
    observed.metrics['dns.error_count'] = lookups.failures.length
    const isKnown = records.length > 0 || lookups.unanswered === 0
    if (config.captureRecords && isKnown) keep(observed.evidence, { type, name, names, answers })
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
  },
  examine({ queryType = 'A', matchMode = 'any_exact', expectedValues = [], resolver, ipVersion = 'any' }, target) {
    const reverse =
      queryType === 'PTR' || !isIp(target) ? [] : ['queryType: must be PTR when the target is an IP address']
    const values = expectedValues.flatMap((value, index) => {
      const problem = valueProblem(value, queryType, matchMode)
      return problem ? [`expectedValues[${index}]: ${problem}`] : []
    })
    return [...reverse, ...values, ...versionProblem(resolver, ipVersion)]
  },
})

function valueProblem(value: string, queryType: string, matchMode: string): string | null {
  if (matchMode === 'any_regex') return regexpProblem(value)
  if (matchMode !== 'any_exact') return null
  if (queryType === 'A' && !isIPv4(value)) return 'must be an IPv4 address'
  if (queryType === 'AAAA' && !isIPv6(value)) return 'must be an IPv6 address'
  return null
}

function versionProblem(resolver: string | undefined, ipVersion: string): string[] {
  if (resolver === undefined || ipVersion === 'any') return []
  const own = parseAddress(resolver)?.host.includes(':') ? 'ip6' : 'ip4'
  return own === ipVersion ? [] : [`ipVersion: must be any or ${own}, the version of the resolver's address`]
}

/** The lookups of one check and their errors. */
class DnsLookups {
  readonly failures: TargetDown[] = []
  /** Errors without any response about the name. */
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
  return isIP(name) === 0 ? `the name ${name} does not exist` : `${name} has no PTR record`
}

async function addressesOf(name: string, { ipVersion }: DnsConfig, lookups: DnsLookups): Promise<string[]> {
  const types = { any: ['A', 'AAAA'], ip4: ['A'], ip6: ['AAAA'] } as const
  const found: string[] = []
  for (const type of types[ipVersion]) {
    if (lookups.failures.length > 0) break
    found.push(...(await lookups.records(name, type)).map(({ address }) => address))
  }
  return found.slice(0, maxAddresses)
}

interface DnsFindings {
  readonly type: RecordType
  readonly name: string
  readonly names: readonly string[]
  readonly answers: readonly (readonly Records[RecordType][])[]
}

function keep(evidence: Record<string, unknown>, { type, name, names, answers }: DnsFindings): void {
  const records = answers.flatMap((some, index) => {
    const before = names[index] === name ? '' : `${names[index]}: `
    return some.map((record) => `${before}${recordText(type, record)}`)
  })
  // Servers shuffle their records; sorting makes checks comparable.
  evidence.records = records.sort()
  const ttls = answers.flat().flatMap((record) => (typeof record === 'object' && 'ttl' in record ? [record.ttl] : []))
  if (ttls.length > 0) evidence.ttlSeconds = Math.min(...ttls)
}
