import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { blacklist } from './blacklist.ts'

const target = 'must be a domain name or an IP address'
const zones = (count: number): string[] => Array.from({ length: count }, (_, i) => `dnsbl${i}.example.org`)

tryCatalogEntry(blacklist, {
  targets: {
    accepted: ['mail.example.com', 'bücher.example', '198.51.100.7', '::1'],
    refused: [
      ['1.2.3', target],
      ['999.1.1.1', target],
      ['192.0.2.0/24', target],
      ['example.com:25', target],
      ['[2001:db8::1]', target],
      ['http://192.0.2.1/', target],
    ],
  },
  config: {
    lists: {
      accept: [[], ['zen.spamhaus.org', 'bl.spamcop.net'], zones(100)],
      reject: [
        ['zen.spamhaus.org', 'config.lists: Expected array, received string'],
        [['zen spamhaus'], 'config.lists[0]: must be a hostname'],
        [[''], 'config.lists[0]: String must contain at least 1 character(s)'],
        [zones(101), 'Array must contain at most 100 element(s)'],
      ],
    },
    excludeLists: {
      accept: [[], ['bl.example.org']],
      reject: [
        [['192.0.2.1'], 'config.excludeLists[0]: must be a hostname'],
        [zones(101), 'Array must contain at most 100 element(s)'],
      ],
    },
    checkIps: { accept: [true, false], reject: [['no', 'config.checkIps: Expected boolean, received string']] },
    checkDomain: { accept: [true, false], reject: [[0, 'config.checkDomain: Expected boolean, received number']] },
    includeMx: { accept: [true, false], reject: [[null, 'config.includeMx: Expected boolean, received null']] },
    captureReasons: {
      accept: [true, false],
      reject: [['true', 'config.captureReasons: Expected boolean, received string']],
    },
    resolver: {
      accept: ['1.1.1.1', '2001:db8::53'],
      reject: [['dns.example.com', /config.resolver: must be an IP address/]],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
        [2.5, 'Expected integer'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['6', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { checkIps: false, checkDomain: true },
      { checkIps: true, checkDomain: false },
      { lists: ['a.example.org', 'b.example.org'], excludeLists: ['a.example.org'] },
      { excludeLists: ['a.example.org'] },
    ],
    reject: [
      [{ checkIps: false, checkDomain: false }, 'config.checkDomain: must be true when checkIps is false'],
      [{ lists: ['A.example.org'], excludeLists: ['a.example.org.'] }, 'config.excludeLists: leaves no list to query'],
      [{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Listed: metrics['blacklist.listed_count'] > 0 critical",
        "Lists Unreachable: metrics['blacklist.lists_answered_pct'] < 50 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['blacklist.listed_count']",
    "metrics['blacklist.listed_major_count']",
    "metrics['blacklist.new_listings']",
    "metrics['blacklist.delisted']",
    "metrics['blacklist.listed_ips']",
    "metrics['blacklist.domain_listed']",
    "metrics['blacklist.lists_checked']",
    "metrics['blacklist.lists_answered_pct']",
    "metrics['blacklist.lists_errored']",
    "metrics['blacklist.check_time_ms']",
  ],
})

it('rejects an IP address with checkIps off', () => {
  const problem = 'config.checkIps: must be true when the target is an IP address'
  expect(configProblems(blacklist, { checkIps: false }, readTarget(blacklist.target, '192.0.2.1'))).toEqual([problem])
  expect(configProblems(blacklist, { checkDomain: false }, readTarget(blacklist.target, '192.0.2.1'))).toEqual([])
})

it('runs at most once an hour, with confirmation by locations', () => {
  expect(blacklist).toMatchObject({ minIntervalSeconds: 3600, confirmation: 'locations' })
})
