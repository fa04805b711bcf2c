import { getDomain } from 'tldts'
import { choice, text } from '../../domain/field.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostNames, ipVersion, timeout } from '../fields.ts'
import { type Refused, domainOrUrl } from '../targets.ts'

const metric = metricsOf('rdap')

export const rdap = defineCheck({
  type: 'rdap',
  title: 'Domain registration',
  category: 'names',
  summary: 'Asks the registry when a domain expires and whether its registrar, name servers or status changed.',
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
      group: 'request',
      help: 'auto asks by RDAP, and by WHOIS where the top-level domain has no RDAP server',
      default: 'auto',
    }),
    expectedNameservers: hostNames({
      label: 'Expected name servers',
      group: 'answer',
      help: 'Name servers the domain should have; rdap.nameservers_match says whether it does',
      maxItems: 20,
    }),
    expectedRegistrar: text({
      group: 'answer',
      help: 'Text the registrar name should contain, in any letter case; rdap.registrar_match says whether it does',
      maxLength: 200,
    }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  expires: true,
  confirmation: 'none',
  minIntervalSeconds: 3600,
  metrics: [
    metric('days_until_expiry', {
      description: 'Days until the registration expires',
      unit: 'days',
      cause: 'certificate',
      isExpiry: true,
      soonDays: 30,
      usual: '<',
    }),
    metric('expired', {
      description: 'Registration has expired (1 yes)',
      unit: 'flag',
      cause: 'certificate',
      usual: '==',
      severity: 'critical',
    }),
    metric('registered', {
      description: 'Domain is registered (0 when it is free)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('on_hold', {
      description: 'Registry or registrar holds the domain out of DNS (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('pending_delete', {
      description: 'Domain is in redemption or about to be deleted (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('transfer_locked', {
      description: 'Transfers to another registrar are locked (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
    metric('nameservers_changed', {
      description: 'Name servers differ from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      severity: 'critical',
    }),
    metric('nameservers_match', {
      description: 'Name servers are the expected ones (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      severity: 'critical',
    }),
    metric('registrar_changed', {
      description: 'Registrar differs from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      severity: 'critical',
    }),
    metric('registrar_match', {
      description: 'Registrar is the expected one (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
    metric('status_changed', {
      description: 'Status codes differ from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
    metric('dnssec_signed', { description: 'Delegation is signed with DNSSEC (1 yes)', unit: 'flag', usual: '==' }),
    metric('days_since_update', {
      description: 'Days since the registration last changed',
      unit: 'days',
      usual: '<',
      min: 0,
    }),
    metric('domain_age_days', {
      description: 'Days since the domain was first registered',
      unit: 'days',
      usual: '<',
      min: 0,
    }),
    metric('lookup_time_ms', { description: 'Time for the lookup', unit: 'ms', usual: '>' }),
    metric('lookup_ok', {
      description: 'Registry gave an answer that could be read (1 yes)',
      unit: 'flag',
      usual: '==',
    }),
  ],
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
})

/** Private suffixes such as github.io are themselves registered, so only the registries' own suffixes count. */
function registrable(host: string): string | Refused {
  const problem = 'must be a domain someone can register, not a suffix such as co.uk'
  return getDomain(host, { allowPrivateDomains: false }) ?? { problem }
}
