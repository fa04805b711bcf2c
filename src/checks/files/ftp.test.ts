import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { ftp } from './ftp.ts'

const login = { username: 'robot', password: 'hunter2' }
const availability = 'Availability Check: success == false critical'
const certificate = "Certificate Expiring: metrics['ftp.cert_days_left'] < 14 warning"
const loginFailed = "Login Failed: metrics['ftp.auth_ok'] == 0 critical"
const pathMissing = "Path Missing: metrics['ftp.path_exists'] == 0 critical"

tryCatalogEntry(ftp, {
  targets: {
    accepted: ['192.0.2.1', '[2001:db8::1]:990', '2001:db8::1', 'localhost:2121'],
    refused: [
      ['ftp://ftp.example.com', 'must be a hostname or an IP address'],
      ['ftp.example.com:0', 'port must be between 1 and 65535'],
      ['ftp.example.com/pub', 'must be a hostname or an IP address'],
    ],
  },
  config: {
    port: {
      accept: [1, 21, 990, 65_535],
      reject: [
        [0, 'config.port: Number must be greater'],
        [65_536, 'less than or equal to 65535'],
      ],
    },
    tlsMode: {
      accept: ['explicit', 'implicit', 'none'],
      reject: [['starttls', 'config.tlsMode: Invalid value. Allowed values: explicit, implicit, none']],
    },
    verifyTls: { accept: [true, false], reject: [['no', 'config.verifyTls: Expected boolean']] },
    username: {
      accept: [''],
      reject: [
        ['robot', 'config.password: Required with a username'],
        ['robot\r\nDELE x', 'config.username: must not contain line breaks'],
      ],
    },
    password: { accept: ['hunter2', ''], reject: [[true, 'config.password: Expected string, received boolean']] },
    passive: { accept: [true, false], reject: [['yes', 'config.passive: Expected boolean']] },
    expectPath: {
      accept: [''],
      reject: [
        ['/pub', 'config.username: Required with expectPath'],
        ['/pub\r\nDELE x', 'config.expectPath: must not contain line breaks'],
        ['x'.repeat(1001), 'at most 1000 character'],
      ],
    },
    checkNewestAge: {
      accept: [false],
      reject: [
        [true, 'config.username: Required with checkNewestAge'],
        ['no', 'config.checkNewestAge: Expected boolean'],
      ],
    },
    checkTransfer: {
      accept: [false],
      reject: [
        [true, 'config.expectPath: Required with checkTransfer'],
        ['no', 'config.checkTransfer: Expected boolean'],
      ],
    },
    checkAnonymous: { accept: [true, false], reject: [['no', 'config.checkAnonymous: Expected boolean']] },
    expectBannerRegexp: {
      accept: ['^220 .*ProFTPD'],
      reject: [
        ['(', /config.expectBannerRegexp: must be a regular expression/],
        [5, 'Expected string, received number'],
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
      login,
      { ...login, tlsMode: 'implicit', port: 990 },
      { ...login, tlsMode: 'none' },
      { ...login, expectPath: '/pub/daily.csv', checkNewestAge: true, checkTransfer: true },
      { ...login, checkNewestAge: true },
      { tlsMode: 'none', checkAnonymous: true },
    ],
    reject: [
      [{ username: 'robot', password: '' }, 'config.password: Required with a username'],
      [
        { ...login, tlsMode: 'none', expectPath: '/pub' },
        'config.tlsMode: must be explicit or implicit with expectPath',
      ],
      [
        { ...login, tlsMode: 'none', checkNewestAge: true },
        'config.tlsMode: must be explicit or implicit with checkNewestAge',
      ],
      [{ ...login, checkTransfer: true }, 'config.expectPath: Required with checkTransfer'],
    ],
  },
  rules: [
    [{}, [availability, certificate]],
    [{ tlsMode: 'implicit' }, [availability, certificate]],
    [{ tlsMode: 'none' }, [availability]],
    [login, [availability, certificate, loginFailed]],
    [{ ...login, expectPath: '/pub' }, [availability, certificate, loginFailed, pathMissing]],
  ],
  metrics: [
    "metrics['ftp.error_count']",
    "metrics['ftp.auth_ok']",
    "metrics['ftp.check_time_ms']",
    "metrics['ftp.connect_time_ms']",
    "metrics['ftp.greeting_ms']",
    "metrics['ftp.tls_time_ms']",
    "metrics['ftp.auth_ms']",
    "metrics['ftp.list_ms']",
    "metrics['ftp.cert_days_left']",
    "metrics['ftp.cert_valid']",
    "metrics['ftp.tls_version']",
    "metrics['ftp.tls_supported']",
    "metrics['ftp.plaintext_login_allowed']",
    "metrics['ftp.anonymous_allowed']",
    "metrics['ftp.banner_match']",
    "metrics['ftp.path_exists']",
    "metrics['ftp.files']",
    "metrics['ftp.newest_file_age_s']",
    "metrics['ftp.file_bytes']",
    "metrics['ftp.transfer_ok']",
  ],
})

it('requires the ftp password again when port, TLS mode or username changes', () => {
  expect(ftp.credentials).toMatchObject({ keys: ['password'], boundTo: ['port', 'tlsMode', 'username'] })
  expect(ftp.secrets).toEqual(['password'])
})
