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
    says: runsOut('the registration'),
    diagnosis:
      'After expiry, site and mail stop working and someone else can take the name. ' +
      'Renew it at the registrar, and check the payment method.',
  }),
  metric('expired', {
    description: 'Registration has expired (1 yes)',
    unit: 'flag',
    cause: 'certificate',
    severity: 'critical',
    says: { yes: 'the registration has expired', no: 'the registration has not expired' },
    diagnosis: {
      yes:
        'Site and mail can stop working at any moment. ' +
        'Renew the domain at the registrar now; after the grace period it costs more or is lost.',
    },
  }),
  metric('registered', {
    description: 'Domain is registered (0 if it is available)',
    unit: 'flag',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is registered', no: 'the domain is not registered' },
    diagnosis: 'Anyone can take the name now. Register it immediately, and check why it was lost.',
  }),
  metric('on_hold', {
    description: 'Registry or registrar holds the domain out of DNS (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is on hold and removed from DNS', no: 'the domain is not on hold' },
    diagnosis: {
      yes:
        'Site and mail do not work for anyone. Ask the registrar why: often it is a missed payment, ' +
        'an unconfirmed address or an abuse report.',
    },
  }),
  metric('pending_delete', {
    description: 'Domain is in redemption or about to be deleted (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'certificate',
    says: { yes: 'the domain is about to be deleted', no: 'the domain is not about to be deleted' },
    diagnosis: { yes: 'It can be restored for a short time only. Ask the registrar to restore it today.' },
  }),
  metric('transfer_locked', {
    description: 'Transfers to another registrar are locked (1 yes)',
    unit: 'flag',
    says: { yes: 'transfers of the domain are locked', no: 'transfers of the domain are not locked' },
    diagnosis:
      'Anyone with the transfer code could take the domain. ' +
      'Switch the lock on at the registrar, unless you are transferring it.',
  }),
  metric('nameservers_changed', {
    description: 'Name servers have changed since the previous check (1 yes)',
    unit: 'flag',
    cause: 'content',
    severity: 'critical',
    says: {
      yes: 'the name servers have changed since the previous check',
      no: 'the name servers have not changed since the previous check',
    },
    diagnosis: {
      yes:
        'The name servers decide where site and mail go. ' +
        'If you did not change them, log in at the registrar now and change the password.',
    },
  }),
  metric('nameservers_match', {
    description: 'Name servers are the expected ones (1 yes)',
    unit: 'flag',
    cause: 'content',
    severity: 'critical',
    says: { yes: 'the name servers are the expected ones', no: 'the name servers are not the expected ones' },
    diagnosis:
      'The name servers decide where site and mail go. ' +
      'Correct them at the registrar; if you did not change them, change the password too.',
  }),
  metric('registrar_changed', {
    description: 'Registrar has changed since the previous check (1 yes)',
    unit: 'flag',
    cause: 'content',
    severity: 'critical',
    says: {
      yes: 'the registrar has changed since the previous check',
      no: 'the registrar has not changed since the previous check',
    },
    diagnosis: {
      yes:
        'The domain was transferred. If you did not do this, call the old registrar now: transfers can be ' +
        'undone for a few days.',
    },
  }),
  metric('registrar_match', {
    description: 'Registrar is the expected one (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: { yes: 'the registrar is the expected one', no: 'the registrar is not the expected one' },
    diagnosis: 'The domain is at a different registrar. If you did not transfer it, call the expected registrar.',
  }),
  metric('status_changed', {
    description: 'Status codes have changed since the previous check (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: {
      yes: 'the status codes have changed since the previous check',
      no: 'the status codes have not changed since the previous check',
    },
    diagnosis: { yes: 'Locks or holds were set or removed. Compare the codes in the evidence with what you expect.' },
  }),
  metric('dnssec_signed', {
    description: 'Delegation is signed with DNSSEC (1 yes)',
    unit: 'flag',
    says: { yes: 'the delegation is signed with DNSSEC', no: 'the delegation is not signed with DNSSEC' },
    diagnosis: 'DNS responses can be forged. Sign the zone and give its DS record to the registrar.',
  }),
  metric('days_since_update', {
    description: 'Days since the registration last changed',
    unit: 'days',
    min: 0,
    says: 'the registration last changed {} ago',
    diagnosis: 'If you did not change it, log in at the registrar and check what was done.',
  }),
  metric('domain_age_days', {
    description: 'Days since the domain was first registered',
    unit: 'days',
    min: 0,
    says: 'the domain was first registered {} ago',
    diagnosis: 'A domain that is younger than you remember was lost and registered again. Check who owns it.',
  }),
  metric('lookup_time_ms', {
    description: 'Time for the lookup',
    unit: 'ms',
    says: 'the lookup takes {}',
    diagnosis: 'The registry responds slowly. Only this monitor is affected, and it usually resolves itself.',
  }),
  metric('lookup_ok', {
    description: 'Registry response was readable (1 yes)',
    unit: 'flag',
    says: { yes: 'the registry response was readable', no: 'the registry response was not readable' },
    diagnosis:
      'The data is as old as the last good response. ' +
      'The registry may be down or limit requests; it usually resolves itself.',
  }),
]
