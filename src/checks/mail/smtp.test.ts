import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { mailLoginCatalog } from '../../../test/kit/checks/mail-login-catalog.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'
import { smtp } from './smtp.ts'
import { mailCredentials } from './login.ts'

const login = { username: 'robot@example.com', password: 'hunter2', port: 587 }

tryCatalogEntry(smtp, {
  targets: {
    accepted: ['example.com', 'mx.example.com:587', '192.0.2.1', '[2001:db8::25]:25', 'bücher.example'],
    refused: [
      ['mail.example.com:0', 'port must be between 1 and 65535'],
      ['smtp://mail.example.com', 'must be a hostname or an IP address'],
      ['robot@example.com', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    ...mailLoginCatalog,
    port: {
      accept: [1, 25, 587, 65_535],
      reject: [
        [0, 'config.port: Number must be greater than or equal to 1'],
        [65_536, 'less than or equal to 65535'],
        ['25', 'config.port: Expected number, received string'],
      ],
    },
    checkOpenRelay: {
      accept: [true, false],
      reject: [['no', 'config.checkOpenRelay: Expected boolean, received string']],
    },
    checkPtr: { accept: [true, false], reject: [[0, 'config.checkPtr: Expected boolean, received number']] },
    username: {
      accept: [''],
      reject: [
        [5, 'config.username: Expected string, received number'],
        ['a\r\nRCPT TO:<b>', 'config.username: must not contain line breaks'],
        ['robot@example.com', 'config.port: must be 587 or 465 with a username'],
      ],
    },
    password: {
      accept: ['hunter2', ''],
      reject: [
        [5, 'config.password: Expected string, received number'],
        ['a\nb', 'config.password: must not contain line breaks'],
        ['x'.repeat(1001), 'at most 1000 character'],
      ],
    },
    tlsMode: { accept: ['starttls', 'implicit'], reject: [['none', 'Allowed values: starttls, implicit']] },
    verifyTls: { accept: [true, false], reject: [['yes', 'config.verifyTls: Expected boolean']] },
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
      login,
      { ...login, tlsMode: 'starttls' },
      { ...login, port: 465 },
      { ...login, port: 465, tlsMode: 'implicit' },
      { username: '', port: 25 },
      { port: 2525, tlsMode: 'implicit' },
    ],
    reject: [
      [{ username: 'robot', password: 'x' }, 'config.port: must be 587 or 465 with a username'],
      [{ ...login, port: 25 }, 'config.port: must be 587 or 465 with a username'],
      [{ ...login, port: 2525 }, 'config.port: must be 587 or 465 with a username'],
      [{ username: 'robot', port: 587 }, 'config.password: Required with a username'],
      [{ ...login, password: '' }, 'config.password: Required with a username'],
      [{ ...login, port: 465, tlsMode: 'starttls' }, 'config.tlsMode: must be implicit on port 465'],
      [{ ...login, tlsMode: 'implicit' }, 'config.tlsMode: must be starttls on port 587'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Open Relay Detected: metrics['smtp.open_relay'] == 1 critical",
      ],
    ],
    [
      login,
      [
        'Availability Check: success == false critical',
        "Open Relay Detected: metrics['smtp.open_relay'] == 1 critical",
        "Login Failed: metrics['smtp.auth_ok'] == 0 critical",
        "Certificate Expiring: metrics['smtp.cert_days_left'] < 14 warning",
      ],
    ],
  ],
  metrics: [
    "metrics['smtp.connect_time_ms']",
    "metrics['smtp.open_relay']",
    "metrics['smtp.tls_supported']",
    "metrics['smtp.ptr_valid']",
    "metrics['smtp.banner_match']",
    "metrics['smtp.auth_ok']",
    "metrics['smtp.auth_ms']",
    "metrics['smtp.cert_days_left']",
    "metrics['smtp.cert_valid']",
    "metrics['smtp.tls_version']",
    "metrics['smtp.tls_time_ms']",
  ],
})

describe('an smtp login', () => {
  it('uses the port of the target', () => {
    expect(configProblems(smtp, login, readTarget(smtp.target, 'mail.example.com:587'))).toEqual([])
    expect(configProblems(smtp, login, readTarget(smtp.target, '2001:db8::25'))).toEqual([])
    expect(configProblems(smtp, login, readTarget(smtp.target, 'mail.example.com:25'))).toEqual([
      'config.port: must be the port of the target, 25',
    ])
  })

  it('requires the password again when port, TLS mode or username changes', () => {
    expect(smtp.credentials).toMatchObject(mailCredentials)
    expect(smtp.secrets).toEqual(['password', 'oauthClientSecret', 'oauthRefreshToken'])
  })
})
