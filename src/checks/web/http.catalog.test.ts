import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { http } from './http.ts'

tryCatalogEntry(http, {
  targets: {
    accepted: [
      'https://example.com',
      'http://localhost:3000/',
      'https://[2001:db8::1]/status?deep=1',
      'https://bücher.example/',
    ],
    refused: [
      ['', 'must be a https:// or http:// URL'],
      ['ftp://example.com/', 'must be a https:// or http:// URL'],
      ['https://token@example.com/', /must not contain a user name or password/],
    ],
  },
  config: {
    method: {
      accept: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      reject: [
        ['get', 'config.method: Invalid value. Allowed values: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
        ['TRACE', 'config.method: Invalid value'],
      ],
    },
    followRedirects: {
      accept: [true, false],
      reject: [['no', 'config.followRedirects: Expected boolean, received string']],
    },
    captureScreenshot: {
      accept: [true, false],
      reject: [['always', 'config.captureScreenshot: Expected boolean, received string']],
    },
    authType: {
      accept: ['none'],
      reject: [
        ['ntlm', 'Allowed values: none, basic, digest, bearer'],
        ['basic', 'config.authUsername: Required with authType basic'],
      ],
    },
    authUsername: { accept: ['robot'], reject: [[7, 'config.authUsername: Expected string, received number']] },
    authPassword: {
      accept: ['hunter2', ''],
      reject: [[true, 'config.authPassword: Expected string, received boolean']],
    },
    bearerToken: { accept: ['eyJhbGciOi'], reject: [[{}, 'config.bearerToken: Expected string, received object']] },
    requestBody: {
      accept: ['{"ping":true}', ''],
      reject: [
        [{ ping: true }, 'config.requestBody: Expected string, received object'],
        ['x'.repeat(65_537), 'at most 65536 character'],
      ],
    },
    requestHeaders: {
      accept: [
        [],
        [
          { key: 'Accept', value: 'text/html' },
          { key: 'X-Empty', value: '' },
        ],
      ],
      reject: [
        [{ Accept: 'text/html' }, 'config.requestHeaders: Expected array, received object'],
        [[{ key: 'Bad Name', value: '' }], 'config.requestHeaders[0].key: must be a header name'],
        [[{ key: 'A', value: 'b\r\nC: d' }], 'config.requestHeaders[0].value: must not contain line breaks'],
        [[{ key: 'A' }], 'config.requestHeaders[0].value: Required'],
        [[{ key: 'A', value: 'b', secret: true }], 'config.requestHeaders[0].secret: unsupported field'],
        [Array(51).fill({ key: 'A', value: 'b' }), 'Array must contain at most 50 element(s)'],
      ],
    },
    failIfBodyMatchesRegexp: {
      accept: ['(?i)fatal error', ['stack trace', 'SQLSTATE\\[\\d+\\]']],
      reject: [
        ['(', /config.failIfBodyMatchesRegexp: must be a regular expression/],
        [[''], /config.failIfBodyMatchesRegexp/],
        [5, /config.failIfBodyMatchesRegexp/],
      ],
    },
    failIfBodyNotMatchesRegexp: {
      accept: ['"status":"ok"', ['Welcome', '</html>'], []],
      reject: [
        [['ok', '(?<=a)b'], /config.failIfBodyNotMatchesRegexp\[1\]: must be a regular expression/],
        [Array(21).fill('a'), /config.failIfBodyNotMatchesRegexp/],
      ],
    },
    transportMode: { accept: ['auto', 'tcp', 'http3'], reject: [['quic', 'Allowed values: auto, tcp, http3']] },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
        ['5', 'Expected number, received string'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ipv4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { authType: 'basic', authUsername: 'robot', authPassword: 'hunter2' },
      { authType: 'basic', authUsername: 'key-used-alone' },
      { authType: 'digest', authUsername: 'robot', authPassword: 'hunter2' },
      { authType: 'bearer', bearerToken: 'abc' },
      { authPassword: 'kept for later', bearerToken: 'abc' },
      { method: 'POST', requestBody: 'a=1', expiryReminderDays: [30, 7, 1] },
      { method: 'HEAD', captureScreenshot: true },
      { notificationGroupIds: [], confirmationThreshold: 2, durationWindow: 60, repeatIntervalSeconds: 3600 },
    ],
    reject: [
      [{ method: 'POST', captureScreenshot: true }, 'config.captureScreenshot: needs the method GET or HEAD'],
      [{ authType: 'digest', authPassword: 'hunter2' }, 'config.authUsername: Required with authType digest'],
      [{ authType: 'bearer', authUsername: 'robot' }, 'config.bearerToken: Required with authType bearer'],
      [{ authType: 'bearer', bearerToken: '' }, 'config.bearerToken: Required with authType bearer'],
      [{ expiryReminderDays: [0] }, 'config.expiryReminderDays[0]: Number must be greater than or equal to 1'],
      [
        { expiryReminderDays: [1, 2, 3, 4, 5, 6] },
        'config.expiryReminderDays: Array must contain at most 5 element(s)',
      ],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        'Unexpected Status Code: status_code not_in_groups ["2xx","3xx"] critical',
      ],
    ],
  ],
  metrics: [
    'status_code',
    "metrics['http.status_code']",
    'response_time',
    "metrics['http.response_time_ms']",
    'http.body_regexp_match',
    "metrics['http.body_regexp_match']",
    'ssl_expiry',
    "metrics['http.ssl_expiry_days']",
  ],
})

describe('an http monitor', () => {
  it('keeps its password, token and body secret', () => {
    expect([...http.secrets].sort()).toEqual(['authPassword', 'bearerToken', 'requestBody'])
  })

  it('rejects HTTP/3 without TLS', () => {
    expect(configProblems(http, { transportMode: 'http3' }, readTarget(http.target, 'http://example.com/'))).toEqual([
      'config.transportMode: http3 needs an https:// target',
    ])
  })
})
