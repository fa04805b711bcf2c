import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { dns } from './dns.ts'

tryCatalogEntry(dns, {
  targets: {
    accepted: ['com', 'example.com.', '_dmarc.example.com', '2001:db8::1', 'bücher.example', 'localhost'],
    refused: [
      ['example..com', 'must be a hostname or an IP address'],
      ['1.2.3', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    queryType: {
      accept: ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'SRV', 'PTR', 'CAA'],
      reject: [
        ['a', 'config.queryType: Invalid value. Allowed values: A, AAAA, CNAME, MX, NS, TXT, SOA, SRV, PTR, CAA'],
        ['ANY', 'config.queryType: Invalid value'],
      ],
    },
    resolver: {
      accept: ['1.1.1.1', '2606:4700:4700::1111', '127.0.0.1:5353', '[2001:db8::1]:5353'],
      reject: [
        ['dns.google', 'config.resolver: must be an IP address'],
        ['1.1.1', 'config.resolver: must be an IP address'],
        ['1.1.1.1:70000', 'config.resolver: must be an IP address'],
        ['', 'config.resolver: must be an IP address'],
      ],
    },
    captureRecords: {
      accept: [true, false],
      reject: [[1, 'config.captureRecords: Expected boolean, received number']],
    },
    expectedValues: {
      accept: [[], ['192.0.2.1'], ['192.0.2.1', '192.0.2.2']],
      reject: [
        ['192.0.2.1', 'config.expectedValues: Expected array, received string'],
        [[''], 'config.expectedValues[0]: String must contain at least 1 character(s)'],
        [Array(51).fill('192.0.2.1'), 'Array must contain at most 50 element(s)'],
        [['192.0.2.1', 'example.com'], 'config.expectedValues[1]: must be an IPv4 address'],
      ],
    },
    matchMode: {
      accept: ['any_exact', 'any_regex', 'any_contains', 'none_contains'],
      reject: [['exact', 'Allowed values: any_exact, any_regex, any_contains, none_contains']],
    },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['6', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { queryType: 'AAAA', expectedValues: ['2001:db8::1'] },
      { queryType: 'MX', expectedValues: ['mail.example.com'] },
      { queryType: 'TXT', expectedValues: ['v=spf1 -all'], matchMode: 'any_exact' },
      { queryType: 'SOA', expectedValues: ['ns1.example.com', 'hostmaster.example.com', '2026010101'] },
      { queryType: 'A', expectedValues: ['^192\\.0\\.2\\.'], matchMode: 'any_regex' },
      { queryType: 'A', expectedValues: ['192.0.2.'], matchMode: 'any_contains' },
      { queryType: 'A', expectedValues: ['10.'], matchMode: 'none_contains' },
      { resolver: '1.1.1.1:53', ipVersion: 'ip4' },
      { resolver: '2606:4700:4700::1111', ipVersion: 'ip6' },
      { resolver: '[2606:4700:4700::1111]:53', ipVersion: 'any' },
    ],
    reject: [
      [{ queryType: 'AAAA', expectedValues: ['192.0.2.1'] }, 'config.expectedValues[0]: must be an IPv6 address'],
      [
        { queryType: 'TXT', expectedValues: ['ok', '('], matchMode: 'any_regex' },
        'config.expectedValues[1]: must be a regular expression',
      ],
      [
        { resolver: '1.1.1.1', ipVersion: 'ip6' },
        "config.ipVersion: must be any or ip4, the version of the resolver's address",
      ],
      [{ resolver: '[2606:4700:4700::1111]:53', ipVersion: 'ip4' }, 'config.ipVersion: must be any or ip6'],
    ],
  },
  rules: [
    [
      {},
      ['Availability Check: success == false critical', "Slow DNS Lookup: metrics['dns.check_time_ms'] > 1000 warning"],
    ],
    [
      { expectedValues: ['192.0.2.1'] },
      ['Availability Check: success == false critical', "Slow DNS Lookup: metrics['dns.check_time_ms'] > 1000 warning"],
    ],
  ],
  metrics: [
    'dns_time',
    "metrics['dns.check_time_ms']",
    "metrics['dns.answers_count']",
    "metrics['dns.error_count']",
    "metrics['dns.expected_match']",
  ],
})

describe('a dns monitor of an IP address', () => {
  it.each(['192.0.2.1', '2001:db8::1', '[2001:db8::1]'])('only looks up PTR: %s', (address) => {
    const refused = ['config.queryType: must be PTR when the target is an IP address']
    expect(configProblems(dns, { queryType: 'PTR' }, readTarget(dns.target, address))).toEqual([])
    expect(configProblems(dns, { queryType: 'MX' }, readTarget(dns.target, address))).toEqual(refused)
    expect(configProblems(dns, {}, readTarget(dns.target, address))).toEqual(refused)
  })
})
