import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { rdap } from './rdap.ts'

const suffix = 'must be a domain someone can register, not a suffix such as co.uk'
const neither = 'must be a domain name or a URL that contains one'

tryCatalogEntry(rdap, {
  targets: {
    accepted: ['www.example.com', 'http://example.org', 'example.com.', 'пример.рф', 'xn--bcher-kva.example'],
    refused: [
      ['com', neither],
      ['co.uk', suffix],
      ['https://co.uk/', suffix],
      ['[2001:db8::1]', neither],
      ['2001:db8::1', neither],
      ['example.com:443', neither],
      ['example..com', neither],
      ['*.example.com', neither],
      ['someone@example.com', neither],
      ['https://', neither],
      ['https://intranet/', neither],
    ],
  },
  config: {
    lookupMethod: {
      accept: ['auto', 'rdap', 'whois'],
      reject: [['dns', 'config.lookupMethod: Invalid value. Allowed values: auto, rdap, whois']],
    },
    expectedNameservers: {
      accept: [[], ['ns1.example.com', 'ns2.example.com.'], ['ns.bücher.example']],
      reject: [
        ['ns1.example.com', 'config.expectedNameservers: Expected array, received string'],
        [['192.0.2.1'], 'config.expectedNameservers[0]: must be a hostname'],
        [['ns1.example.com', 'ns 2'], 'config.expectedNameservers[1]: must be a hostname'],
        [Array.from({ length: 21 }, (_, i) => `ns${i}.example.com`), 'Array must contain at most 20 element(s)'],
      ],
    },
    expectedRegistrar: {
      accept: ['Gandi', ''],
      reject: [
        [7, 'config.expectedRegistrar: Expected string, received number'],
        ['x'.repeat(201), 'at most 200 character(s)'],
      ],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { expiryReminderDays: [30, 7, 1] },
      { confirmationThreshold: 1, durationWindow: 0, repeatIntervalSeconds: 3600 },
    ],
    reject: [
      [{ expiryReminderDays: [0] }, 'config.expiryReminderDays[0]: Number must be greater than or equal to 1'],
      [{ expiryReminderDays: [1, 2, 3, 4, 5, 6] }, 'at most 5 element(s)'],
    ],
  },
  rules: [
    [
      {},
      [
        "Domain Expiring: metrics['rdap.days_until_expiry'] < 30 warning",
        "Domain Expires Soon: metrics['rdap.days_until_expiry'] < 7 critical",
        "Domain On Hold: metrics['rdap.on_hold'] == 1 critical",
        "Nameservers Changed: metrics['rdap.nameservers_changed'] == 1 critical",
        "Registrar Changed: metrics['rdap.registrar_changed'] == 1 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['rdap.days_until_expiry']",
    "metrics['rdap.expired']",
    "metrics['rdap.registered']",
    "metrics['rdap.on_hold']",
    "metrics['rdap.pending_delete']",
    "metrics['rdap.transfer_locked']",
    "metrics['rdap.nameservers_changed']",
    "metrics['rdap.nameservers_match']",
    "metrics['rdap.registrar_changed']",
    "metrics['rdap.registrar_match']",
    "metrics['rdap.status_changed']",
    "metrics['rdap.dnssec_signed']",
    "metrics['rdap.days_since_update']",
    "metrics['rdap.domain_age_days']",
    "metrics['rdap.lookup_time_ms']",
    "metrics['rdap.lookup_ok']",
  ],
})

it.each([
  ['www.shop.Example.com', 'example.com'],
  ['https://www.example.co.uk:8443/shop?x=1#top', 'example.co.uk'],
  ['https://someone:secret@www.example.com/', 'example.com'],
  ['pages.github.io', 'github.io'],
  ['www.bücher.de', 'xn--bcher-kva.de'],
  ['https://www.пример.рф/', 'xn--e1afmkfd.xn--p1ai'],
  ['example.com.', 'example.com'],
])('monitors %s as the registered domain %s', (input, target) => {
  expect(rdap.target.parse(input)).toMatchObject({ text: target, target })
})

it('is one global fact, looked up at most once an hour', () => {
  expect(rdap).toMatchObject({ confirmation: 'none', minIntervalSeconds: 3600, expires: true })
})
