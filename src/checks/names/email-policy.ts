import { flag, list, word } from '../../domain/field.ts'
import { type DefaultRule, availability, defineCheck } from '../define.ts'
import { hostNames, ipVersion, resolver, timeout } from '../fields.ts'
import { domain } from '../targets.ts'
import { emailPolicyMetrics } from './email-policy-metrics.ts'

const selector = /^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?)*$/i

const withSelectors: DefaultRule['when'] = {
  text: 'with dkimSelectors',
  holds: ({ dkimSelectors }) => Array.isArray(dkimSelectors) && dkimSelectors.length > 0,
}

export const emailPolicy = defineCheck({
  type: 'email_policy',
  title: 'E-mail policy',
  category: 'names',
  summary:
    'Reads the MX, SPF, DKIM and DMARC records of a domain, and its transport policies, and tells when they weaken.',
  target: domain({ description: 'The domain mail is sent from', examples: ['example.com', 'bücher.example'] }),
  recognizes: ({ domain, isBare }) => (domain !== null && isBare ? { fit: 80, target: domain } : null),
  config: {
    dkimSelectors: list(word(200).regex(selector, 'must be a DKIM selector such as s1 or mail.2026'), {
      group: 'request',
      advanced: false,
      help: 'DKIM selectors to look up below _domainkey; without one DKIM is not judged',
      maxItems: 10,
    }),
    checkSpf: flag({ help: 'Read and judge the SPF record', default: true }),
    checkDmarc: flag({ help: 'Read and judge the DMARC record', default: true }),
    checkDkim: flag({ help: 'Read and judge the DKIM keys of the selectors', default: true }),
    checkMx: flag({ help: 'Read the MX records and resolve the hosts they name', default: true }),
    checkMtaSts: flag({ help: 'Read the MTA-STS record and fetch its policy', default: true }),
    checkTlsRpt: flag({ label: 'Check TLS reporting', help: 'Read the TLS reporting record', default: true }),
    checkBimi: flag({ help: 'Read the BIMI record and fetch its logo', default: false }),
    checkDane: flag({ help: 'Read the TLSA records of the mail servers', default: false }),
    checkDnssec: flag({ help: 'Look whether the domain is signed with DNSSEC', default: false }),
    expectedMx: hostNames({
      group: 'answer',
      help: 'Mail servers the MX records should name; each one missing or unknown adds to email_policy.error_count',
      maxItems: 20,
    }),
    resolver,
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  minIntervalSeconds: 3600,
  metrics: emailPolicyMetrics,
  diagnoses: {
    dns: 'The records could not be looked up, so nobody can tell what the policies are. Look at the name servers of the domain.',
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
})
