import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { mailLoginCatalog } from '../../../test/kit/checks/mail-login-catalog.ts'
import { pop3 } from './pop3.ts'
import { mailCredentials } from './login.ts'

const login = { username: 'robot@example.com', password: 'hunter2' }

tryCatalogEntry(pop3, {
  targets: {
    accepted: ['example.com', 'localhost', '[2001:db8::1]:995', 'pop.example.com:995'],
    refused: [
      ['pop.example.com:70000', 'port must be between 1 and 65535'],
      ['pop3://pop.example.com', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    ...mailLoginCatalog,
    port: {
      accept: [1, 110, 995, 65_535],
      reject: [
        [0, 'config.port: Number must be greater'],
        [65_536, 'less than or equal to 65535'],
      ],
    },
    tlsMode: {
      accept: ['implicit', 'starttls', 'none'],
      reject: [['stls', 'config.tlsMode: Invalid value. Allowed values: implicit, starttls, none']],
    },
    verifyTls: { accept: [true, false], reject: [['true', 'config.verifyTls: Expected boolean, received string']] },
    username: {
      accept: [''],
      reject: [
        ['robot', 'config.password: Required with a username'],
        ['a\nb', 'config.username: must not contain line breaks'],
      ],
    },
    password: { accept: ['hunter2', ''], reject: [[7, 'config.password: Expected string, received number']] },
    checkNewestAge: {
      accept: [true, false],
      reject: [[1, 'config.checkNewestAge: Expected boolean, received number']],
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
    accept: [login, { ...login, tlsMode: 'starttls', port: 110 }, { username: '', tlsMode: 'none' }],
    reject: [[{ username: 'robot', password: '' }, 'config.password: Required with a username']],
  },
  rules: [
    [{ tlsMode: 'none' }, ['Availability Check: success == false critical']],
    [
      {},
      [
        'Availability Check: success == false critical',
        "Certificate Expiring: metrics['pop3.cert_days_left'] < 14 warning",
      ],
    ],
    [
      login,
      [
        'Availability Check: success == false critical',
        "Certificate Expiring: metrics['pop3.cert_days_left'] < 14 warning",
        "Login Failed: metrics['pop3.auth_ok'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    "metrics['pop3.error_count']",
    "metrics['pop3.auth_ok']",
    "metrics['pop3.cert_days_left']",
    "metrics['pop3.cert_valid']",
    "metrics['pop3.tls_version']",
    "metrics['pop3.plaintext_login_allowed']",
    "metrics['pop3.stls_offered']",
    "metrics['pop3.check_time_ms']",
    "metrics['pop3.connect_time_ms']",
    "metrics['pop3.tls_time_ms']",
    "metrics['pop3.greeting_ms']",
    "metrics['pop3.auth_ms']",
    "metrics['pop3.messages']",
    "metrics['pop3.mailbox_bytes']",
    "metrics['pop3.newest_message_age_s']",
    "metrics['pop3.stat_ms']",
    "metrics['pop3.uidl_supported']",
    "metrics['pop3.top_supported']",
    "metrics['pop3.greeting_match']",
  ],
})

it('requires the pop3 password again when port, TLS mode or username changes', () => {
  expect(pop3.credentials).toMatchObject(mailCredentials)
  expect(pop3.secrets).toEqual(['password', 'oauthClientSecret', 'oauthRefreshToken'])
})
