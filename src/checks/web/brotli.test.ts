import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { brotli } from './brotli.ts'

tryCatalogEntry(brotli, {
  targets: {
    accepted: ['http://example.com/', 'https://192.0.2.1:8443/app.css'],
    refused: [['wss://example.com/', 'must be a https:// or http:// URL']],
  },
  config: {
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Brotli Not Supported: metrics['brotli.supported'] == 0 warning",
      ],
    ],
  ],
  metrics: ["metrics['brotli.supported']"],
})
