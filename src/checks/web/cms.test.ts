import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { cms } from './cms.ts'

tryCatalogEntry(cms, {
  targets: {
    accepted: ['http://blog.example.com/', 'https://example.com/wp/?p=1'],
    refused: [
      ['blog.example.com', 'must be a https:// or http:// URL'],
      ['https://exa mple.com/', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    expectedCms: {
      accept: ['WordPress', 'drupal', ''],
      reject: [
        [true, 'config.expectedCms: Expected string, received boolean'],
        ['x'.repeat(101), 'at most 100 character(s)'],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['both', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']] },
  rules: [
    [{}, ['Availability Check: success == false critical']],
    [{ expectedCms: 'WordPress' }, ['Availability Check: success == false critical']],
  ],
  metrics: ["metrics['cms.detected']", "metrics['cms.provider_match']"],
})
