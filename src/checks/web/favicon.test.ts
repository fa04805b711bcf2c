import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { favicon } from './favicon.ts'

tryCatalogEntry(favicon, {
  targets: {
    accepted: ['http://example.com', 'https://example.com/favicon.ico', 'https://[2001:db8::1]/'],
    refused: [
      ['example.com', 'must be a https:// or http:// URL'],
      ['data:image/png;base64,AAAA', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
        ['5', 'Expected number'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [[4, 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']] },
  rules: [
    [{}, ['Availability Check: success == false critical', "Favicon Missing: metrics['favicon.found'] == 0 warning"]],
  ],
  metrics: [
    "metrics['favicon.found']",
    "metrics['favicon.content_type_match']",
    "metrics['favicon.bytes']",
    "metrics['favicon.changed']",
  ],
})
