import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { icmp } from './icmp.ts'

tryCatalogEntry(icmp, {
  targets: {
    accepted: ['localhost', '2001:db8::1', '[2001:db8::1]', 'bücher.example'],
    refused: [
      ['example.com/path', 'must be a host name or an IP address'],
      ['-example.com', 'must be a host name or an IP address'],
    ],
  },
  config: {
    count: {
      accept: [1, 4, 100],
      reject: [[0, 'greater than or equal to 1'], [101, 'less than or equal to 100'], [2.5, 'Expected integer, received float']],
    },
    packetSize: {
      accept: [0, 56, 1472, 65_507],
      reject: [
        [-1, 'greater than or equal to 0'],
        [65_508, 'less than or equal to 65507'],
        ['56', 'Expected number, received string'],
      ],
    },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'greater than or equal to 1'], [61, 'less than or equal to 60']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [[{}, ['Availability Check: success == false critical']]],
  metrics: ['packet_loss', "metrics['icmp.packet_loss_percent']", 'ping_avg', "metrics['icmp.rtt_avg_ms']"],
})
