// The environment, read once. Everything else receives Settings.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartupError } from './domain/fault.ts'
import { mailUrlIn, tokenUrlIn } from './mail-settings.ts'
import {
  WrongValue,
  isDecodable,
  addresses,
  backupPlaceIn,
  backupScheduleIn,
  bucketIn,
  contactIn,
  hostIn,
  originIn,
  passphraseIn,
  paths,
  regionIn,
  secretIn,
  serverIn,
  urlIn,
  wordIn,
} from './setting-values.ts'
import { notASender } from './channels/shared/sender.ts'
import { connectTimeoutMs, serverUrls } from './domain/database/server-urls.ts'

export const roleNames = ['server', 'prober', 'notifier', 'housekeeper'] as const
export type RoleName = (typeof roleNames)[number]
export type LogLevel = (typeof logLevels)[number]

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export class BadSetting extends StartupError {
  override name = 'BadSetting'
}

interface SettingDefinition<Value, Fallback extends string | null> {
  readonly fallback: Fallback
  readonly help: string
  /** Parses a value, or throws the rest of the sentence "must be …". */
  read(text: string): Value
}

const path = (text: string): string => resolve(text)

const readers = {
  port: setting('8080', 'Port to listen on; 0 picks a free one', whole(0, 65_535)),
  host: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every interface', hostIn),
  dataDir: setting('./data', 'Folder for the embedded database and the generated secret key', path),
  databaseUrl: setting(
    null,
    'Your own PostgreSQL, 15 or newer, with its standbys: postgres://user:password@host,host/database',
    databaseUrl,
  ),
  databaseListenUrl: setting(
    null,
    'Direct connection to the same database for live updates, if LAPWING_DATABASE_URL points to a pooler',
    databaseUrl,
  ),
  databaseReadUrl: setting(null, 'Streaming standby of the same database for reports and status pages', databaseUrl),
  databaseConnections: setting('10', 'Maximum number of database connections per process', whole(2, 500)),
  roles: setting('all', `Roles of this process: all, or some of ${roleNames.join(', ')}, separated by commas`, rolesIn),
  publicUrl: setting(
    null,
    'Public address of Lapwing for people and probes, such as https://status.example.com',
    originIn,
  ),
  secretKey: setting(
    null,
    'Key of at least 32 characters that encrypts stored secrets; generated in the data folder if not set',
    secretIn,
  ),
  previousSecretKey: setting(null, 'Previous secret key, while `rotate-key` replaces it', secretIn),
  provision: setting(null, 'YAML file applied at every start: organizations, keys, people, locations', path),
  allowPrivateTargets: setting(null, 'Whether monitors and webhooks may reach private addresses: true or false', truth),
  dockerSockets: setting(
    '',
    'Unix sockets that docker monitors may open, separated by commas; monitors can then read all of Docker',
    paths,
  ),
  intervalFloor: setting(
    '3600',
    'Upper limit in seconds for the minimum interval of expensive monitor types',
    whole(1, 86_400),
  ),
  trustedProxies: setting(
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas',
    addresses,
  ),
  deadmanUrl: setting(null, 'Address to call every minute while all checks run', urlIn),
  rdapBootstrapUrl: setting(
    'https://data.iana.org/rdap/dns.json',
    'List of the RDAP servers of all registries (RFC 9224)',
    urlIn,
  ),
  whoisServer: setting(
    'whois.iana.org',
    'WHOIS server for all top-level domains, with a port if it is not 43',
    serverIn,
  ),
  breachFeedUrl: setting(
    'https://haveibeenpwned.com/api/v3/breaches',
    'List of known breaches in the format of Have I Been Pwned',
    urlIn,
  ),
  artifactsUrl: setting(
    null,
    'Bucket for screenshots, traces and reports instead of the data folder: s3://bucket or s3://bucket/prefix',
    bucketIn,
  ),
  artifactsEndpoint: setting(null, 'Address of the S3 service; Amazon if not set', originIn),
  artifactsRegion: setting('us-east-1', 'Region of the bucket', regionIn),
  artifactsKeyId: setting(null, 'Access key id for the bucket', wordIn),
  artifactsSecret: setting(null, 'Secret access key for the bucket', wordIn),
  artifactsQuota: setting(
    '1024',
    'Megabytes of screenshots, traces and reports per organization; the oldest are deleted first',
    whole(50, 1_048_576),
  ),
  chromium: setting(null, 'Path of Chromium for browser checks; searched in the usual places if not set', path),
  browsers: setting(null, 'Maximum number of browsers at once; one per core if not set, 0 for none', whole(0, 64)),
  securityContact: setting(
    null,
    'Where to report security problems, for /.well-known/security.txt: mailto:…, https://… or tel:…',
    contactIn,
  ),
  oauthRegistration: setting('true', 'Whether OAuth clients may register themselves: true or false', truth),
  metricsToken: setting(
    null,
    'Token of at least 32 characters for /internal/metrics, which does not exist without one',
    secretIn,
  ),
  backupPassphrase: setting(null, 'Passphrase of at least 12 characters that encrypts backups', passphraseIn),
  probeToken: setting(null, 'Token of the location whose checks `lapwing probe` runs', wordIn),
  backupTo: setting(null, 'Where scheduled backups go: an existing folder, or s3://bucket/prefix', backupPlaceIn),
  backupSchedule: setting(
    '03:00',
    'When they are made, in UTC: a time of day, or a cron expression such as 0 */6 * * *',
    backupScheduleIn,
  ),
  backupKeep: setting('14', 'How many of them to keep; older ones are deleted after the next good one', whole(1, 1000)),
  backupEndpoint: setting(null, 'Address of the S3 service for backups; Amazon if not set', originIn),
  backupRegion: setting('us-east-1', 'Region of the bucket for backups', regionIn),
  backupKeyId: setting(null, 'Access key id for the bucket of backups', wordIn),
  backupSecret: setting(null, 'Secret access key for the bucket of backups', wordIn),
  mailUrl: setting(
    null,
    'Mail server for invitations and password resets: smtp://user:password@host:587 or smtps://…:465',
    mailUrlIn,
  ),
  mailTokenUrl: setting(
    null,
    'Where access tokens for that server come from: https://client-id:secret@…?scope=…',
    tokenUrlIn,
  ),
  mailFrom: setting(null, 'Sender of those emails: an address, or Name <address>', senderIn),
  logLevel: setting('info', `How much to log: ${logLevels.join(', ')}`, oneOf(logLevels)),
}

/** A setting without a fallback may be null. */
export type Settings = {
  readonly [Key in keyof typeof readers]: (typeof readers)[Key] extends SettingDefinition<infer Value, infer Fallback>
    ? Value | (Fallback & null)
    : never
}

const variableOf = (key: string): string => `LAPWING_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  refuseUnknown(env)
  const entries = Object.entries(readers).map(([key, setting]) => {
    const text = textOf(variableOf(key), env) ?? setting.fallback
    return [key, text === null ? null : readOne(variableOf(key), text, setting)]
  })
  return Object.fromEntries(entries) as unknown as Settings
}

/** Of the command line, which may run in the same environment. */
const clientVariables = ['LAPWING_URL', 'LAPWING_TOKEN']

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const ours = Object.keys(readers).flatMap((key) => [variableOf(key), `${variableOf(key)}_FILE`])
  const known = new Set([...ours, ...clientVariables])
  const unknown = Object.keys(env).filter((name) => name.startsWith('LAPWING_') && !known.has(name))
  if (unknown.length > 0)
    throw new BadSetting(`${unknown.join(', ')}: no such setting. Run \`npm start -- --help\` for the list.`)
}

function textOf(variable: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${variable}_FILE`]
  if (!file) return env[variable] || undefined
  if (env[variable]) throw new BadSetting(`${variable} and ${variable}_FILE are both set; keep one of them.`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new BadSetting(`${variable}_FILE: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function readOne(variable: string, text: string, setting: SettingDefinition<unknown, string | null>): unknown {
  try {
    return setting.read(text)
  } catch (error) {
    if (error instanceof WrongValue) throw new BadSetting(`${variable}: must be ${error.message}.`)
    throw error
  }
}

function setting<Value, Fallback extends string | null>(
  fallback: Fallback,
  help: string,
  read: (text: string) => Value,
): SettingDefinition<Value, Fallback> {
  return { fallback, help, read }
}

function whole(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new WrongValue(`a whole number from ${min} to ${max}`)
    return value
  }
}

function oneOf<T extends string>(values: readonly T[]) {
  return (text: string): T => {
    const value = values.find((known) => known === text)
    if (value === undefined) throw new WrongValue(`one of ${values.join(', ')}`)
    return value
  }
}

function truth(text: string): boolean {
  return oneOf(['true', 'false'])(text) === 'true'
}

function rolesIn(text: string): readonly RoleName[] {
  if (text === 'all') return roleNames
  return text.split(',').map((name) => {
    const role = roleNames.find((known) => known === name.trim())
    if (!role) throw new WrongValue(`all, or some of ${roleNames.join(', ')}, separated by commas`)
    return role
  })
}

// The value is a secret and must not appear in the message.
function databaseUrl(text: string): string {
  const isParsed = serverUrls(text).every((url) => URL.canParse(url) && connectTimeoutMs(url) > 0)
  const readable = /^postgres(ql)?:\/\//.test(text) && isParsed && isDecodable(text)
  if (!readable) throw new WrongValue('a URL such as postgres://user:password@host:5432/database')
  return text
}

function senderIn(text: string): string {
  const problem = notASender(text)
  if (problem) throw new WrongValue('an address, or Name <address>')
  return text
}

export function settingsHelp(): string {
  const lines = Object.entries(readers).map(([key, { fallback, help }]) => {
    const note = fallback ? ` [${fallback}]` : ''
    return `  ${variableOf(key).padEnd(32)}${help}${note}`
  })
  return `${lines.join('\n')}\n\nEach can also be read from a file: ${variableOf('secretKey')}_FILE=/run/secrets/key`
}

/** Any environment variable, for use in the provision file. */
export const variable = (name: string): string | undefined => process.env[name]

/** The environment without Lapwing's own variables, so that a compromised check finds no key and no database. */
export const checkEnvironment: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('LAPWING_')),
)

/** For the version that an upgrade starts in place of this one. */
export const ownEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env })

/** Files that settings are read from, by variable. */
export function settingFiles(env: NodeJS.ProcessEnv = process.env): { variable: string; path: string }[] {
  return Object.keys(readers)
    .map((key) => `${variableOf(key)}_FILE`)
    .flatMap((name) => (env[name] ? [{ variable: name, path: resolve(env[name]) }] : []))
}
