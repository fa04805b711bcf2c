import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { sftp } from './sftp.ts'

const login = { username: 'robot', password: 'hunter2' }
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n'
const keyLogin = { username: 'robot', authMethod: 'private_key', privateKey }
const fingerprint = `SHA256:${'aB3+/'.repeat(8)}xyz`
const availability = 'Availability Check: success == false critical'
const hostKeyChanged = "Host Key Changed: metrics['sftp.host_key_changed'] == 1 critical"
const loginFailed = "Login Failed: metrics['sftp.auth_ok'] == 0 critical"
const pathMissing = "Path Missing: metrics['sftp.path_exists'] == 0 critical"

tryCatalogEntry(sftp, {
  targets: {
    accepted: ['192.0.2.1:22', '2001:db8::1', '[2001:db8::1]:2222', 'localhost'],
    refused: [
      ['sftp://sftp.example.com', 'must be a hostname or an IP address'],
      ['robot@sftp.example.com', 'must be a hostname or an IP address'],
      ['sftp.example.com:99999', 'port must be between 1 and 65535'],
    ],
  },
  config: {
    port: {
      accept: [1, 22, 65_535],
      reject: [
        [0, 'config.port: Number must be greater'],
        [65_536, 'less than or equal to 65535'],
      ],
    },
    username: {
      accept: [''],
      reject: [
        ['robot', 'config.password: Required with a username'],
        ['a\nb', 'config.username: must not contain line breaks'],
      ],
    },
    authMethod: {
      accept: ['password', 'none'],
      reject: [
        ['agent', 'config.authMethod: Invalid value. Allowed values: password, private_key, none'],
        ['private_key', 'config.username: Required with authMethod private_key'],
      ],
    },
    password: { accept: ['hunter2', ''], reject: [[1, 'config.password: Expected string, received number']] },
    privateKey: {
      accept: [
        '',
        privateKey,
        '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----',
        '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----',
        'PuTTY-User-Key-File-2: ssh-ed25519\nEncryption: none\n',
      ],
      reject: [
        [
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 robot',
          'config.privateKey: must be a private key in OpenSSH, PEM or PuTTY 2 format',
        ],
        ['-----BEGIN PUBLIC KEY-----\nMIG', 'config.privateKey: must be a private key'],
        ['x'.repeat(16_385), 'at most 16384 character'],
      ],
    },
    passphrase: { accept: ['open sesame', ''], reject: [[1, 'config.passphrase: Expected string, received number']] },
    hostKeyFingerprint: {
      accept: ['', fingerprint, `${fingerprint}=`],
      reject: [
        ['MD5:16:27:ac:a5', 'config.hostKeyFingerprint: must be SHA256: and 43 characters of base64'],
        [`${fingerprint}abc`, 'config.hostKeyFingerprint: must be SHA256:'],
      ],
    },
    expectPath: {
      accept: [''],
      reject: [
        ['/in', 'config.username: Required with expectPath'],
        ['a\nb', 'config.expectPath: must not contain line breaks'],
      ],
    },
    checkNewestAge: {
      accept: [false],
      reject: [
        [true, 'config.username: Required with checkNewestAge'],
        ['no', 'config.checkNewestAge: Expected boolean'],
      ],
    },
    expectBannerRegexp: {
      accept: ['^SSH-2\\.0-OpenSSH_9'],
      reject: [['[', /config.expectBannerRegexp: must be a regular expression/]],
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
      keyLogin,
      { ...keyLogin, passphrase: 'open sesame' },
      { username: 'robot', authMethod: 'none' },
      { authMethod: 'password' },
      { ...login, expectPath: '/in', checkNewestAge: true },
      { ...keyLogin, checkNewestAge: true },
    ],
    reject: [
      [{ username: 'robot', authMethod: 'password' }, 'config.password: Required with a username'],
      [{ username: 'robot', authMethod: 'private_key' }, 'config.privateKey: Required with authMethod private_key'],
      [{ authMethod: 'private_key', privateKey }, 'config.username: Required with authMethod private_key'],
      [
        { ...login, authMethod: 'none', expectPath: '/in' },
        'config.authMethod: must be password or private_key with expectPath',
      ],
    ],
  },
  rules: [
    [{}, [availability, hostKeyChanged]],
    [login, [availability, hostKeyChanged, loginFailed]],
    [{ ...login, expectPath: '/in' }, [availability, hostKeyChanged, loginFailed, pathMissing]],
  ],
  metrics: [
    "metrics['sftp.error_count']",
    "metrics['sftp.auth_ok']",
    "metrics['sftp.host_key_match']",
    "metrics['sftp.host_key_changed']",
    "metrics['sftp.connect_time_ms']",
    "metrics['sftp.greeting_ms']",
    "metrics['sftp.handshake_ms']",
    "metrics['sftp.auth_ms']",
    "metrics['sftp.list_ms']",
    "metrics['sftp.check_time_ms']",
    "metrics['sftp.path_exists']",
    "metrics['sftp.files']",
    "metrics['sftp.newest_file_age_s']",
    "metrics['sftp.file_bytes']",
    "metrics['sftp.weak_algorithms']",
    "metrics['sftp.password_auth_offered']",
    "metrics['sftp.banner_match']",
  ],
})

it('requires the sftp credentials again when port, username or the pinned host key changes', () => {
  expect(sftp.credentials).toEqual({
    keys: ['password', 'privateKey', 'passphrase'],
    boundTo: ['port', 'username', 'hostKeyFingerprint'],
  })
  expect(sftp.secrets).toEqual(['password', 'privateKey', 'passphrase'])
})
