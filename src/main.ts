// The entry point: parses the command line and sets the exit code. Modules are loaded once the settings are valid.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from './domain/clock.ts'
import { BadUsage, startFailureCode } from './domain/fault.ts'
import type { Log } from './domain/log.ts'
import type { DatabaseParts } from './wiring/open-database.ts'
import { type Settings, checkEnvironment, readSettings, settingsHelp } from './settings.ts'
import { sizeText } from './size-text.ts'
import { explainStartFailure } from './start-failure.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

interface ListedCommand {
  readonly name: string
  readonly summary: string
  readonly arguments?: readonly { readonly help: string }[]
  readonly options?: Readonly<Record<string, { readonly value?: string }>>
}

// The command line prints the help of all but `start`, and refuses words that name no command.
const listed = JSON.parse(
  readFileSync(new URL('../cli/operator-commands.json', import.meta.url), 'utf8'),
) as ListedCommand[]

const help = (): string => `Lapwing ${version}: uptime and health monitoring

Usage: lapwing start

Other commands for this machine; \`lapwing <command> --help\` has their options:
${listed.map(({ name, summary }) => `  ${name.padEnd(18)}  ${summary}`).join('\n')}

Settings are environment variables:
${settingsHelp()}
`

interface CommandOptions {
  readonly name?: string
  readonly scope?: string
  readonly organization?: string
  readonly json?: boolean
}

type Command = (options: CommandOptions, argument: string) => Promise<void>

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => ['--version', '-v'].includes(arg))) return void process.stdout.write(`${version}\n`)
  if (args.some((arg) => ['--help', '-h'].includes(arg))) return void process.stdout.write(help())
  const command = listed.find(({ name }) => `${args.slice(0, 2).join(' ')} `.startsWith(`${name} `))
  if (!command) throw new BadUsage(`${args.join(' ')}: no such command. Run \`lapwing --help\`.`)
  const { options, words } = readCommandLine(command, args.slice(command.name.split(' ').length))
  await commands[command.name]!(options, words.join(' '))
}

function readCommandLine({ name, ...command }: ListedCommand, args: string[]) {
  const specs = command.options ?? {}
  const entries = Object.entries(specs).map(
    ([key, { value }]) => [key, { type: value ? 'string' : 'boolean' }] as const,
  )
  const { tokens } = parseArgs({ args, options: Object.fromEntries(entries), strict: false, tokens: true })
  const options: Record<string, string | true> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name: key, rawName, value } = token
    const spec = Object.hasOwn(specs, key) ? specs[key] : undefined
    if (!spec) throw new BadUsage(`${rawName}: no such option. Run \`lapwing ${name} --help\`.`)
    if (spec.value && !value) throw new BadUsage(`${rawName}: must be followed by a value.`)
    if (!spec.value && value !== undefined) throw new BadUsage(`${rawName}: takes no value.`)
    options[key] = value ?? true
  }
  const [argument] = command.arguments ?? []
  if (argument && words.length === 0) throw new BadUsage(`${name}: must be followed by ${argument.help.toLowerCase()}.`)
  if (!argument && words.length > 0)
    throw new BadUsage(`${words[0]}: one word too many. Run \`lapwing ${name} --help\`.`)
  return { options: options as CommandOptions, words }
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
  if (scope !== 'read' && scope !== 'write') throw new BadUsage('--scope: must be read or write.')
  const parts = await commandParts()
  const { createKey } = await import('./wiring/commands.ts')
  process.stdout.write(`${await createKey(parts, { name, scope, organization })}\n`)
}

async function keysList({ organization }: CommandOptions): Promise<void> {
  const parts = await commandParts()
  const { keysOf } = await import('./wiring/commands.ts')
  for (const { id, prefix, scope, name, last_used_at: usedAt } of await keysOf(parts, organization)) {
    const used = usedAt ? `last used ${usedAt.toISOString().slice(0, 10)}` : 'never used'
    process.stdout.write(`${id}  ${prefix}…  ${scope.padEnd(5)}  ${used.padEnd(20)}  ${name}\n`)
  }
}

async function keysRevoke({ organization }: CommandOptions, word: string): Promise<void> {
  const parts = await commandParts()
  const { endKey } = await import('./wiring/commands.ts')
  const { name, prefix } = await endKey(parts, { word, organization })
  process.stdout.write(`${name} (${prefix}…) is revoked.\n`)
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

async function upgrade(options: CommandOptions): Promise<void> {
  const { runUpgrade } = await import('./wiring/upgrade/commands.ts')
  await runUpgrade({ ...options }, version)
}

async function showVersion(options: CommandOptions): Promise<void> {
  const commands = await import('./wiring/upgrade/commands.ts')
  await commands.showVersion({ ...options }, version)
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

const commands: Readonly<Record<string, Command>> = {
  start: run,
  doctor,
  health,
  'rotate-key': rotate,
  'accept-lost-key': acceptLostKey,
  'rotate-signing-key': newSigningKey,
  'keys create': keysCreate,
  'keys list': keysList,
  'keys revoke': keysRevoke,
  'test-channel': tryChannel,
  'setup-token': setupToken,
  backup,
  backups,
  restore,
  upgrade,
  version: showVersion,
  'two-factor-off': twoFactorOff,
  'reset-password': resetPassword,
}

function fail(error: unknown): never {
  const sentence = explainStartFailure(error)
  if (sentence) process.stderr.write(`lapwing: ${sentence}\n`)
  else console.error(error)
  process.exit(startFailureCode(error))
}

main().catch(fail)
