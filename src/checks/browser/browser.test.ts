import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { browser } from './browser.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'

const cookies = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `c${i}`, value: 'x' }))

tryCatalogEntry(browser, {
  targets: {
    accepted: ['http://localhost:3000/', 'https://example.com/shop?lang=de#top'],
    refused: [
      ['www.example.com', 'must be a https:// or http:// URL'],
      ['about:blank', 'must be a https:// or http:// URL'],
      ['file:///etc/passwd', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    device: {
      accept: ['mobile', 'desktop'],
      reject: [['tablet', 'config.device: Invalid value. Allowed values: mobile, desktop']],
    },
    categories: {
      accept: [['performance'], ['performance', 'accessibility', 'best_practices', 'seo']],
      reject: [
        [[], 'config.categories: Array must contain at least 1 element(s)'],
        [
          ['pwa'],
          'config.categories[0]: Invalid value. Allowed values: performance, accessibility, best_practices, seo',
        ],
        [['seo', 'seo', 'seo', 'seo', 'seo'], 'at most 4 element(s)'],
        ['seo', 'Expected array, received string'],
      ],
    },
    throttling: {
      accept: ['simulated', 'devtools', 'none'],
      reject: [['slow', 'Allowed values: simulated, devtools, none']],
    },
    runs: {
      accept: [1, 5],
      reject: [
        [0, 'greater than or equal to 1'],
        [6, 'less than or equal to 5'],
        [1.5, 'Expected integer'],
      ],
    },
    requestHeaders: {
      accept: [[], [{ key: 'X-Test', value: '1' }]],
      reject: [
        [[{ key: 'bad name', value: '1' }], 'config.requestHeaders[0].key: must be a header name'],
        [[{ key: 'X', value: 'a\r\nb' }], 'config.requestHeaders[0].value: must not contain line breaks'],
      ],
    },
    authUsername: { accept: [''], reject: [[1, 'config.authUsername: Expected string, received number']] },
    authPassword: { accept: [''], reject: [[{}, 'config.authPassword: Expected string, received object']] },
    cookies: {
      accept: [[], [{ name: 'session', value: 'abc=123' }], cookies(50)],
      reject: [
        ['session=abc', 'config.cookies: Expected array, received string'],
        [[{ name: 'a b', value: '1' }], 'config.cookies[0].name: must be a cookie name'],
        [[{ name: 'a', value: '1; domain=evil.example' }], 'config.cookies[0].value: must be a cookie value'],
        [[{ name: 'a' }], 'config.cookies[0].value: Required'],
        [[{ name: 'a', value: '1', domain: 'evil.example' }], 'config.cookies[0].domain: unsupported field'],
        [cookies(51), 'at most 50 element(s)'],
      ],
    },
    blockedUrlPatterns: {
      accept: [[], ['*.doubleclick.net', 'https://example.com/ads/*']],
      reject: [
        [[''], 'config.blockedUrlPatterns[0]: String must contain at least 1 character(s)'],
        [['x'.repeat(501)], 'at most 500 character(s)'],
        [Array.from({ length: 21 }, () => '*'), 'at most 20 element(s)'],
      ],
    },
    locale: {
      accept: ['en', 'de-AT', 'zh-Hant-TW'],
      reject: [
        ['english', /locale: must be a language tag/],
        ['', /must be a language tag/],
        ['en_US', /must be a language tag/],
      ],
    },
    captureScreenshot: {
      accept: [true, false],
      reject: [['yes', 'config.captureScreenshot: Expected boolean, received string']],
    },
    captureReport: { accept: [true, false], reject: [[1, 'config.captureReport: Expected boolean, received number']] },
    timeoutSeconds: {
      accept: [30, 180],
      reject: [
        [29, 'greater than or equal to 30'],
        [181, 'less than or equal to 180'],
      ],
    },
    runtime: { accept: ['2026.09'], reject: [['latest', 'config.runtime: Invalid value. Allowed values: 2026.09']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{ authUsername: 'jo', authPassword: 'secret' }],
    reject: [
      [{ authUsername: 'jo' }, 'config.authPassword: Required with a username'],
      [{ authUsername: 'jo', authPassword: '' }, 'config.authPassword: Required with a username'],
      [{ authPassword: 'secret' }, 'config.authUsername: Required with a password'],
      [{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Slow LCP: metrics['browser.lcp_ms'] > 4000 warning",
        "Layout Shift: metrics['browser.cls'] > 0.25 warning",
        "Low Performance Score: metrics['browser.performance_score'] < 50 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['browser.performance_score']",
    "metrics['browser.accessibility_score']",
    "metrics['browser.best_practices_score']",
    "metrics['browser.seo_score']",
    "metrics['browser.lcp_ms']",
    "metrics['browser.fcp_ms']",
    "metrics['browser.tbt_ms']",
    "metrics['browser.si_ms']",
    "metrics['browser.tti_ms']",
    "metrics['browser.ttfb_ms']",
    "metrics['browser.inp_ms']",
    "metrics['browser.cls']",
    "metrics['browser.total_bytes']",
    "metrics['browser.js_bytes']",
    "metrics['browser.css_bytes']",
    "metrics['browser.image_bytes']",
    "metrics['browser.font_bytes']",
    "metrics['browser.third_party_bytes']",
    "metrics['browser.request_count']",
    "metrics['browser.dom_nodes']",
    "metrics['browser.console_errors']",
    "metrics['browser.failed_requests']",
    "metrics['browser.mixed_content']",
    'status_code',
    "metrics['browser.status_code']",
    "metrics['browser.audit_failed']",
    "metrics['browser.score_drop']",
  ],
})

it('keeps its password and cookies secret and bound to their origin', () => {
  expect(browser.secrets).toEqual(['authPassword', 'cookies'])
  expect(browser.credentials).toEqual({ keys: ['authPassword', 'cookies'], boundTo: ['authUsername'] })
})

it('sends no password unencrypted', () => {
  const login = { authUsername: 'jo', authPassword: 'secret' }
  expect(configProblems(browser, login, readTarget(browser.target, 'http://example.com/'))).toEqual([
    'config.authPassword: needs an https:// target',
  ])
  expect(configProblems(browser, login, readTarget(browser.target, 'HTTPS://example.com/'))).toEqual([])
})

it('runs at most once an hour', () => {
  expect(browser.minIntervalSeconds).toBe(3600)
})
