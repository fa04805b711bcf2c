import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'

const metric = metricsOf('email_policy')

export const emailPolicyMetrics: readonly Metric[] = [
  metric('score', {
    description: 'Overall score of the policies, 0 to 100',
    unit: 'score',
    says: 'the mail policies score {} out of 100',
    diagnosis: 'The evidence lists what costs points. Start with SPF and DMARC: they matter most to receivers.',
  }),
  metric('mx_count', {
    description: 'MX records found',
    unit: 'count',
    usual: '==',
    severity: 'critical',
    max: 1000,
    says: counted('MX record was found', 'MX records were found'),
    diagnosis: 'Without MX records hardly anyone can send mail to the domain. Check the zone and who changed it last.',
  }),
  metric('mx_resolvable_pct', {
    description: 'Share of the mail servers that resolve to an address',
    unit: 'percent',
    usual: '<',
    says: '{} of the mail servers resolve to an address',
    diagnosis:
      'Mail to the other servers is delayed or lost. Correct the names in the MX records, or give them addresses.',
  }),
  metric('spf_present', {
    description: 'SPF record exists (1 yes)',
    unit: 'flag',
    says: { yes: 'the domain has an SPF record', no: 'the domain has no SPF record' },
    diagnosis:
      'Anyone can send mail as this domain. Publish a TXT record that lists your senders and ends in -all ' +
      'or ~all.',
  }),
  metric('spf_valid', {
    description: 'SPF record is valid (1 yes)',
    unit: 'flag',
    severity: 'critical',
    says: { yes: 'the SPF record is valid', no: 'the SPF record is missing or invalid' },
    diagnosis:
      'Forged mail passes, or your own is rejected. ' +
      'Correct what the evidence names: no record, several records, a typo, or more than ten lookups.',
  }),
  metric('spf_lookups', {
    description: 'DNS lookups the SPF record needs; receivers stop at 10',
    unit: 'count',
    max: 1000,
    says: counted('DNS lookup is needed for SPF', 'DNS lookups are needed for SPF'),
    diagnosis:
      'Receivers stop after ten lookups and treat the record as invalid. ' +
      'Drop senders that you no longer use, or list their addresses.',
  }),
  metric('spf_all', {
    description: 'Ending of SPF: 0 none, 1 +all, 2 ?all, 3 ~all, 4 -all',
    unit: 'code',
    usual: '<',
    max: 4,
    says: 'the SPF record ends in {}',
    words: { 0: 'nothing', 1: '+all', 2: '?all', 3: '~all', 4: '-all' },
    diagnosis:
      'The weaker the ending, the more forged mail passes. ' +
      'Once all your senders are in the record, change it to -all.',
  }),
  metric('dmarc_present', {
    description: 'DMARC record exists (1 yes)',
    unit: 'flag',
    says: { yes: 'the domain has a DMARC record', no: 'the domain has no DMARC record' },
    diagnosis:
      'Receivers accept forged mail, and large ones may delay yours. ' +
      'Publish a TXT record at _dmarc; start with p=none and a report address.',
  }),
  metric('dmarc_valid', {
    description: 'DMARC record is valid (1 yes)',
    unit: 'flag',
    says: { yes: 'the DMARC record is valid', no: 'the DMARC record is missing or invalid' },
    diagnosis:
      'Receivers accept forged mail, and large ones may delay yours. ' +
      'Publish one TXT record at _dmarc; the evidence shows the current ones.',
  }),
  metric('dmarc_policy', {
    description: 'DMARC policy: -1 missing, 0 none, 1 quarantine, 2 reject',
    unit: 'code',
    usual: '<',
    min: -1,
    max: 2,
    says: (policy) => (policy === -1 ? 'the domain has no DMARC policy' : 'the DMARC policy is {}'),
    words: { '-1': 'missing', 0: 'none', 1: 'quarantine', 2: 'reject' },
    diagnosis:
      'Forged mail passes more easily than it should. ' +
      'Once the reports are clean, move to quarantine and then to reject.',
  }),
  metric('dmarc_pct', {
    description: 'Share of mail the DMARC policy applies to',
    unit: 'percent',
    usual: '<',
    says: 'the DMARC policy applies to {} of the mail',
    diagnosis: 'The rest of the forged mail passes. Once the reports are clean, raise pct to 100 or remove it.',
  }),
  metric('dmarc_rua_present', {
    description: 'DMARC requests aggregate reports (1 yes)',
    unit: 'flag',
    says: { yes: 'DMARC requests reports', no: 'DMARC requests no reports' },
    diagnosis: 'You get no reports about mail sent as your domain. Add rua=mailto: with an address that someone reads.',
  }),
  metric('dkim_valid', {
    description: 'Every DKIM selector has a valid key (1 yes)',
    unit: 'flag',
    severity: 'critical',
    says: { yes: 'all DKIM selectors have a valid key', no: 'a DKIM selector has no valid key' },
    diagnosis:
      'Signatures with this selector fail, and mail may be rejected. ' +
      'The evidence names it: publish its key again, or remove it from the monitor.',
  }),
  metric('dkim_selectors_ok', {
    description: 'DKIM selectors with a valid key',
    unit: 'count',
    usual: '<',
    max: 10,
    says: counted('DKIM selector has a valid key', 'DKIM selectors have a valid key'),
    diagnosis:
      'Signatures with the other selectors fail. The evidence names them: publish their keys again, or ' +
      'remove them from the monitor.',
  }),
  metric('dkim_key_bits_min', {
    description: 'Bits of the shortest DKIM key',
    unit: 'count',
    usual: '<',
    max: 16_384,
    says: 'the shortest DKIM key has {} bits',
    diagnosis:
      'Keys below 1024 bits are ignored; 2048 is common. Create a new key and publish it under a new selector.',
  }),
  metric('mta_sts_valid', {
    description: 'MTA-STS policy is valid (1 yes)',
    unit: 'flag',
    says: { yes: 'the MTA-STS policy is valid', no: 'the MTA-STS policy is missing or invalid' },
    diagnosis:
      'Senders cannot enforce encryption. Check the _mta-sts record, the web server of mta-sts and its ' +
      'certificate.',
  }),
  metric('mta_sts_mode', {
    description: 'MTA-STS mode: 0 none, 1 testing, 2 enforce',
    unit: 'code',
    usual: '<',
    max: 2,
    says: 'the MTA-STS mode is {}',
    words: { 0: 'none', 1: 'testing', 2: 'enforce' },
    diagnosis:
      'Senders enforce encryption only in enforce mode. ' +
      'Once the TLS reports are clean, change the mode in the policy file.',
  }),
  metric('tls_rpt_present', {
    description: 'TLS reporting record exists (1 yes)',
    unit: 'flag',
    says: { yes: 'the domain has a TLS reporting record', no: 'the domain has no TLS reporting record' },
    diagnosis:
      'You get no reports about senders that fail to encrypt. ' +
      'Publish a TXT record at _smtp._tls with a report address.',
  }),
  metric('bimi_valid', {
    description: 'BIMI record and its logo are valid (1 yes)',
    unit: 'flag',
    says: { yes: 'the BIMI record and its logo are valid', no: 'the BIMI record or its logo is invalid' },
    diagnosis:
      'Mail programs will not show your logo. Check the record, whether the logo can be fetched, and its ' +
      'certificate.',
  }),
  metric('dane_valid', {
    description: 'Mail servers have usable TLSA records (1 yes)',
    unit: 'flag',
    says: { yes: 'the mail servers have usable TLSA records', no: 'the mail servers have no usable TLSA records' },
    diagnosis:
      'Senders that require DANE hold back mail if records and certificates differ. ' +
      'Publish records for the current certificates.',
  }),
  metric('dnssec_signed', {
    description: 'Domain is signed with DNSSEC (1 yes)',
    unit: 'flag',
    says: { yes: 'the domain is signed with DNSSEC', no: 'the domain is not signed with DNSSEC' },
    diagnosis:
      'DNS responses can be forged, and DANE does not work. ' +
      'Sign the zone and give its DS record to the registrar.',
  }),
  metric('records_changed', {
    description: 'A record has changed since the previous check (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: {
      yes: 'a record has changed since the previous check',
      no: 'no record has changed since the previous check',
    },
    diagnosis: { yes: 'If you did not change it, check who has access to the zone. The evidence shows both versions.' },
  }),
  metric('policy_weakened', {
    description: 'A policy is weaker than at the previous check (1 yes)',
    unit: 'flag',
    severity: 'critical',
    says: {
      yes: 'a policy is weaker than at the previous check',
      no: 'no policy is weaker than at the previous check',
    },
    diagnosis: {
      yes:
        'Forged mail passes more easily now. The evidence shows before and after; if you did not change it, ' +
        'check who has access to the zone.',
    },
  }),
  metric('error_count', {
    description: 'Lookups that failed and expectations that were not met',
    unit: 'count',
    says: counted(
      'lookup failed or expectation was not met',
      'lookups failed or expectations were not met',
      'no lookup failed and all expectations were met',
    ),
    diagnosis: 'The evidence lists them. Correct the records, or what the monitor expects.',
  }),
]
