import { type ConfigOf, flag, list, word } from '../../domain/field.ts'
import { type CheckMemory, TargetDown } from '../../domain/outcome.ts'
import { type DefaultRule, availability, defineCheck } from '../define.ts'
import { hostNames, ipVersion, resolver, timeout } from '../fields.ts'
import { domain } from '../targets.ts'
import { compare, maxPerHour } from '../changes.ts'
import { Findings, scoreOf, strengthFacts, weakened } from './email-policy/findings.ts'
import { PolicyLookups } from './email-policy/lookups.ts'
import {
  type ReceiverCheck,
  checkBimi,
  checkDane,
  checkDnssec,
  checkMtaSts,
  checkMx,
  checkTlsRpt,
  mailServers,
} from './email-policy/receivers.ts'
import { checkDkim, checkDmarc, checkSpf } from './email-policy/senders.ts'
import { emailPolicyMetrics } from './email-policy/metrics.ts'

const selector = /^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?)*$/i

const withSelectors: DefaultRule['when'] = {
  text: 'with DKIM selectors',
  holds: ({ dkimSelectors }) => Array.isArray(dkimSelectors) && dkimSelectors.length > 0,
}

const config = {
  dkimSelectors: list(word(200).regex(selector, 'must be a DKIM selector such as s1 or mail.2026'), {
    group: 'request',
    advanced: false,
    help: 'DKIM selectors to look up below _domainkey; without one DKIM is not checked',
    maxItems: 10,
  }),
  checkSpf: flag({ help: 'Read and check the SPF record', default: true }),
  checkDmarc: flag({ help: 'Read and check the DMARC record', default: true }),
  checkDkim: flag({ help: 'Read and check the DKIM keys of the selectors', default: true }),
  checkMx: flag({ help: 'Read the MX records and resolve their hosts', default: true }),
  checkMtaSts: flag({ help: 'Read the MTA-STS record and fetch its policy', default: true }),
  checkTlsRpt: flag({ label: 'Check TLS reporting', help: 'Read the TLS reporting record', default: true }),
  checkBimi: flag({ help: 'Read the BIMI record and fetch its logo', default: false }),
  checkDane: flag({ help: 'Read the TLSA records of the mail servers', default: false }),
  checkDnssec: flag({ help: 'Check whether the domain is signed with DNSSEC', default: false }),
  expectedMx: hostNames({
    group: 'answer',
    help: 'Mail servers the MX records should name; each missing or unknown one counts as an error',
    maxItems: 20,
  }),
  resolver,
  timeoutSeconds: timeout(15),
  ipVersion,
}

type EmailPolicyConfig = ConfigOf<typeof config>

export const emailPolicy = defineCheck({
  type: 'email_policy',
  title: 'Email policy',
  category: 'names',
  summary: 'Reads the MX, SPF, DKIM and DMARC records and transport policies of a domain, and alerts if they weaken.',
  target: domain({ description: 'The domain that sends the mail', examples: ['example.com', 'bücher.example'] }),
  recognizes: ({ domain, isBare }) => (domain !== null && isBare ? { fit: 80, target: domain } : null),
  config,
  minIntervalSeconds: 3600,
  metrics: emailPolicyMetrics,
  diagnoses: {
    dns: "The records could not be looked up, so the policies are unknown. Check the domain's name servers.",
    timeout:
      "The name servers did not respond in time. Check whether they run and whether the monitor's resolver " +
      'reaches them.',
    connect:
      'The name server cannot be reached. Check whether it runs and whether the monitor uses the right resolver.',
  },
  defaultRules: [
    availability,
    {
      name: 'MX Missing',
      metric: "metrics['email_policy.mx_count']",
      operator: '==',
      value: '0',
      severity: 'critical',
    },
    {
      name: 'SPF Invalid',
      metric: "metrics['email_policy.spf_valid']",
      operator: '==',
      value: '0',
      severity: 'critical',
    },
    {
      name: 'DMARC Missing',
      metric: "metrics['email_policy.dmarc_valid']",
      operator: '==',
      value: '0',
      severity: 'warning',
    },
    {
      name: 'DKIM Invalid',
      metric: "metrics['email_policy.dkim_valid']",
      operator: '==',
      value: '0',
      severity: 'critical',
      when: withSelectors,
    },
    {
      name: 'Policy Weakened',
      metric: "metrics['email_policy.policy_weakened']",
      operator: '==',
      value: '1',
      severity: 'critical',
    },
  ],
  receives: { memory: true },
  async run({ target, config, known }, context) {
    const { observed, clock } = context
    const domain = target.toLowerCase().replace(/\.$/, '')
    const lookups = new PolicyLookups(config, context)
    const found = new Findings()
    await readAll(config, { domain, lookups, found, context, reach: config })
    const problems = [...lookups.failures.map(({ message }) => message), ...found.unmet]
    found.metrics['error_count'] = problems.length
    if (problems.length > 0) found.evidence['problems'] = problems.slice(0, maxShown)
    const subject = [domain, ...(config.dkimSelectors ?? []).toSorted()].join(' ')
    observed.remember = measureChanges(found, { subject, known, config, now: clock.now() })
    const score = scoreOf(found.metrics)
    if (score !== undefined) found.metrics['score'] = score
    for (const [name, value] of Object.entries(found.metrics)) observed.metrics[`email_policy.${name}`] = value
    Object.assign(observed.evidence, found.evidence)
    if (!lookups.hasAnswers && lookups.failures[0]) throw lookups.failures[0]
  },
})

const maxShown = 20

async function readAll(config: EmailPolicyConfig, around: ReceiverCheck): Promise<void> {
  const { domain, lookups, found } = around
  const [apex] = await Promise.all([lookups.find(domain, 'MX'), config.checkSpf && lookups.find(domain, 'TXT')])
  if (apex && !apex.exists) throw new TargetDown('dns', `the name ${domain} does not exist`)
  const servers = await mailServers(domain, lookups)
  await Promise.all([
    config.checkMx && servers && checkMx(servers, config.expectedMx ?? [], around),
    config.checkSpf && checkSpf(domain, lookups, found),
    config.checkDmarc && checkDmarc(domain, lookups, found),
    config.checkDkim && checkDkim(domain, config.dkimSelectors ?? [], { lookups, found }),
    config.checkMtaSts && checkMtaSts(servers, around),
    config.checkTlsRpt && checkTlsRpt(around),
    config.checkBimi && checkBimi(around),
    config.checkDane && checkDane(servers, around),
    config.checkDnssec && checkDnssec(around),
  ])
}

/** Measures changes since the last check; returns the new memory. */
function measureChanges(
  { metrics, evidence, records }: Findings,
  { known, ...comparison }: { subject: string; known: CheckMemory | undefined; config: object; now: Date },
): CheckMemory | undefined {
  const current = { ...records, ...strengthFacts(metrics) }
  const { before, remember } = compare(known, current, { ...comparison, changeMs: maxPerHour })
  if (before === null) return remember
  const changed = Object.keys(records).filter((name) => before[name] !== undefined && before[name] !== records[name])
  const weaker = weakened(before, metrics)
  metrics['records_changed'] = changed.length > 0 ? 1 : 0
  metrics['policy_weakened'] = weaker.length > 0 ? 1 : 0
  const orNothing = (text: string | undefined): string => text || 'nothing'
  if (changed.length > 0)
    evidence['changes'] = changed.map((name) => ({
      record: name,
      before: orNothing(before[name]),
      now: orNothing(records[name]),
    }))
  if (weaker.length > 0) evidence['weaker'] = weaker
  return remember
}
