import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { tcp } from './tcp.ts'

tryCatalogEntry(tcp, {
  targets: {
    accepted: ['192.0.2.1:80', '[::1]:5432', 'bücher.example:443'],
    refused: [['example.com:', 'must be host:port']],
  },
  config: {
    tls: { accept: [true, false], reject: [['yes', 'config.tls: Expected boolean, received string']] },
    query: { accept: ['PING\r\n'], reject: [[1, 'config.query: Expected string, received number']] },
    expectMatchRegexp: {
      accept: ['^\\+PONG'],
      reject: [['(', /config.expectMatchRegexp: must be a regular expression/], ['(?=a)', /must be a regular expression/]],
    },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'Number must be greater than or equal to 1'], [61, 'less than or equal to 60'], [1.5, /Expected integer/]] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [{}, ['Availability Check: success == false critical', "Slow TCP Connect: metrics['tcp.connect_time_ms'] > 1000 warning"]],
  ],
  metrics: [
    'tcp_connect',
    "metrics['tcp.connect_time_ms']",
    "metrics['tcp.tls_handshake_time_ms']",
    "metrics['tcp.expect_match_regexp']",
  ],
})
