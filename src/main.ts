// The entry point: parses the command line and sets the exit code. Modules are loaded once the settings are valid.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from './domain/clock.ts'
import type { Log } from './domain/log.ts'
import type { DatabaseParts } from './wiring/open-database.ts'
import { BadSetting, type Settings, checkEnvironment, readSettings, settingsHelp } from './settings.ts'
import { sizeText } from './size-text.ts'
import { explainStartFailure } from './start-failure.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const help = `Lapwing ${version}: uptime and health monitoring

Usage: npm start                            serve
       npm start -- keys create             create an API key: --name, --scope read|write, --organization
       npm start -- setup-token             print a link to create the first account, while none exists
       npm start -- reset-password ada@example.com
                                            print a password reset link for an account
       npm start -- two-factor-off ada@example.com
                                            turn off two-factor authentication for an account
       npm start -- test-channel "My hook"  send a test through a channel: --organization
       npm start -- doctor                  say what is wrong with this installation, and what to do: --json
       npm start -- health                  ask the running server whether it is alive, for container health checks
       npm start -- rotate-key              encrypt the stored secrets with a new key (while Lapwing is stopped)
       npm start -- accept-lost-key         replace a lost key; secrets encrypted with it stay unreadable
       npm start -- rotate-signing-key      sign bundles of incidents with a new key; earlier ones stay valid
       npm start -- backup FILE             write everything into one file, while Lapwing runs or not; encrypted and with
                                            the secret key if LAPWING_BACKUP_PASSPHRASE is set
       npm start -- backups                 list the backups in LAPWING_BACKUP_TO: --json
       npm start -- restore FILE            read a backup into an empty data folder or database; FILE may also be the
                                            name of a listed backup, or s3://bucket/prefix/name
       npm start -- agent --help            report this machine's metrics to a Lapwing
       npm start -- probe --help            run checks of a location for a Lapwing elsewhere
       npm start -- --help | --version

Settings are environment variables:
${settingsHelp()}
`

interface CommandOptions {
  readonly name?: string
  readonly scope?: string
  readonly organization?: string
  readonly json?: boolean
}

async function main(): Promise<void> {
  const { flags, options, words } = readCommandLine(process.argv.slice(2))
  if (flags.has('help')) return void process.stdout.write(helpFor(words) ?? help)
  if (flags.has('version')) return void process.stdout.write(`${version}\n`)
  const { command, argument } = commandIn(words)
  const stray = Object.keys(options).find((name) => !command.options?.includes(name as keyof CommandOptions))
  if (stray) throw new BadSetting(`--${stray}: belongs to ${takersOf(stray as keyof CommandOptions)}.`)
  await command.run(options, argument)
}

interface ListedCommand {
  readonly name: string
  readonly usage?: string
  readonly summary: string
  readonly details?: string
  readonly example: string
}

/** Undefined for `start`, whose help lists the settings. */
function helpFor(words: readonly string[]): string | undefined {
  const list = readFileSync(new URL('../cli/operator-commands.json', import.meta.url), 'utf8')
  const command = (JSON.parse(list) as ListedCommand[]).find(({ name }) => name === words.join(' '))
  if (!command || command.name === 'start') return undefined
  const { name, usage = name, summary, details, example } = command
  const sentences = details === undefined ? `${summary}.` : `${summary}.\n${details}`
  return `Usage: lapwing ${usage}\n\n${sentences}\n\nExample:\n  lapwing ${example}\n`
}

interface Command {
  readonly options?: readonly (keyof CommandOptions)[]
  /** The argument that must follow. */
  readonly argument?: string
  run(options: CommandOptions, argument: string): Promise<void>
}

function commandIn(words: readonly string[]): { command: Command; argument: string } {
  const [first = '', ...rest] = words
  const taking = commands.get(first)
  if (taking?.argument) {
    if (rest.length === 0) throw new BadSetting(`${first}: must be followed by ${taking.argument}.`)
    return { command: taking, argument: rest.join(' ') }
  }
  const command = commands.get(words.join(' '))
  if (!command) throw new BadSetting(`${words.join(' ')}: no such command. Run \`npm start -- --help\`.`)
  return { command, argument: '' }
}

function takersOf(option: keyof CommandOptions): string {
  const takers = [...commands].filter(([, { options }]) => options?.includes(option))
  return takers.map(([words]) => `\`${words}\``).join(' and ')
}

const flagNames = ['help', 'version', 'json']
const optionNames = ['name', 'scope', 'organization']

function readCommandLine(args: string[]): { flags: Set<string>; options: CommandOptions; words: string[] } {
  const { tokens } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
      json: { type: 'boolean' },
      ...Object.fromEntries(optionNames.map((name) => [name, { type: 'string' as const }])),
    },
    strict: false,
    tokens: true,
  })
  const options = tokens.filter((token) => token.kind === 'option')
  for (const { name, rawName, value } of options) {
    if (![...flagNames, ...optionNames].includes(name))
      throw new BadSetting(`${rawName}: no such option. Run \`npm start -- --help\`.`)
    if (optionNames.includes(name) && !value) throw new BadSetting(`${rawName}: must be followed by a value.`)
    if (flagNames.includes(name) && value !== undefined) throw new BadSetting(`${rawName}: takes no value.`)
  }
  return {
    flags: new Set(options.map(({ name }) => name).filter((name) => flagNames.includes(name))),
    options: {
      ...Object.fromEntries(
        options.filter(({ name }) => optionNames.includes(name)).map(({ name, value }) => [name, value]),
      ),
      ...(options.some(({ name }) => name === 'json') && { json: true }),
    },
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
  }
}

async function run(): Promise<void> {
  const settings = readSettings()
  const { createLog } = await import('./log.ts')
  const { prepareDatabase } = await import('./wiring/prepare-database.ts')
  const log = createLog(settings.logLevel)
  const prepared = prepareDatabase(settings, log)
  const [{ serve, workers }] = await Promise.all([loadServer(settings, log), prepared])
  await serve(settings, { version, log, workers, fail })
}

/** Loading blocks the event loop, so what can run beside it starts first. */
async function loadServer(settings: Settings, log: Log) {
  await systemClock.sleep(0)
  const { startWorkers } = await import('./wiring/check-workers.ts')
  const workers = startWorkers({ settings, clock: systemClock, log, checkEnvironment })
  return { workers, ...(await import('./wiring/serve.ts')) }
}

async function commandParts(usual: 'warn' | 'error' = 'warn'): Promise<DatabaseParts> {
  const settings = readSettings()
  const { createLog } = await import('./log.ts')
  // A command prints only its result, so it does not log.
  return { settings, clock: systemClock, log: createLog(settings.logLevel === 'info' ? usual : settings.logLevel) }
}

async function rotate(): Promise<void> {
  const parts = await commandParts()
  const { rotateKey } = await import('./wiring/commands.ts')
  const changed = await rotateKey(parts)
  process.stdout.write(`The stored secrets have a new key: ${changed} were re-encrypted.\n`)
}

async function acceptLostKey(): Promise<void> {
  const parts = await commandParts()
  const { giveUpLostKey } = await import('./wiring/commands.ts')
  process.stdout.write(
    `The old key was abandoned. No longer readable: ${await giveUpLostKey(parts)}. ` +
      'Enter these secrets again; /readyz and the dashboard name them until then.\n',
  )
}

async function newSigningKey(): Promise<void> {
  const parts = await commandParts()
  const { replaceSigningKey } = await import('./wiring/commands.ts')
  process.stdout.write(`Bundles are signed with a new key from now on: ${await replaceSigningKey(parts)}\n`)
}

async function keysCreate({
  name = 'Created on the command line',
  scope = 'write',
  organization,
}: CommandOptions): Promise<void> {
  if (scope !== 'read' && scope !== 'write') throw new BadSetting('--scope: must be read or write.')
  const parts = await commandParts()
  const { createKey } = await import('./wiring/commands.ts')
  process.stdout.write(`${await createKey(parts, { name, scope, organization })}\n`)
}

async function setupToken(): Promise<void> {
  const parts = await commandParts()
  const { createSetupToken, setupLink } = await import('./wiring/commands.ts')
  const { publicUrl, host, port } = parts.settings
  const token = await createSetupToken(parts)
  process.stdout.write(`${setupLink(publicUrl ?? `http://${host}:${port}`, token)}\n`)
}

async function resetPassword(_options: CommandOptions, email: string): Promise<void> {
  const parts = await commandParts()
  const { createResetLink } = await import('./wiring/commands.ts')
  process.stdout.write(`${await createResetLink(parts, email)}\n`)
}

async function twoFactorOff(_options: CommandOptions, email: string): Promise<void> {
  const parts = await commandParts()
  const { endTwoFactor } = await import('./wiring/commands.ts')
  await endTwoFactor(parts, email)
  process.stdout.write(`${email} now signs in without two-factor authentication.\n`)
}

async function tryChannel({ organization }: CommandOptions, name: string): Promise<void> {
  // A failed test is the result of the command, not an error to log.
  const parts = await commandParts('error')
  const { testChannel } = await import('./wiring/test-channel.ts')
  const tried = await testChannel(parts, { name, organization })
  for (const { sentence } of tried) process.stdout.write(`${sentence}\n`)
  if (tried.some(({ arrived }) => !arrived)) process.exitCode = 1
}

async function backup(_options: CommandOptions, file: string): Promise<void> {
  const parts = await commandParts()
  const { backUp } = await import('./wiring/backups.ts')
  const { bytes, tables, artifacts, hasKey } = await backUp(parts, file, version)
  process.stdout.write(`${file}: ${tables} tables and ${artifacts} artifacts, ${sizeText(bytes)}.\n`)
  if (parts.settings.artifactsUrl !== null)
    process.stdout.write('Artifacts are in a bucket and are not part of the backup.\n')
  process.stdout.write(
    hasKey
      ? 'It is encrypted and contains the secret key: keep the passphrase.\n'
      : 'It is not encrypted and does not contain the secret key: keep that key as well, because stored secrets are ' +
          'unreadable without it. To get both in one file, set LAPWING_BACKUP_PASSPHRASE.\n',
  )
}

async function backups({ json = false }: CommandOptions): Promise<void> {
  const parts = await commandParts()
  const { listBackups } = await import('./wiring/backup-places.ts')
  const stored = await listBackups(parts)
  if (json) return void process.stdout.write(`${JSON.stringify({ backups: stored }, null, 2)}\n`)
  if (stored.length === 0) return void process.stdout.write(`No backups in ${parts.settings.backupTo} yet.\n`)
  const width = Math.max(...stored.map(({ name }) => name.length))
  for (const { name, bytes, storedAt } of stored) {
    const time = storedAt.toISOString().slice(0, 16).replace('T', ' ')
    process.stdout.write(`${name.padEnd(width)}  ${time} UTC  ${sizeText(bytes).padStart(9)}\n`)
  }
}

async function restore(_options: CommandOptions, file: string): Promise<void> {
  const parts = await commandParts()
  const { restoreFrom } = await import('./wiring/backups.ts')
  const { createdAt, lapwing, hasKey } = await restoreFrom(parts, file)
  process.stdout.write(`Restored the backup of ${createdAt}, made by Lapwing ${lapwing}.\n`)
  if (!hasKey && parts.settings.secretKey === null)
    process.stdout.write(
      'It does not contain the secret key: put the old file secret-key into the data folder, or set ' +
        'LAPWING_SECRET_KEY, before you start Lapwing.\n',
    )
}

async function doctor({ json = false }: CommandOptions): Promise<void> {
  const { examine, findingsAsJson, findingsAsText, hasProblem } = await import('./wiring/doctor/examine.ts')
  const findings = await examine({ clock: systemClock, version })
  process.stdout.write(json ? findingsAsJson(findings) : findingsAsText(findings))
  if (hasProblem(findings)) process.exitCode = 1
}

async function health(): Promise<void> {
  const { serverHealth } = await import('./wiring/health.ts')
  const { isAlive, sentence } = await serverHealth(readSettings(), systemClock)
  process.stdout.write(`${sentence}\n`)
  // Sockets that are kept open would delay the end.
  process.exit(isAlive ? 0 : 1)
}

const commands = new Map<string, Command>([
  ['', { run }],
  ['start', { run }],
  ['doctor', { run: doctor, options: ['json'] }],
  ['health', { run: health }],
  ['rotate-key', { run: rotate }],
  ['accept-lost-key', { run: acceptLostKey }],
  ['rotate-signing-key', { run: newSigningKey }],
  ['keys create', { run: keysCreate, options: ['name', 'scope', 'organization'] }],
  ['test-channel', { run: tryChannel, options: ['organization'], argument: 'the name of a channel' }],
  ['setup-token', { run: setupToken }],
  ['backup', { run: backup, argument: 'the name of a new file' }],
  ['backups', { run: backups, options: ['json'] }],
  ['restore', { run: restore, argument: 'the name of a backup' }],
  ['two-factor-off', { run: twoFactorOff, argument: 'the email address of an account' }],
  ['reset-password', { run: resetPassword, argument: 'the email address of an account' }],
])

function fail(error: unknown): never {
  const sentence = explainStartFailure(error)
  if (sentence) process.stderr.write(`lapwing: ${sentence}\n`)
  else console.error(error)
  process.exit(1)
}

main().catch(fail)
