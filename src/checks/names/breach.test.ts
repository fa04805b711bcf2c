import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/catalog.ts'
import { breach } from './breach.ts'

const neither = 'must be a domain name or a URL that holds one'

tryCatalogEntry(breach, {
  targets: {
    accepted: ['example.co.uk', 'bücher.example', 'http://example.com:8080'],
    refused: [
      ['2001:db8::1', neither],
      ['https://[2001:db8::1]/', neither],
      ['example.com:443', neither],
      ['example.com/login', neither],
      ['someone@example.com', neither],
      ['https://localhost/', neither],
      ['https://', neither],
    ],
  },
  config: {
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ip7', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: { reject: [[{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field']] },
  rules: [[{}, ["New Breach Within Window: metrics['breach.last_added_age_hours'] < 48 critical"]]],
  metrics: ["metrics['breach.last_added_age_hours']"],
})

it.each([
  ['example.com', 'example.com'],
  ['Shop.Example.COM.', 'shop.example.com'],
  ['https://www.example.com/login?next=/', 'www.example.com'],
  ['http://someone:secret@example.com:8080/', 'example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
])('watches %s as the host %s', (input, target) => {
  expect(breach.target.parse(input)).toMatchObject({ text: target, target })
})

it('is one global fact, looked up at most once an hour', () => {
  expect(breach).toMatchObject({ confirmation: 'none', minIntervalSeconds: 3600 })
})
