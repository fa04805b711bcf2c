import { type Metric } from '../../../domain/metric.ts'
import { runsOut } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'

const metric = metricsOf('rdap')

export const rdapMetrics: readonly Metric[] = [
  metric('days_until_expiry', {
    description: 'Days until the registration expires',
    unit: 'days',
    cause: 'certificate',
    isExpiry: true,
    scrapedExpiry: 'domain',
    soonDays: 30,
    usual: '<',
    says: runsOut('the registration'),
    diagnosis:
      'Once it has run out, site and mail go dark and somebody else can take the name. Renew it at the registrar, and see to the payment method.',
  }),
  metric('expired', {
    description: 'Registration has expired (1 yes)',
    unit: 'flag',
    cause: 'certificate',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the registration has expired', no: 'the registration has not expired' },
    diagnosis: {
      yes: 'Site and mail may go dark at any moment. Renew the domain at the registrar at once; after the grace period it costs more or is lost.',
    },
  }),
  metric('registered', {
    description: 'Domain is registered (0 when it is free)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is registered', no: 'the domain is not registered' },
    diagnosis: { no: 'Anybody can take the name now. Register it at once, and see why it was lost.' },
  }),
  metric('on_hold', {
    description: 'Registry or registrar holds the domain out of DNS (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is on hold and out of DNS', no: 'the domain is not on hold' },
    diagnosis: {
      yes: 'Site and mail are dark for everybody. Ask the registrar why: often a payment, an unconfirmed address or a complaint.',
    },
  }),
  metric('pending_delete', {
    description: 'Domain is in redemption or about to be deleted (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is about to be deleted', no: 'the domain is not about to be deleted' },
    diagnosis: { yes: 'It can be restored for a short time only. Ask the registrar for a restore today.' },
  }),
  metric('transfer_locked', {
    description: 'Transfers to another registrar are locked (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'transfers of the domain are locked', no: 'transfers of the domain are not locked' },
    diagnosis: {
      no: 'Somebody with the transfer code could take the domain away. Switch the lock on at the registrar, unless a transfer is under way.',
    },
  }),
  metric('nameservers_changed', {
    description: 'Name servers differ from the check before (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    severity: 'critical',
    says: {
      yes: 'the name servers differ from the check before',
      no: 'the name servers are those of the check before',
    },
    diagnosis: {
      yes: 'Whoever runs them decides where site and mail go. If nobody of yours has changed them, log in at the registrar now and change the password.',
    },
  }),
  metric('nameservers_match', {
    description: 'Name servers are the expected ones (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the name servers are the expected ones', no: 'the name servers are not the expected ones' },
    diagnosis: {
      no: 'Whoever runs them decides where site and mail go. Correct them at the registrar; if nobody of yours has changed them, change the password, too.',
    },
  }),
  metric('registrar_changed', {
    description: 'Registrar differs from the check before (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the registrar differs from the check before', no: 'the registrar is the one of the check before' },
    diagnosis: {
      yes: 'The domain was moved. If nobody of yours did that, call the old registrar at once: transfers can be undone for a few days.',
    },
  }),
  metric('registrar_match', {
    description: 'Registrar is the expected one (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: { yes: 'the registrar is the expected one', no: 'the registrar is not the expected one' },
    diagnosis: {
      no: 'The domain is managed elsewhere than you think. If nobody of yours has moved it, call the expected registrar.',
    },
  }),
  metric('status_changed', {
    description: 'Status codes differ from the check before (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: {
      yes: 'the status codes differ from the check before',
      no: 'the status codes are those of the check before',
    },
    diagnosis: { yes: 'Locks or holds were set or lifted. Compare the codes in the evidence with what you know of.' },
  }),
  metric('dnssec_signed', {
    description: 'Delegation is signed with DNSSEC (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the delegation is signed with DNSSEC', no: 'the delegation is not signed with DNSSEC' },
    diagnosis: {
      no: 'Answers can be forged on the way. Have the zone signed and give its DS record to the registrar.',
    },
  }),
  metric('days_since_update', {
    description: 'Days since the registration last changed',
    unit: 'days',
    usual: '<',
    min: 0,
    says: 'the registration last changed {} ago',
    diagnosis: 'If nobody of yours has changed it, log in at the registrar and look at what was done.',
  }),
  metric('domain_age_days', {
    description: 'Days since the domain was first registered',
    unit: 'days',
    usual: '<',
    min: 0,
    says: 'the domain was first registered {} ago',
    diagnosis: 'A domain that is younger than you remember has been lost and taken again. See who holds it.',
  }),
  metric('lookup_time_ms', {
    description: 'Time for the lookup',
    unit: 'ms',
    usual: '>',
    says: 'the lookup takes {}',
    diagnosis: 'The registry is slow to answer. That harms nobody but this monitor; it mostly passes.',
  }),
  metric('lookup_ok', {
    description: 'Registry gave an answer that could be read (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the registry gave an answer that can be read', no: 'the registry gave no answer that can be read' },
    diagnosis: {
      no: 'What is known of the domain is as old as the last answer. The registry may be down or limit questions; it mostly passes by itself.',
    },
  }),
]
