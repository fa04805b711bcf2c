// How a domain receives mail, and how securely: MX, MTA-STS, TLS reporting, DANE and DNSSEC; and its logo, BIMI.
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpResponseData } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import type { Findings } from './findings.ts'
import type { PolicyLookups } from './lookups.ts'
import {
  type StsPolicy,
  hasStsId,
  isBimi,
  isStsRecord,
  isTlsReport,
  isTlsRpt,
  parseBimi,
  parseStsPolicy,
  policyAllows,
  tlsaProblem,
} from './records.ts'
import { recordEvidence } from './senders.ts'

export interface ReceiverCheck {
  readonly domain: string
  readonly lookups: PolicyLookups
  readonly found: Findings
  readonly context: RunContext
  readonly reach: { readonly resolver: string | undefined; readonly ipVersion: 'any' | 'ip4' | 'ip6' }
}

const maxServers = 20

/** Hosts by priority; null if no server responded. `.` alone means that the domain receives no mail. */
export async function mailServers(domain: string, lookups: PolicyLookups): Promise<string[] | null> {
  const answer = await lookups.find(domain, 'MX')
  if (!answer) return null
  return answer.records.toSorted((one, other) => one.priority - other.priority).map(({ host }) => host.toLowerCase())
}

export async function checkMx(
  servers: readonly string[],
  expected: readonly string[],
  { lookups, found }: ReceiverCheck,
): Promise<void> {
  found.publish('MX', servers)
  found.metrics['mx_count'] = servers.length
  const hosts = realHosts(servers)
  const resolved = await Promise.all(hosts.map((host) => hasAddress(host, lookups)))
  if (hosts.length > 0 && !resolved.includes(null))
    found.metrics['mx_resolvable_pct'] = (resolved.filter(Boolean).length / hosts.length) * 100
  const lost = hosts.filter((_, index) => resolved[index] === false)
  found.evidence['mx'] = servers.length === 0 ? 'none' : servers.slice(0, maxServers)
  if (lost.length > 0) found.evidence['mx_without_address'] = lost
  if (expected.length === 0) return
  const wanted = expected.map((host) => host.toLowerCase().replace(/\.$/, ''))
  found.unmet.push(
    ...wanted.filter((host) => !servers.includes(host)).map((host) => `${host} is not among the MX records`),
  )
  found.unmet.push(
    ...servers.filter((host) => !wanted.includes(host)).map((host) => `${host} is an unexpected MX record`),
  )
}

const realHosts = (servers: readonly string[]): string[] => servers.filter((host) => host !== '.').slice(0, maxServers)

async function hasAddress(host: string, lookups: PolicyLookups): Promise<boolean | null> {
  const four = await lookups.find(host, 'A')
  if (four && four.records.length > 0) return true
  const six = await lookups.find(host, 'AAAA')
  if (six && six.records.length > 0) return true
  return four && six ? false : null
}

export async function checkTlsRpt({ domain, lookups, found }: ReceiverCheck): Promise<void> {
  const records = await lookups.texts(`_smtp._tls.${domain}`, isTlsRpt)
  if (records === null) return
  found.publish('TLS-RPT', records)
  const isPresent = records.length === 1 && isTlsReport(records[0]!)
  found.metrics['tls_rpt_present'] = isPresent ? 1 : 0
  found.evidence['tls_rpt'] = recordEvidence(
    records,
    isPresent || records.length === 0 ? [] : ['it names no report address'],
  )
}

export async function checkMtaSts(servers: readonly string[] | null, around: ReceiverCheck): Promise<void> {
  const { domain, lookups, found } = around
  const records = await lookups.texts(`_mta-sts.${domain}`, isStsRecord)
  if (records === null) return
  found.publish('MTA-STS', records)
  const policy = await stsPolicy(records, around)
  const isValid = typeof policy !== 'string'
  found.metrics['mta_sts_valid'] = isValid ? 1 : 0
  found.metrics['mta_sts_mode'] = isValid ? policy.mode : 0
  const strangers =
    isValid && policy.mode > 0 ? realHosts(servers ?? []).filter((host) => !policyAllows(policy, host)) : []
  found.unmet.push(...strangers.map((host) => `the MTA-STS policy does not name the mail server ${host}`))
  found.evidence['mta_sts'] = {
    ...recordEvidence(records, isValid ? [] : [policy]),
    ...(isValid && {
      mode: ['none', 'testing', 'enforce'][policy.mode],
      mx: policy.mx.slice(0, maxServers).join(', '),
    }),
  }
}

async function stsPolicy(records: readonly string[], around: ReceiverCheck): Promise<StsPolicy | string> {
  if (records.length === 0) return 'there is no MTA-STS record'
  if (records.length > 1) return `there are ${records.length} MTA-STS records; senders accept one`
  if (!hasStsId(records[0]!)) return 'the record has no id'
  const url = new URL(`https://mta-sts.${around.domain}/.well-known/mta-sts.txt`)
  const answer = await fetchSmall(url, around)
  if (typeof answer === 'string') return `the policy cannot be fetched: ${answer}`
  return parseStsPolicy(answer.body.toString())
}

const maxBytes = 65_536

/** Returns a sentence if it cannot be fetched. Like senders, it follows no redirects. */
async function fetchSmall(url: URL, { context, reach }: ReceiverCheck): Promise<HttpResponseData | string> {
  const { net, signal } = context
  try {
    const options = { url, method: 'GET', maxRedirects: 0, maxBytes, verify: true }
    const answer = await net.request({ ...options, ipVersion: reach.ipVersion, signal })
    if (answer.status !== 200) return `${url.host} answered ${answer.status}`
    return answer.isCut ? `${url.host} sent more than 64 KiB` : answer
  } catch (error) {
    if (!(error instanceof TargetDown) || signal.aborted) throw error
    return error.message
  }
}

export async function checkBimi(around: ReceiverCheck): Promise<void> {
  const { domain, lookups, found } = around
  const records = await lookups.texts(`default._bimi.${domain}`, isBimi)
  if (records === null) return
  found.publish('BIMI', records)
  const problem = await bimiProblem(records, around)
  found.metrics['bimi_valid'] = problem === null ? 1 : 0
  found.evidence['bimi'] = recordEvidence(records, problem === null ? [] : [problem])
}

async function bimiProblem(records: readonly string[], around: ReceiverCheck): Promise<string | null> {
  if (records.length !== 1) return records.length === 0 ? 'there is no BIMI record' : 'there are several BIMI records'
  const url = parseBimi(records[0]!)
  if (typeof url === 'string') return url
  const answer = await fetchSmall(url, around)
  if (typeof answer === 'string') return `the logo cannot be fetched: ${answer}`
  const head = answer.body.toString().slice(0, 4096)
  if (!/<svg[\s>]/i.test(head)) return 'the logo is not an SVG'
  return /baseProfile\s*=\s*["']tiny-ps["']/i.test(head) ? null : 'the logo is not in the SVG Tiny PS profile'
}

export async function checkDane(servers: readonly string[] | null, { lookups, found }: ReceiverCheck): Promise<void> {
  const hosts = realHosts(servers ?? [])
  if (hosts.length === 0) return
  const answers = await Promise.all(hosts.map((host) => lookups.find(`_25._tcp.${host}`, 'TLSA')))
  if (answers.includes(null)) return
  const problems = hosts.flatMap((host, index) => {
    const all = answers[index]!.records.map((record) => tlsaProblem({ ...record, bytes: record.data.length / 2 }))
    if (all.length === 0) return [`${host} has no TLSA record`]
    return all.includes(null) ? [] : [`${host}: ${all[0]}`]
  })
  found.publish(
    'TLSA',
    answers.flatMap((answer) => answer!.records.map((record) => JSON.stringify(record))),
  )
  found.metrics['dane_valid'] = problems.length === 0 ? 1 : 0
  found.evidence['dane'] = problems.length === 0 ? 'every mail server has usable TLSA records' : problems
}

export async function checkDnssec({ domain, found, context, reach, lookups }: ReceiverCheck): Promise<void> {
  const { net, signal } = context
  try {
    const isSigned = await net.validated({ name: domain, ...reach, signal })
    found.evidence['dnssec'] =
      isSigned === null ? 'unknown: the resolver does not validate' : isSigned ? 'signed' : 'not signed'
    if (isSigned !== null) found.metrics['dnssec_signed'] = isSigned ? 1 : 0
  } catch (error) {
    if (!(error instanceof TargetDown) || signal.aborted) throw error
    lookups.failures.push(error)
  }
}
