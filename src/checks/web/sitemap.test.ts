import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { sitemap } from './sitemap.ts'

tryCatalogEntry(sitemap, {
  targets: {
    accepted: ['http://example.com/sitemap_index.xml', 'https://www.example.com/sitemaps/de.xml.gz?v=2'],
    refused: [
      ['example.com/sitemap.xml', 'must be a https:// or http:// URL'],
      ['ftp://example.com/sitemap.xml', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    checkUrlCount: {
      accept: [0, 1, 100],
      reject: [
        [-1, 'config.checkUrlCount: Number must be greater than or equal to 0'],
        [101, 'less than or equal to 100'],
        [1.5, 'Expected integer'],
        ['10', 'Expected number, received string'],
      ],
    },
    captureBrokenUrls: {
      accept: [true, false],
      reject: [['yes', 'config.captureBrokenUrls: Expected boolean, received string']],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['v4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']] },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Sitemap Missing: metrics['sitemap.found'] == 0 critical",
        "Broken URL Ratio: metrics['sitemap.broken_percent'] > 20 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['sitemap.found']",
    "metrics['sitemap.broken_percent']",
    "metrics['sitemap.broken_urls']",
    "metrics['sitemap.url_count']",
  ],
})

it('runs at most every five minutes', () => {
  expect(sitemap.minIntervalSeconds).toBe(300)
})
