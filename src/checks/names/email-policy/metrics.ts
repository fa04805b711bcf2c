import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'

const metric = metricsOf('email_policy')

export const emailPolicyMetrics: readonly Metric[] = [
  metric('score', {
    description: 'Overall score of the policies, 0 to 100',
    unit: 'score',
    usual: '<',
    says: 'the mail policies score {} of 100',
    diagnosis: 'The evidence lists what costs points. Begin with SPF and DMARC: they matter most to receivers.',
  }),
  metric('mx_count', {
    description: 'MX records found',
    unit: 'count',
    usual: '==',
    severity: 'critical',
    max: 1000,
    says: counted('mail server is named', 'mail servers are named'),
    diagnosis:
      'Without MX records hardly anybody can send mail to the domain. Look at the zone and at who changed it last.',
  }),
  metric('mx_resolvable_pct', {
    description: 'Share of the mail servers that resolve to an address',
    unit: 'percent',
    usual: '<',
    says: '{} of the mail servers resolve to an address',
    diagnosis: 'Mail to the others waits or is lost. Correct the names in the MX records, or give them addresses.',
  }),
  metric('spf_present', {
    description: 'SPF record exists (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'an SPF record is there', no: 'no SPF record is there' },
    diagnosis: {
      no: 'Anybody can send in the name of the domain. Publish a TXT record that names your senders and ends in -all or ~all.',
    },
  }),
  metric('spf_valid', {
    description: 'SPF record can be evaluated (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the SPF record can be evaluated', no: 'no SPF record is there that can be evaluated' },
    diagnosis: {
      no: 'Forged mail passes, or your own is rejected. Correct what the evidence names: often no record at all, two of them, a typo, or more than ten lookups.',
    },
  }),
  metric('spf_lookups', {
    description: 'DNS lookups the SPF record costs; receivers stop at 10',
    unit: 'count',
    usual: '>',
    max: 1000,
    says: counted('DNS lookup is needed for SPF', 'DNS lookups are needed for SPF'),
    diagnosis:
      'Receivers give up after ten, and then the record counts as broken. Drop senders that you no longer use, or write their addresses out.',
  }),
  metric('spf_all', {
    description: 'How SPF ends: 0 nothing, 1 +all, 2 ?all, 3 ~all, 4 -all',
    unit: 'code',
    usual: '<',
    max: 4,
    says: 'the SPF record ends in {}',
    shows: (ending) => ['nothing', '+all', '?all', '~all', '-all'][ending] ?? `${ending}`,
    diagnosis:
      'The weaker the end, the more forged mail passes. Once all your senders are in the record, end it in -all.',
  }),
  metric('dmarc_present', {
    description: 'DMARC record exists (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'a DMARC record is there', no: 'no DMARC record is there' },
    diagnosis: {
      no: 'Receivers let forged mail pass, and large ones slow yours down. Publish a TXT record at _dmarc, to begin with p=none and a report address.',
    },
  }),
  metric('dmarc_valid', {
    description: 'DMARC record exists and can be read (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the DMARC record can be read', no: 'no DMARC record is there that can be read' },
    diagnosis: {
      no: 'Receivers let forged mail pass, and large ones slow yours down. Publish one TXT record at _dmarc; the evidence shows what is there now.',
    },
  }),
  metric('dmarc_policy', {
    description: 'DMARC policy: -1 missing, 0 none, 1 quarantine, 2 reject',
    unit: 'code',
    usual: '<',
    min: -1,
    max: 2,
    says: (policy) => (policy === -1 ? 'no DMARC policy is there' : 'the DMARC policy is {}'),
    shows: (policy) => (policy === -1 ? 'missing' : (['none', 'quarantine', 'reject'][policy] ?? `${policy}`)),
    diagnosis:
      'Forged mail passes more easily than it should. Once the reports look clean, move on to quarantine and then to reject.',
  }),
  metric('dmarc_pct', {
    description: 'Share of mail the DMARC policy applies to',
    unit: 'percent',
    usual: '<',
    says: 'the DMARC policy applies to {} of the mail',
    diagnosis: 'The rest of the forged mail passes. Once the reports look clean, raise pct to 100 or leave it out.',
  }),
  metric('dmarc_rua_present', {
    description: 'DMARC asks for aggregate reports (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'DMARC asks for reports', no: 'DMARC asks for no reports' },
    diagnosis: {
      no: 'You will not hear of who sends in your name. Add rua=mailto: with an address that somebody or something reads.',
    },
  }),
  metric('dkim_valid', {
    description: 'Every DKIM selector has a valid key (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    says: { yes: 'all DKIM selectors have a valid key', no: 'a DKIM selector has no valid key' },
    diagnosis: {
      no: 'Signatures made with it fail, and mail may be rejected. The evidence names the selector: publish its key again, or take it out of the monitor.',
    },
  }),
  metric('dkim_selectors_ok', {
    description: 'DKIM selectors with a valid key',
    unit: 'count',
    usual: '<',
    max: 10,
    says: counted('DKIM selector has a valid key', 'DKIM selectors have a valid key'),
    diagnosis:
      'Signatures made with the others fail. The evidence names them: publish their keys again, or take them out of the monitor.',
  }),
  metric('dkim_key_bits_min', {
    description: 'Bits of the shortest DKIM key',
    unit: 'count',
    usual: '<',
    max: 16_384,
    says: 'the shortest DKIM key has {} bits',
    diagnosis:
      'Keys below 1024 bits are ignored, and 2048 is usual. Make a new key and publish it under a new selector.',
  }),
  metric('mta_sts_valid', {
    description: 'MTA-STS policy can be fetched and read (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the MTA-STS policy can be read', no: 'the MTA-STS policy is missing or cannot be read' },
    diagnosis: {
      no: 'Senders cannot insist on encryption. Look at the _mta-sts record, at the web server of mta-sts and at its certificate.',
    },
  }),
  metric('mta_sts_mode', {
    description: 'MTA-STS mode: 0 none, 1 testing, 2 enforce',
    unit: 'code',
    usual: '<',
    max: 2,
    says: 'the MTA-STS mode is {}',
    shows: (mode) => ['none', 'testing', 'enforce'][mode] ?? `${mode}`,
    diagnosis:
      'Only enforce makes senders insist on encryption. Once the TLS reports look clean, change the mode in the policy file.',
  }),
  metric('tls_rpt_present', {
    description: 'TLS reporting record exists (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'a TLS reporting record is there', no: 'no TLS reporting record is there' },
    diagnosis: {
      no: 'You will not hear of senders that fail to encrypt. Publish a TXT record at _smtp._tls with a report address.',
    },
  }),
  metric('bimi_valid', {
    description: 'BIMI record and its logo are valid (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the BIMI record and its logo are valid', no: 'the BIMI record or its logo is not valid' },
    diagnosis: {
      no: 'Mail programs will not show your logo. Look at the record, at whether the logo can be fetched, and at its certificate.',
    },
  }),
  metric('dane_valid', {
    description: 'Mail servers have usable TLSA records (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the mail servers have usable TLSA records', no: 'the mail servers have no usable TLSA records' },
    diagnosis: {
      no: 'Senders that insist on DANE hold your mail back when records and certificates differ. Publish records for the present certificates.',
    },
  }),
  metric('dnssec_signed', {
    description: 'Domain is signed with DNSSEC (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the domain is signed with DNSSEC', no: 'the domain is not signed with DNSSEC' },
    diagnosis: {
      no: 'Answers can be forged on the way, and DANE does not work. Have the zone signed and give its DS record to the registrar.',
    },
  }),
  metric('records_changed', {
    description: 'A record differs from the check before (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: { yes: 'a record differs from the check before', no: 'the records are those of the check before' },
    diagnosis: { yes: 'If nobody of yours has changed it, see who has access to the zone. The evidence shows both.' },
  }),
  metric('policy_weakened', {
    description: 'A policy is weaker than at the check before (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    says: { yes: 'a policy is weaker than at the check before', no: 'no policy is weaker than at the check before' },
    diagnosis: {
      yes: 'Forged mail passes more easily now. The evidence shows before and after; if nobody of yours did it, see who has access to the zone.',
    },
  }),
  metric('error_count', {
    description: 'Lookups that failed and expectations that were not met',
    unit: 'count',
    usual: '>',
    says: counted(
      'lookup failed or expectation was not met',
      'lookups failed or expectations were not met',
      'no lookup failed and all expectations were met',
    ),
    diagnosis: 'The evidence lists them. Correct the records, or the expectations of the monitor.',
  }),
]
