import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { mtr } from './mtr.ts'

tryCatalogEntry(mtr, {
  targets: {
    accepted: ['localhost', '2001:db8::1', 'bücher.example'],
    refused: [['192.0.2.1:443', 'must be a host name or an IP address'], ['--help', 'must be a host name or an IP address']],
  },
  config: {
    count: {
      accept: [1, 10, 100],
      reject: [[0, 'greater than or equal to 1'], [101, 'less than or equal to 100'], [1.5, 'Expected integer']],
    },
    maxHops: { accept: [1, 30, 64], reject: [[0, 'greater than or equal to 1'], [65, 'less than or equal to 64']] },
    port: { accept: [1, 443, 65_535], reject: [[0, 'greater than or equal to 1'], [65_536, 'less than or equal to 65535']] },
    protocol: {
      accept: ['icmp', 'udp', 'tcp'],
      reject: [['sctp', 'config.protocol: Invalid value. Allowed values: icmp, udp, tcp'], [6, 'config.protocol: Invalid value']],
    },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'greater than or equal to 1'], [61, 'less than or equal to 60']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ip5', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { accept: [{ count: 5, maxHops: 20, port: 443, protocol: 'tcp' }, { protocol: 'tcp' }] },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Destination Unreachable: metrics['mtr.destination_reached'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['mtr.destination_reached']",
    "metrics['mtr.destination_loss_percent']",
    "metrics['mtr.rtt_avg_ms']",
    "metrics['mtr.path_loss_max_percent']",
    "metrics['mtr.unresponsive_hops_count']",
  ],
})
