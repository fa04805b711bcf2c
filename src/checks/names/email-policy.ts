import { flag, list, word } from '../../domain/field.ts'
import { type DefaultRule, availability, defineCheck, metricsOf } from '../define.ts'
import { hostNames, ipVersion, resolver, timeout } from '../fields.ts'
import { domain } from '../targets.ts'

const metric = metricsOf('email_policy')
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
  metrics: [
    metric('score', { description: 'Overall score of the policies, 0 to 100', unit: 'score', usual: '<' }),
    metric('mx_count', {
      description: 'MX records found',
      unit: 'count',
      usual: '==',
      severity: 'critical',
      max: 1000,
    }),
    metric('mx_resolvable_pct', {
      description: 'Share of the mail servers that resolve to an address',
      unit: 'percent',
      usual: '<',
    }),
    metric('spf_present', { description: 'SPF record exists (1 yes)', unit: 'flag', usual: '==' }),
    metric('spf_valid', {
      description: 'SPF record can be evaluated (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('spf_lookups', {
      description: 'DNS lookups the SPF record costs; receivers stop at 10',
      unit: 'count',
      usual: '>',
      max: 1000,
    }),
    metric('spf_all', {
      description: 'How SPF ends: 0 nothing, 1 +all, 2 ?all, 3 ~all, 4 -all',
      unit: 'code',
      usual: '<',
      max: 4,
    }),
    metric('dmarc_present', { description: 'DMARC record exists (1 yes)', unit: 'flag', usual: '==' }),
    metric('dmarc_valid', { description: 'DMARC record exists and can be read (1 yes)', unit: 'flag', usual: '==' }),
    metric('dmarc_policy', {
      description: 'DMARC policy: -1 missing, 0 none, 1 quarantine, 2 reject',
      unit: 'code',
      usual: '<',
      min: -1,
      max: 2,
    }),
    metric('dmarc_pct', { description: 'Share of mail the DMARC policy applies to', unit: 'percent', usual: '<' }),
    metric('dmarc_rua_present', { description: 'DMARC asks for aggregate reports (1 yes)', unit: 'flag', usual: '==' }),
    metric('dkim_valid', {
      description: 'Every DKIM selector has a valid key (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('dkim_selectors_ok', { description: 'DKIM selectors with a valid key', unit: 'count', usual: '<', max: 10 }),
    metric('dkim_key_bits_min', {
      description: 'Bits of the shortest DKIM key',
      unit: 'count',
      usual: '<',
      max: 16_384,
    }),
    metric('mta_sts_valid', {
      description: 'MTA-STS policy can be fetched and read (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    metric('mta_sts_mode', {
      description: 'MTA-STS mode: 0 none, 1 testing, 2 enforce',
      unit: 'code',
      usual: '<',
      max: 2,
    }),
    metric('tls_rpt_present', {
      description: 'TLS reporting record exists (1 yes)',
      unit: 'flag',
      cause: 'tls',
      usual: '==',
    }),
    metric('bimi_valid', { description: 'BIMI record and its logo are valid (1 yes)', unit: 'flag', usual: '==' }),
    metric('dane_valid', { description: 'Mail servers have usable TLSA records (1 yes)', unit: 'flag', usual: '==' }),
    metric('dnssec_signed', { description: 'Domain is signed with DNSSEC (1 yes)', unit: 'flag', usual: '==' }),
    metric('records_changed', {
      description: 'A record differs from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
    metric('policy_weakened', {
      description: 'A policy is weaker than at the check before (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('error_count', {
      description: 'Lookups that failed and expectations that were not met',
      unit: 'count',
      usual: '>',
    }),
  ],
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
