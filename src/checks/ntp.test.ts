import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { ntp } from './ntp.ts'

tryCatalogEntry(ntp, {
  targets: {
    accepted: ['192.0.2.1', '2001:db8::123', '[2001:db8::123]:1123', 'localhost:10123'],
    refused: [
      ['ntp://pool.ntp.org', 'must be a host name or an IP address'],
      ['pool.ntp.org:0', 'port must be between 1 and 65535'],
    ],
  },
  config: {
    port: { accept: [1, 123, 65_535], reject: [[0, 'greater than or equal to 1'], [65_536, 'less than or equal to 65535']] },
    version: {
      accept: [3, 4],
      reject: [[2, 'config.version: Invalid value. Allowed values: 3, 4'], ['4', 'config.version: Invalid value']],
    },
    samples: {
      accept: [1, 8],
      reject: [[0, 'greater than or equal to 1'], [9, 'less than or equal to 8'], [1.5, 'Expected integer']],
    },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'greater than or equal to 1'], [61, 'less than or equal to 60']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [[null, 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Not Synchronized: metrics['ntp.synchronized'] == 0 critical",
        "Clock Offset: metrics['ntp.offset_ms'] > 1000 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['ntp.offset_ms']",
    "metrics['ntp.stratum']",
    "metrics['ntp.synchronized']",
    "metrics['ntp.rtt_ms']",
    "metrics['ntp.jitter_ms']",
    "metrics['ntp.root_delay_ms']",
    "metrics['ntp.root_dispersion_ms']",
    "metrics['ntp.leap_indicator']",
    "metrics['ntp.kiss_of_death']",
    "metrics['ntp.reference_age_s']",
    "metrics['ntp.samples_ok']",
  ],
})
