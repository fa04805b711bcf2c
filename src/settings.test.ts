import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../test/kit/files.ts'
import { mailServerIn } from './mail-settings.ts'
import { mailIn } from './wiring/mail.ts'
import { BadSetting, type Settings, readSettings, roleNames, settingsHelp } from './settings.ts'

const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2'

interface Row {
  key: keyof Settings
  fallback: unknown
  good: [text: string, value: unknown][]
  bad: string[]
  rule: RegExp
}

/** Of the same form as the address of the database. */
const otherDatabase: Omit<Row, 'key'> = {
  fallback: null,
  good: [
    ['postgres://u:p@h/db', 'postgres://u:p@h/db'],
    ['postgresql:///db?host=/tmp', 'postgresql:///db?host=/tmp'],
  ],
  bad: [
    `mysql://root:${secret}@h/db`,
    secret,
    `postgres:${secret}@h`,
    `postgres://u:%zz${secret}@h/db`,
    `postgres://u:p@h:port${secret}/db`,
  ],
  rule: /a URL such as postgres:\/\/user:password@host:5432\/database/,
}

const table: Record<string, Row> = {
  LAPWING_PORT: {
    key: 'port',
    fallback: 8080,
    good: [
      ['0', 0],
      ['443', 443],
      ['65535', 65_535],
    ],
    bad: ['65536', '-1', '80.5', 'http', ' 80', '0x50', '1e3', '99999999999'],
    rule: /a whole number from 0 to 65535/,
  },
  LAPWING_HOST: {
    key: 'host',
    fallback: '127.0.0.1',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
      ['localhost', 'localhost'],
      ['lapwing-1.internal', 'lapwing-1.internal'],
    ],
    bad: ['http://localhost', '127.0.0.1:80', 'two words', '[::1]', '10.0.0.0/8', '-'],
    rule: /an address or a hostname/,
  },
  LAPWING_DATA_DIR: {
    key: 'dataDir',
    fallback: resolve('data'),
    good: [
      ['/var/lib/lapwing', '/var/lib/lapwing'],
      ['with a space', resolve('with a space')],
    ],
    bad: [],
    rule: /./,
  },
  LAPWING_DATABASE_URL: {
    key: 'databaseUrl',
    fallback: null,
    good: [
      ['postgres://u:p@h/db', 'postgres://u:p@h/db'],
      ['postgresql:///db?host=/tmp', 'postgresql:///db?host=/tmp'],
      ['postgres://h/db?connect_timeout=60', 'postgres://h/db?connect_timeout=60'],
      ['postgres://u:p@one:5433,two:5434/db', 'postgres://u:p@one:5433,two:5434/db'],
    ],
    bad: [
      `postgres://u:${secret}@one:5433,two:port/db`,
      `mysql://root:${secret}@h/db`,
      secret,
      `postgres:${secret}@h`,
      `postgres://u:%zz${secret}@h/db`,
      `postgres://u:p@h:port${secret}/db`,
      `postgres://u:${secret}@h/db?connect_timeout=soon`,
    ],
    rule: /a URL such as postgres:\/\/user:password@host:5432\/database/,
  },
  LAPWING_DATABASE_LISTEN_URL: { key: 'databaseListenUrl', ...otherDatabase },
  LAPWING_DATABASE_READ_URL: { key: 'databaseReadUrl', ...otherDatabase },
  LAPWING_DATABASE_CONNECTIONS: {
    key: 'databaseConnections',
    fallback: 10,
    good: [
      ['2', 2],
      ['500', 500],
    ],
    bad: ['1', '501', 'many'],
    rule: /a whole number from 2 to 500/,
  },
  LAPWING_ROLES: {
    key: 'roles',
    fallback: roleNames,
    good: [
      ['all', roleNames],
      ['server', ['server']],
      ['housekeeper, server', ['housekeeper', 'server']],
    ],
    bad: ['Server', 'server,', ',', 'all,server', 'cook'],
    rule: new RegExp(`all, or some of ${roleNames.join(', ')}, separated by commas`),
  },
  LAPWING_PUBLIC_URL: {
    key: 'publicUrl',
    fallback: null,
    good: [
      ['https://status.example.com', 'https://status.example.com'],
      ['http://10.0.0.1:8080/', 'http://10.0.0.1:8080'],
      ['HTTPS://Status.Example.com', 'https://status.example.com'],
    ],
    bad: [
      'status.example.com',
      'ftp://x',
      'https://x/path',
      'https://x?a=b',
      'https://x#y',
      `https://u:${secret}@x`,
      'https://',
    ],
    rule: /an http or https address without a path/,
  },
  LAPWING_SECRET_KEY: {
    key: 'secretKey',
    fallback: null,
    good: [[secret, secret]],
    bad: ['hunter2-short', 'x'.repeat(31)],
    rule: /at least 32 characters long/,
  },
  LAPWING_PREVIOUS_SECRET_KEY: {
    key: 'previousSecretKey',
    fallback: null,
    good: [[secret, secret]],
    bad: ['hunter2-short'],
    rule: /at least 32 characters long/,
  },
  LAPWING_PROVISION: {
    key: 'provision',
    fallback: null,
    good: [['acme.yaml', resolve('acme.yaml')]],
    bad: [],
    rule: /./,
  },
  LAPWING_ALLOW_PRIVATE_TARGETS: {
    key: 'allowPrivateTargets',
    fallback: null,
    good: [
      ['true', true],
      ['false', false],
    ],
    bad: ['yes', '1', 'TRUE'],
    rule: /one of true, false/,
  },
  LAPWING_DOCKER_SOCKETS: {
    key: 'dockerSockets',
    fallback: [],
    good: [
      ['/var/run/docker.sock', ['/var/run/docker.sock']],
      ['/run/a.sock, /run/b.sock', ['/run/a.sock', '/run/b.sock']],
    ],
    bad: ['docker.sock', '/run/../etc/docker.sock', '/run/'],
    rule: /absolute paths such as \/var\/run\/docker\.sock/,
  },
  LAPWING_INTERVAL_FLOOR: {
    key: 'intervalFloor',
    fallback: 3600,
    good: [
      ['1', 1],
      ['86400', 86_400],
    ],
    bad: ['0', '86401'],
    rule: /a whole number from 1 to 86400/,
  },
  LAPWING_TRUSTED_PROXIES: {
    key: 'trustedProxies',
    fallback: [],
    good: [
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ],
    bad: ['10.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'proxy.example.com', '10.0.0.1 10.0.0.2'],
    rule: /addresses such as 10\.0\.0\.1 or networks/,
  },
  LAPWING_DEADMAN_URL: {
    key: 'deadmanUrl',
    fallback: null,
    good: [['https://example.com/ping/abc?x=1', 'https://example.com/ping/abc?x=1']],
    bad: ['example.com', 'ftp://example.com/'],
    rule: /an http or https address/,
  },
  LAPWING_RDAP_BOOTSTRAP_URL: {
    key: 'rdapBootstrapUrl',
    fallback: 'https://data.iana.org/rdap/dns.json',
    good: [['https://mirror.example.com/dns.json', 'https://mirror.example.com/dns.json']],
    bad: ['data.iana.org'],
    rule: /an http or https address/,
  },
  LAPWING_WHOIS_SERVER: {
    key: 'whoisServer',
    fallback: 'whois.iana.org',
    good: [
      ['whois.example.com', 'whois.example.com'],
      ['127.0.0.1:4343', '127.0.0.1:4343'],
    ],
    bad: ['whois example', 'whois.example.com:0', 'whois.example.com:70000'],
    rule: /a host/,
  },
  LAPWING_BREACH_FEED_URL: {
    key: 'breachFeedUrl',
    fallback: 'https://haveibeenpwned.com/api/v3/breaches',
    good: [['https://mirror.example.com/breaches', 'https://mirror.example.com/breaches']],
    bad: ['haveibeenpwned.com'],
    rule: /an http or https address/,
  },
  LAPWING_ARTIFACTS_URL: {
    key: 'artifactsUrl',
    fallback: null,
    good: [
      ['s3://lapwing', 's3://lapwing'],
      ['s3://lapwing.example.com/one/two/', 's3://lapwing.example.com/one/two'],
    ],
    bad: ['lapwing', 'https://s3.example.com/lapwing', 's3://UPPER', 's3://lapwing/../x', 's3://lapwing/a b', 's3://'],
    rule: /a bucket such as/,
  },
  LAPWING_ARTIFACTS_ENDPOINT: {
    key: 'artifactsEndpoint',
    fallback: null,
    good: [['http://10.0.0.1:9000', 'http://10.0.0.1:9000']],
    bad: ['10.0.0.1:9000', 'https://s3.example.com/path'],
    rule: /an http or https address/,
  },
  LAPWING_ARTIFACTS_REGION: {
    key: 'artifactsRegion',
    fallback: 'us-east-1',
    good: [['eu-central-1', 'eu-central-1']],
    bad: ['eu central'],
    rule: /a region/,
  },
  LAPWING_ARTIFACTS_KEY_ID: {
    key: 'artifactsKeyId',
    fallback: null,
    good: [['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE']],
    bad: ['a b'],
    rule: /printable characters/,
  },
  LAPWING_ARTIFACTS_SECRET: {
    key: 'artifactsSecret',
    fallback: null,
    good: [['wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY']],
    bad: ['a b'],
    rule: /printable characters/,
  },
  LAPWING_ARTIFACTS_QUOTA: {
    key: 'artifactsQuota',
    fallback: 1024,
    good: [['50', 50]],
    bad: ['0', '49', '10 GB'],
    rule: /a whole number from 50/,
  },
  LAPWING_CHROMIUM: {
    key: 'chromium',
    fallback: null,
    good: [['/opt/chromium/chrome', '/opt/chromium/chrome']],
    bad: [],
    rule: /./,
  },
  LAPWING_BROWSERS: {
    key: 'browsers',
    fallback: null,
    good: [
      ['0', 0],
      ['64', 64],
    ],
    bad: ['65', '-1', 'all'],
    rule: /a whole number from 0 to 64/,
  },
  LAPWING_SECURITY_CONTACT: {
    key: 'securityContact',
    fallback: null,
    good: [['mailto:security@example.com', 'mailto:security@example.com']],
    bad: ['security@example.com', 'http://example.com', 'mailto:a b'],
    rule: /an address such as mailto:/,
  },
  LAPWING_OAUTH_REGISTRATION: {
    key: 'oauthRegistration',
    fallback: true,
    good: [
      ['true', true],
      ['false', false],
    ],
    bad: ['off', '1'],
    rule: /one of true, false/,
  },
  LAPWING_METRICS_TOKEN: {
    key: 'metricsToken',
    fallback: null,
    good: [['m'.repeat(32), 'm'.repeat(32)]],
    bad: ['m'.repeat(31)],
    rule: /at least 32 characters long/,
  },
  LAPWING_BACKUP_PASSPHRASE: {
    key: 'backupPassphrase',
    fallback: null,
    good: [['twelve chars', 'twelve chars']],
    bad: ['short'],
    rule: /at least 12 characters long/,
  },
  LAPWING_PROBE_TOKEN: {
    key: 'probeToken',
    fallback: null,
    good: [['lwp_a-b_c', 'lwp_a-b_c']],
    bad: ['two words'],
    rule: /without spaces/,
  },
  LAPWING_BACKUP_TO: {
    key: 'backupTo',
    fallback: null,
    good: [
      ['/var/backups', '/var/backups'],
      ['s3://backups/lapwing/', 's3://backups/lapwing'],
    ],
    bad: ['https://s3.example.com/backups', 's3://UPPER'],
    rule: /a bucket such as/,
  },
  LAPWING_BACKUP_SCHEDULE: {
    key: 'backupSchedule',
    fallback: '03:00',
    good: [
      ['23:59', '23:59'],
      ['0 */6 * * *', '0 */6 * * *'],
    ],
    bad: ['24:00', 'daily', '0 0 31 2 *'],
    rule: /a time of day such as 03:00, or a cron expression/,
  },
  LAPWING_BACKUP_KEEP: {
    key: 'backupKeep',
    fallback: 14,
    good: [['1', 1]],
    bad: ['0', '1001', 'all'],
    rule: /a whole number from 1 to 1000/,
  },
  LAPWING_BACKUP_ENDPOINT: {
    key: 'backupEndpoint',
    fallback: null,
    good: [['http://10.0.0.1:9000', 'http://10.0.0.1:9000']],
    bad: ['10.0.0.1:9000'],
    rule: /an http or https address/,
  },
  LAPWING_BACKUP_REGION: {
    key: 'backupRegion',
    fallback: 'us-east-1',
    good: [['eu-central-1', 'eu-central-1']],
    bad: ['eu central'],
    rule: /a region/,
  },
  LAPWING_BACKUP_KEY_ID: {
    key: 'backupKeyId',
    fallback: null,
    good: [['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE']],
    bad: ['a b'],
    rule: /printable characters/,
  },
  LAPWING_BACKUP_SECRET: {
    key: 'backupSecret',
    fallback: null,
    good: [['wJalrXUtnFEMI/K7MDENG', 'wJalrXUtnFEMI/K7MDENG']],
    bad: ['a b'],
    rule: /printable characters/,
  },
  LAPWING_MAIL_URL: {
    key: 'mailUrl',
    fallback: null,
    good: [
      ['smtp://ada:hunter2@smtp.example.com', 'smtp://ada:hunter2@smtp.example.com'],
      [
        'smtps://ada%40example.com:hunter2@smtp.example.com:465',
        'smtps://ada%40example.com:hunter2@smtp.example.com:465',
      ],
      ['smtp://10.0.0.1:25?secure=none', 'smtp://10.0.0.1:25?secure=none'],
      ['smtp://ada@smtp.example.com', 'smtp://ada@smtp.example.com'],
    ],
    bad: [
      'smtp.example.com',
      'http://ada:hunter2@smtp.example.com',
      'smtp://',
      'smtp://ada:hunter2%@smtp.example.com',
      'smtp://ada:hunter2@smtp.example.com?secure=none',
      'smtp://smtp.example.com?secure=maybe',
      'smtps://smtp.example.com?secure=none',
      'smtp://smtp.example.com/path',
    ],
    rule: /an address such as smtp:/,
  },
  LAPWING_MAIL_TOKEN_URL: {
    key: 'mailTokenUrl',
    fallback: null,
    good: [['https://id:hunter2@login.test/token?scope=mail', 'https://id:hunter2@login.test/token?scope=mail']],
    bad: [
      'login.test/token',
      'http://id:hunter2@login.test/token',
      'https://login.test/token',
      'https://id:%hunter2@h/',
    ],
    rule: /https:\/\/client-id:secret@/,
  },
  LAPWING_MAIL_FROM: {
    key: 'mailFrom',
    fallback: null,
    good: [
      ['lapwing@example.com', 'lapwing@example.com'],
      ['Lapwing, Acme <lapwing@example.com>', 'Lapwing, Acme <lapwing@example.com>'],
    ],
    bad: ['lapwing', 'Lapwing <lapwing>', 'a@example.com\nBcc: b@example.com'],
    rule: /an address, or Name <address>/,
  },
  LAPWING_LOG_LEVEL: {
    key: 'logLevel',
    fallback: 'info',
    good: [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
    bad: ['loud', 'INFO'],
    rule: /one of debug, info, warn, error, silent/,
  },
}

const rows = Object.entries(table)

function messageOf(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting)
    return (error as Error).message
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`)
}

function fileWith(content: string): string {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const file = join(folder.path, 'value')
  writeFileSync(file, content)
  return file
}

describe('settings', () => {
  it('are all tested here and listed by --help', () => {
    const listed = [...settingsHelp().matchAll(/^ {2}(LAPWING_\w+)/gm)].map(([, name]) => name)
    expect(listed).toEqual(Object.keys(table))
    expect(Object.keys(readSettings({}))).toEqual(rows.map(([, { key }]) => key))
  })

  it('are optional', () => {
    expect(readSettings({ HOME: '/root' })).toEqual(
      Object.fromEntries(rows.map(([, { key, fallback }]) => [key, fallback])),
    )
  })

  it('that are empty count as not set', () => {
    expect(
      readSettings(
        Object.fromEntries(
          rows.flatMap(([name]) => [
            [name, ''],
            [`${name}_FILE`, ''],
          ]),
        ),
      ),
    ).toEqual(readSettings({}))
  })

  it('have their defaults in the help', () => {
    expect(settingsHelp()).toMatch(/LAPWING_PORT .*\[8080\]/)
    expect(settingsHelp()).toMatch(/LAPWING_DATABASE_URL .*database$/m)
    expect(settingsHelp()).toContain('_FILE')
  })
})

describe('the mail server', () => {
  it.each([
    ['smtp://h', { host: 'h', port: 587, secure: 'starttls', login: null }],
    ['smtps://a%40b:c%2Fd@h', { host: 'h', port: 465, secure: 'tls', login: { username: 'a@b', password: 'c/d' } }],
    ['smtp://[::1]:25?secure=none', { host: '[::1]', port: 25, secure: 'none', login: null }],
  ])('is read out of %s', (text, server) => {
    expect(mailServerIn(text, null)).toEqual(server)
  })

  const tokens = 'https://app%40x:s%2Fecret@login.test/t/token?audience=mail&scope=a%20b'

  it('logs in with tokens of a client', () => {
    const client = { oauthClientId: 'app@x', oauthClientSecret: 's/ecret', oauthScopes: 'a b' }
    const oauthTokenUrl = 'https://login.test/t/token?audience=mail'
    const login = { username: 'alerts@h', password: '', client: { ...client, oauthTokenUrl } }
    expect(mailServerIn('smtp://alerts%40h@h', tokens).login).toEqual(login)
    expect(mailServerIn('smtp://alerts%40h@h', `${tokens}&refresh_token=1%2F2`).login).toEqual({
      ...login,
      client: { ...login.client, oauthRefreshToken: '1/2' },
    })
  })

  it.each([
    ['smtp://a@h', null],
    ['smtp://a:b@h', tokens],
    ['smtp://h', tokens],
  ])('needs one sort of login: %s', (text, tokenUrl) => {
    expect(() => mailIn({ mailUrl: text, mailTokenUrl: tokenUrl, mailFrom: 'a@h' })).toThrow(
      'a user needs a password, or LAPWING_MAIL_TOKEN_URL',
    )
  })
})

describe.each(rows)('%s', (name, { key, good, bad, rule }) => {
  it.each(good)('reads %j', (text, value) => {
    expect(readSettings({ [name]: text })[key]).toEqual(value)
  })

  it.each(good)('reads %j from a file, with or without a line end', (text, value) => {
    for (const end of ['', '\n', '\r\n'])
      expect(readSettings({ [`${name}_FILE`]: fileWith(text + end) })[key]).toEqual(value)
  })

  it.each(bad)('refuses %j in a sentence that names it and not the value', (text) => {
    const message = messageOf({ [name]: text })
    expect(message).toMatch(new RegExp(`^${name}: must be .*\\.$`))
    expect(message).toMatch(rule)
    expect(message).not.toContain('hunter2')
  })

  it('refuses a value and a file at the same time', () => {
    const [[text] = ['']] = good
    expect(messageOf({ [name]: text, [`${name}_FILE`]: fileWith(text) })).toBe(
      `${name} and ${name}_FILE are both set; keep one of them.`,
    )
  })

  it('refuses a file that cannot be read', () => {
    expect(messageOf({ [`${name}_FILE`]: '/nowhere/at/all' })).toBe(`${name}_FILE: cannot read /nowhere/at/all: ENOENT`)
    expect(messageOf({ [`${name}_FILE`]: '/' })).toBe(`${name}_FILE: cannot read /: EISDIR`)
  })
})

describe('other variables', () => {
  it.each(['LAPWING_PROT', 'LAPWING_', 'LAPWING_PORT_FILE_FILE', 'LAPWING_port'])(
    'named like %s are refused by name',
    (name) => {
      expect(messageOf({ [name]: secret })).toBe(`${name}: no such setting. Run \`npm start -- --help\` for the list.`)
    },
  )

  it('are all named at once', () => {
    expect(messageOf({ LAPWING_A: '1', LAPWING_B: '2' })).toMatch(/^LAPWING_A, LAPWING_B: /)
  })

  it('of other programs are ignored', () => {
    expect(readSettings({ PORT: 'x', lapwing_port: 'x', NOT_LAPWING_PORT: 'x' })).toEqual(readSettings({}))
  })
})
