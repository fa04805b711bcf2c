import type * as Tldts from 'tldts'
import { domainToUnicode } from 'node:url'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import { choice, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { defineCheck } from '../define.ts'
import { hostNames, ipVersion, timeout } from '../fields.ts'
import { type TargetProblem, domainOrUrl } from '../targets.ts'
import { measureChanges, measureRegistration } from './rdap/measure.ts'
import { type FoundRegistration, findRegistration } from './rdap/lookup.ts'
import { rdapMetrics } from './rdap/metrics.ts'

const tldts = onFirstUse<typeof Tldts>('tldts')

export const rdap = defineCheck({
  type: 'rdap',
  title: 'Domain registration',
  category: 'names',
  summary: 'Checks when a domain expires and whether its registrar, name servers or status changed.',
  target: domainOrUrl(
    {
      description: 'The registered domain; a sub-domain or a URL is reduced to it',
      examples: ['example.com', 'https://www.example.co.uk/shop', 'bücher.example'],
    },
    registrable,
  ),
  recognizes: ({ domain, isBare }) => (domain === null ? null : { fit: isBare ? 100 : 30, target: domain }),
  config: {
    lookupMethod: choice(['auto', 'rdap', 'whois'], {
      labels: { auto: 'Automatic' },
      group: 'request',
      help: 'auto uses RDAP, and WHOIS if the top-level domain has no RDAP server',
      default: 'auto',
    }),
    expectedNameservers: hostNames({
      label: 'Expected name servers',
      group: 'answer',
      help: 'Name servers the domain should have',
      maxItems: 20,
    }),
    expectedRegistrar: text({
      group: 'answer',
      help: 'Text the registrar name should contain, in any letter case',
      maxLength: 200,
    }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  expires: true,
  confirmation: { by: 'none' },
  minIntervalSeconds: 3600,
  metrics: rdapMetrics,
  diagnoses: {
    connect: 'The registry cannot be reached. This says nothing about the domain and usually resolves itself.',
    timeout: 'The registry did not respond in time. This says nothing about the domain and usually resolves itself.',
    other:
      'The registry returned something unreadable. ' +
      'It may limit requests; the data is as old as the last good response. Wait for the next check.',
    content:
      'The registry returned something unreadable. The data is as old as the last good response. ' +
      'Wait for the next check.',
    http_status:
      'The registry returned an error. This says nothing about the domain. ' +
      'The registry may limit requests; wait for the next check.',
  },
  defaultRules: [
    {
      name: 'Domain Expiring',
      metric: "metrics['rdap.days_until_expiry']",
      operator: '<',
      value: '30',
      severity: 'warning',
    },
    {
      name: 'Domain Expires Soon',
      metric: "metrics['rdap.days_until_expiry']",
      operator: '<',
      value: '7',
      severity: 'critical',
    },
    { name: 'Domain On Hold', metric: "metrics['rdap.on_hold']", operator: '==', value: '1', severity: 'critical' },
    {
      name: 'Nameservers Changed',
      metric: "metrics['rdap.nameservers_changed']",
      operator: '==',
      value: '1',
      severity: 'critical',
    },
    {
      name: 'Registrar Changed',
      metric: "metrics['rdap.registrar_changed']",
      operator: '==',
      value: '1',
      severity: 'critical',
    },
  ],
  receives: {
    memory: true,
    sharedAnswers: (domain, { lookupMethod = 'auto' }) => ({
      answer: `registration of ${domain} by ${lookupMethod}`,
      source: `registry of ${domain.slice(domain.lastIndexOf('.') + 1)}`,
    }),
  },
  async run({ target: domain, config, shared, known }, context) {
    const { clock, observed } = context
    const { metrics, evidence } = observed
    const question = { domain, method: config.lookupMethod, ipVersion: config.ipVersion, shared }
    evidence.domain = named(domain)
    const found = await findRegistration(question, context).catch((error: unknown) => {
      if (error instanceof TargetDown) metrics['rdap.lookup_ok'] = 0
      throw error
    })
    metrics['rdap.lookup_ok'] = 1
    metrics['rdap.lookup_time_ms'] = found.tookMs
    const { registration } = found
    Object.assign(metrics, measureRegistration(registration, config, clock.now()))
    Object.assign(evidence, evidenceOf(found))
    if (!registration.isRegistered) return
    if (registration.expiresAt !== null) observed.expiresAt = Date.parse(registration.expiresAt)
    const changes = measureChanges(registration, { subject: domain, known, config, now: clock.now() })
    Object.assign(metrics, changes.metrics)
    if (changes.descriptions.length > 0) evidence.changes = changes.descriptions
    observed.remember = changes.remember
  },
})

function named(domain: string): string {
  const readable = domainToUnicode(domain)
  return readable === '' || readable === domain ? domain : `${readable} (${domain})`
}

function evidenceOf({ registration, by, server, requestedAt, problem }: FoundRegistration): Record<string, unknown> {
  const { isRegistered, expiresAt, createdAt, changedAt, registrar, nameServers, statuses, isSigned } = registration
  const source = { asked: { by, server, at: requestedAt }, ...(problem !== undefined && { not_asked_again: problem }) }
  if (!isRegistered) return { registration: 'none: the domain is available', ...source }
  const facts = { expires: expiresAt, created: createdAt, changed: changedAt, registrar }
  return {
    registration: Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, value ?? 'not stated'])),
    name_servers: nameServers,
    status_codes: statuses,
    dnssec: isSigned === null ? 'not stated' : isSigned ? 'signed' : 'not signed',
    ...source,
  }
}

/** Private suffixes such as github.io are registered themselves, so only public suffixes count. */
function registrable(host: string): string | TargetProblem {
  const problem = 'must be a domain someone can register, not a suffix such as co.uk'
  return tldts().getDomain(host, { allowPrivateDomains: false }) ?? { problem }
}
