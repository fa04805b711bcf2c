import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { udp } from './udp.ts'

const padded = 'config.queryBase64: must be standard padded base64'

tryCatalogEntry(udp, {
  targets: {
    accepted: ['192.0.2.1:123', 'localhost:9999', 'bücher.example:53'],
    refused: [['192.0.2.1', 'must be host:port'], ['udp://example.com:53', 'must be host:port']],
  },
  config: {
    query: {
      accept: ['PING\n', ''],
      reject: [[[1, 2], 'config.query: Expected string, received array'], ['x'.repeat(10_001), 'at most 10000 character(s)']],
    },
    queryBase64: {
      accept: ['AQID', '/////1RTb3VyY2U=', 'AA==', ''],
      reject: [
        ['AA', padded],
        ['AQI-_w==', padded],
        ['not base64', padded],
        ['AQID\n', padded],
        [5, 'Expected string, received number'],
        ['AAAA'.repeat(3335), 'at most 13336'],
      ],
    },
    expectMatchRegexp: { accept: ['^PONG', '\\x00'], reject: [['[', /config.expectMatchRegexp: must be a regular expression/]] },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'greater than or equal to 1'], [61, 'less than or equal to 60']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['both', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{}, { expectMatchRegexp: 'x' }, { query: 'status', queryBase64: '' }],
    reject: [[{ query: 'status', queryBase64: 'AQID' }, 'config.queryBase64: must not be given together with query']],
  },
  rules: [[{}, ['Availability Check: success == false critical']]],
  metrics: [
    "metrics['udp.response_received']",
    "metrics['udp.first_byte_time_ms']",
    "metrics['udp.expect_match_regexp']",
    "metrics['udp.bytes_received']",
  ],
})
