import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { integrity } from './integrity.ts'

const pages = (count: number): string[] => Array.from({ length: count }, (_, i) => `https://example.com/${i}`)
const notAUrl = 'must be a https:// or http:// URL'

tryCatalogEntry(integrity, {
  targets: {
    accepted: ['http://shop.example.com/', 'https://bücher.example/', 'https://192.0.2.1/'],
    refused: [
      ['shop.example.com', notAUrl],
      ['ws://example.com/', notAUrl],
    ],
  },
  config: {
    pages: {
      accept: [['https://example.com/'], ['https://www.example.com/a', 'http://shop.example.com/b?c=1'], pages(50)],
      reject: [
        [[], 'config.pages: Array must contain at least 1 element(s)'],
        [pages(51), 'config.pages: Array must contain at most 50 element(s)'],
        ['https://example.com/', 'config.pages: Expected array, received string'],
        [['/relative'], `config.pages[0]: ${notAUrl}`],
        [
          ['https://example.com/', 'https://jo:secret@example.com/'],
          'config.pages[1]: must not contain a user name or password',
        ],
        [['https://example.org/'], 'config.pages[0]: must be on example.com, the domain of the target'],
        [['https://example.com.evil.org/'], 'config.pages[0]: must be on example.com, the domain of the target'],
        [['https://notexample.com/'], 'config.pages[0]: must be on example.com'],
        [['https://192.0.2.1/'], 'config.pages[0]: must be on example.com'],
        [['https://example.com', 'https://EXAMPLE.com/#top'], 'config.pages[1]: is listed twice'],
      ],
    },
    textChangeThreshold: {
      accept: [1, 10, 25, 50, 100],
      reject: [
        [0, 'greater than or equal to 1'],
        [101, 'less than or equal to 100'],
        ['Low', 'Expected number'],
      ],
    },
    pageThresholds: {
      accept: [{}, { 'https://example.com/': 1 }, { 'https://example.com': 100 }],
      reject: [
        [[10], 'config.pageThresholds: Expected object, received array'],
        [
          { 'https://example.com/': 0 },
          'config.pageThresholds.https://example.com/: Number must be greater than or equal to 1',
        ],
        [{ 'https://example.com/': 101 }, 'less than or equal to 100'],
        [
          { 'https://example.com/other': 10 },
          'config.pageThresholds.https://example.com/other: must be one of the pages',
        ],
        [{ home: 10 }, 'config.pageThresholds.home: must be one of the pages'],
      ],
    },
    ignoreSelectors: {
      accept: [
        [],
        ['#clock', '.ad > iframe', 'div[data-x="a{b}"]:not(.keep, :has(> [a])) ~ p', 'a\\:b', '*'],
        Array.from({ length: 20 }, () => '.x'),
      ],
      reject: [
        [[''], 'config.ignoreSelectors[0]: String must contain at least 1 character(s)'],
        [['   '], 'config.ignoreSelectors[0]: must be a CSS selector'],
        [['.a', '.b {'], 'config.ignoreSelectors[1]: must be a CSS selector'],
        [['div[a'], 'must be a CSS selector'],
        [[':not(.a'], 'must be a CSS selector'],
        [['a[b="c]'], 'must be a CSS selector'],
        [['"quoted"'], 'must be a CSS selector'],
        [['<script>'], 'must be a CSS selector'],
        [['> +'], 'must be a CSS selector'],
        [['p::before'], 'must be a CSS selector'],
        [['.'.repeat(201)], 'at most 200 character(s)'],
        [Array.from({ length: 21 }, () => '.x'), 'at most 20 element(s)'],
      ],
    },
    checkHeaders: {
      accept: [true, false],
      reject: [['yes', 'config.checkHeaders: Expected boolean, received string']],
    },
    checkScriptContent: {
      accept: [true, false],
      reject: [[1, 'config.checkScriptContent: Expected boolean, received number']],
    },
    render: { accept: [true, false], reject: [['browser', 'config.render: Expected boolean, received string']] },
    trustedOrigins: {
      accept: [
        [],
        ['https://cdn.example.net', 'cdn.example.net', 'https://bücher.example', '192.0.2.1', 'https://[2001:db8::1]'],
      ],
      reject: [
        [['http://cdn.example.net'], 'config.trustedOrigins[0]: must be https://host or a hostname'],
        [['https://cdn.example.net/lib.js'], 'config.trustedOrigins[0]: must be https://host or a hostname'],
        [['https://'], 'must be https://host or a hostname'],
        [['*.example.net'], 'must be https://host or a hostname'],
        [Array.from({ length: 101 }, (_, i) => `h${i}.example`), 'at most 100 element(s)'],
      ],
    },
    keywords: {
      accept: [[], ['hacked by', 'виагра']],
      reject: [
        [[''], 'config.keywords[0]: String must contain at least 1 character(s)'],
        [['x'.repeat(101)], 'at most 100 character(s)'],
        [Array.from({ length: 51 }, () => 'x'), 'at most 50 element(s)'],
      ],
    },
    autoAcceptAfterHours: {
      accept: [0, 1, 3, 6, 24],
      reject: [
        [2, 'Allowed values: 0, 1, 3, 6, 24'],
        ['24', 'Allowed values: 0, 1, 3, 6, 24'],
      ],
    },
    autoAcceptSecurity: {
      accept: [true, false],
      reject: [[null, 'config.autoAcceptSecurity: Expected boolean, received null']],
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
      { pages: pages(10), render: true },
      { pages: pages(50), render: false },
      { pages: pages(2), pageThresholds: { 'https://example.com/1': 5 } },
    ],
    reject: [
      [{ pages: pages(11), render: true }, 'config.pages: must be at most 10 when render is on'],
      [
        { pages: pages(2), pageThresholds: { 'https://example.com/': 5 } },
        'https://example.com/: must be one of the pages',
      ],
      [{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Unknown script source: metrics['integrity.new_script_origins'] > 0 critical",
        "Form sends data elsewhere: metrics['integrity.new_form_targets'] > 0 critical",
        "Tamper keywords: metrics['integrity.keyword_hits'] > 0 critical",
        "Redirects elsewhere: metrics['integrity.redirect_changed'] > 0 critical",
        "Security header weakened: metrics['integrity.headers_weakened'] > 0 critical",
        "Third-party script changed: metrics['integrity.scripts_changed_third_party'] > 0 critical",
        "Page content changed: metrics['integrity.pages_changed'] > 0 warning",
        "Security headers changed: metrics['integrity.headers_changed_other'] > 0 warning",
        "First-party script changed: metrics['integrity.scripts_changed_first_party'] > 0 warning",
        "New data destination: metrics['integrity.new_connect_origins'] > 0 warning",
        "New embedded frame: metrics['integrity.new_iframe_origins'] > 0 warning",
        "New external links: metrics['integrity.new_link_domains'] >= 5 warning",
        "Pages unreachable: metrics['integrity.pages_unreachable_partial'] > 0 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['integrity.new_script_origins']",
    "metrics['integrity.new_form_targets']",
    "metrics['integrity.keyword_hits']",
    "metrics['integrity.redirect_changed']",
    "metrics['integrity.headers_weakened']",
    "metrics['integrity.scripts_changed_third_party']",
    "metrics['integrity.pages_changed']",
    "metrics['integrity.headers_changed_other']",
    "metrics['integrity.scripts_changed_first_party']",
    "metrics['integrity.new_connect_origins']",
    "metrics['integrity.new_iframe_origins']",
    "metrics['integrity.new_link_domains']",
    "metrics['integrity.pages_unreachable_partial']",
    "metrics['integrity.text_change_pct_max']",
    "metrics['integrity.headers_changed']",
    "metrics['integrity.scripts_content_changed']",
    "metrics['integrity.pages_unreachable']",
    "metrics['integrity.pages_checked']",
    "metrics['integrity.baseline_missing']",
  ],
})

it('closes the security rules, and only them, after three clean checks', () => {
  expect(integrity.defaultRules.filter((rule) => rule.clearAfter === 3).map((rule) => rule.name)).toEqual([
    'Unknown script source',
    'Form sends data elsewhere',
    'Tamper keywords',
    'Redirects elsewhere',
    'Security header weakened',
    'Third-party script changed',
    'New data destination',
  ])
})

it.each([
  [
    'https://jo.github.io/',
    'https://ann.github.io/',
    ['config.pages[0]: must be on jo.github.io, the domain of the target'],
  ],
  ['https://shop.example.co.uk/', 'https://www.example.co.uk/', []],
  ['https://a.co.uk/', 'https://b.co.uk/', ['config.pages[0]: must be on a.co.uk, the domain of the target']],
  ['https://bücher.example/', 'https://www.xn--bcher-kva.example/', []],
  ['http://192.0.2.1/', 'http://192.0.2.1:8080/x', []],
  ['http://192.0.2.1/', 'http://192.0.2.2/', ['config.pages[0]: must be on 192.0.2.1, the domain of the target']],
  ['http://intranet/', 'http://intranet/x', []],
])('compares the site of %s with that of the page %s', (target, page, problems) => {
  expect(configProblems(integrity, { pages: [page] }, readTarget(integrity.target, target))).toEqual(problems)
})

it('has an alias, alerts on the first change and runs at most every five minutes', () => {
  expect(integrity).toMatchObject({ aliases: ['page_integrity'], confirmationThreshold: 1, minIntervalSeconds: 300 })
})
