import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { mailLoginCatalog } from '../../../test/kit/checks/mail-login-catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { imap } from './imap.ts'
import { mailCredentials } from './login.ts'

const login = { username: 'robot@example.com', password: 'hunter2' }

tryCatalogEntry(imap, {
  targets: {
    accepted: [
      'example.com',
      'localhost',
      '192.0.2.1',
      '[2001:db8::1]:993',
      'imap.example.com:993',
      'post.bücher.example',
    ],
    refused: [
      ['imap.example.com:70000', 'port must be between 1 and 65535'],
      ['imaps://imap.example.com', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    ...mailLoginCatalog,
    port: {
      accept: [1, 143, 993, 65_535],
      reject: [
        [0, 'config.port: Number must be greater than or equal to 1'],
        [70_000, 'less than or equal to 65535'],
      ],
    },
    tlsMode: {
      accept: ['implicit', 'starttls', 'none'],
      reject: [['ssl', 'config.tlsMode: Invalid value. Allowed values: implicit, starttls, none']],
    },
    verifyTls: { accept: [true, false], reject: [[1, 'config.verifyTls: Expected boolean, received number']] },
    username: {
      accept: [''],
      reject: [
        ['robot', 'config.password: Required with a username'],
        ['a\r\nb', 'config.username: must not contain line breaks'],
        ['x'.repeat(321), 'at most 320 character'],
      ],
    },
    password: {
      accept: ['hunter2', ''],
      reject: [
        [null, 'config.password: Expected string, received null'],
        ['a\0b', 'must not contain line breaks'],
      ],
    },
    mailbox: {
      accept: ['INBOX', 'Archive/2026', 'Entwürfe'],
      reject: [
        ['', 'config.mailbox: String must contain at least 1 character(s)'],
        ['a\r\nb', 'config.mailbox: must not contain line breaks'],
        ['x'.repeat(256), 'at most 255 character'],
      ],
    },
    checkNewestAge: { accept: [true, false], reject: [['no', 'config.checkNewestAge: Expected boolean']] },
    listFolders: { accept: [true, false], reject: [['no', 'config.listFolders: Expected boolean']] },
    timeoutSeconds: {
      accept: [1, 15, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ipv6', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      login,
      { ...login, tlsMode: 'starttls', port: 143 },
      { ...login, tlsMode: 'none' },
      { username: '', tlsMode: 'none' },
    ],
    reject: [
      [{ username: 'robot' }, 'config.password: Required with a username'],
      [{ username: 'robot', password: '' }, 'config.password: Required with a username'],
    ],
  },
  rules: [
    [{ tlsMode: 'none' }, ['Availability Check: success == false critical']],
    [
      {},
      [
        'Availability Check: success == false critical',
        "Certificate Expiring: metrics['imap.cert_days_left'] < 14 warning",
      ],
    ],
    [
      { username: '' },
      [
        'Availability Check: success == false critical',
        "Certificate Expiring: metrics['imap.cert_days_left'] < 14 warning",
      ],
    ],
    [
      login,
      [
        'Availability Check: success == false critical',
        "Certificate Expiring: metrics['imap.cert_days_left'] < 14 warning",
        "Login Failed: metrics['imap.auth_ok'] == 0 critical",
        "Mailbox Almost Full: metrics['imap.quota_used_pct'] >= 90 warning",
        "Mailbox Full: metrics['imap.quota_used_pct'] >= 99 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['imap.error_count']",
    "metrics['imap.auth_ok']",
    "metrics['imap.cert_days_left']",
    "metrics['imap.cert_valid']",
    "metrics['imap.tls_version']",
    "metrics['imap.plaintext_login_allowed']",
    "metrics['imap.starttls_offered']",
    "metrics['imap.check_time_ms']",
    "metrics['imap.connect_time_ms']",
    "metrics['imap.tls_time_ms']",
    "metrics['imap.greeting_ms']",
    "metrics['imap.auth_ms']",
    "metrics['imap.messages']",
    "metrics['imap.newest_message_age_s']",
    "metrics['imap.unseen']",
    "metrics['imap.folders']",
    "metrics['imap.select_ms']",
    "metrics['imap.quota_used_pct']",
    "metrics['imap.mailbox_bytes']",
    "metrics['imap.quota_used_bytes']",
    "metrics['imap.quota_limit_bytes']",
    "metrics['imap.quota_supported']",
  ],
})

it('requires the imap password again when port, TLS mode or username changes', () => {
  expect(imap.credentials).toMatchObject(mailCredentials)
  expect(imap.secrets).toEqual(['password', 'oauthClientSecret', 'oauthRefreshToken'])
})

it('takes the port from the target or from the config, unless they differ', () => {
  const target = readTarget(imap.target, 'imap.example.com:1993')
  expect(configProblems(imap, {}, target)).toEqual([])
  expect(configProblems(imap, { port: 1993 }, target)).toEqual([])
  expect(configProblems(imap, { port: 993 }, target)).toEqual(['config.port: must be the port of the target, 1993'])
})
