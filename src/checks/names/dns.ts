import { isIPv4, isIPv6 } from 'node:net'
import { choice, flag, list, word } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, regexpProblem, resolver, timeout } from '../fields.ts'
import { matchModes } from './dns-answers.ts'
import { runDns } from './dns-run.ts'
import { hostOnly, isIp, parseAddress } from '../targets.ts'

const metric = metricsOf('dns')

export const dns = defineCheck({
  type: 'dns',
  title: 'DNS records',
  summary: 'Looks up records of a name and can compare the answers with the values you expect.',
  target: {
    ...hostOnly({
      description: 'The domain name to look up; for PTR an IP address or a host name, for SRV the service name',
      examples: ['example.com', '_sip._tcp.example.com', '192.0.2.1'],
    }),
    format: 'domain name, or IP address for PTR',
  },
  config: {
    queryType: choice(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'PTR', 'CAA'], {
      help: 'Record type to ask for',
      default: 'A',
    }),
    resolver,
    captureRecords: flag({ help: 'Keep the answers with each check', default: true }),
    expectedValues: list(word(4096), {
      help:
        'Values to find: addresses for A and AAAA, hosts for NS and MX, the target host for SRV, values for TXT, CNAME, PTR ' +
        'and CAA; SOA compares primary name server, mailbox and serial',
      maxItems: 50,
    }),
    matchMode: choice(matchModes, {
      help: 'How expectedValues are compared with the answers; none_contains means that no answer may contain one',
      default: 'any_exact',
    }),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  metrics: [
    metric('check_time_ms', { as: 'dns_time', description: 'Time for the lookup', unit: 'ms', usual: '>' }),
    metric('answers_count', { description: 'Records in the answer', unit: 'count', usual: '==', max: 10_000 }),
    metric('error_count', {
      description: 'Lookups that failed',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      max: 10_000,
    }),
    metric('expected_match', {
      description: 'Answers fit the expected values (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
  ],
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
  run: runDns,
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
