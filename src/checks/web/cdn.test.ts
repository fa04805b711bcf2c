import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { cdn } from './cdn.ts'

tryCatalogEntry(cdn, {
  targets: {
    accepted: ['https://cdn.example.com/', 'http://localhost:8080/logo.png?v=2'],
    refused: [
      ['cdn.example.com/app.js', 'must be a https:// or http:// URL'],
      ['//cdn.example.com/app.js', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    expectedProvider: {
      accept: ['Cloudflare', 'fastly', ''],
      reject: [
        [['fastly'], 'config.expectedProvider: Expected string, received array'],
        ['x'.repeat(101), 'at most 100 character(s)'],
      ],
    },
    trackCache: { accept: [true, false], reject: [['off', 'config.trackCache: Expected boolean, received string']] },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['v6', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']],
  },
  rules: [
    [{}, ['Availability Check: success == false critical', "CDN Not Detected: metrics['cdn.detected'] == 0 warning"]],
    [
      { expectedProvider: 'Fastly' },
      ['Availability Check: success == false critical', "CDN Not Detected: metrics['cdn.detected'] == 0 warning"],
    ],
  ],
  metrics: [
    "metrics['cdn.detected']",
    "metrics['cdn.provider_match']",
    "metrics['cdn.cache_hit_ratio']",
    "metrics['cdn.ttfb_ms']",
    "metrics['cdn.status_code']",
  ],
})
