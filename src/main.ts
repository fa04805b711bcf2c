// The front door: the command line in, an exit code out.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rotateKey, startLapwing } from './app.ts'
import { systemClock } from './domain/clock.ts'
import { createLog } from './log.ts'
import { operations } from './operations/index.ts'
import { BadProvision } from './operations/provision/read.ts'
import { BadSetting, readSettings, settingsHelp, variable } from './settings.ts'
import { StoreUnavailable } from './store/database.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const help = `Lapwing ${version}: uptime and health monitoring

Usage: npm start                     serve
       npm start -- rotate-key       encrypt the stored secrets with a new key (while Lapwing is stopped)
       npm start -- --help | --version

Settings are environment variables:
${settingsHelp()}
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    allowPositionals: true,
  })
  if (values.help) return void process.stdout.write(help)
  if (values.version) return void process.stdout.write(`${version}\n`)
  const command = commands[positionals.join(' ')]
  if (!command) throw new BadSetting(`${positionals.join(' ')}: no such command. Run \`npm start -- --help\`.`)
  await command()
}

async function run(): Promise<void> {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const started = startLapwing({ settings, clock: systemClock, log, version, operations, variable })
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    // Whoever hangs up is gone; only somebody who is still there can be impatient.
    if (stopping) return signal === 'SIGHUP' ? undefined : process.exit(1)
    stopping = true
    log.info('stopping; once more to stop at once')
    // A start that fails reports itself below.
    started.then((lapwing) => lapwing.stop().then(() => process.exit(0), fail), () => undefined)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  const { origin, welcome } = await started
  if (welcome?.apiKey) log.warn('first start: keep this write key, it is not shown again', { apiKey: welcome.apiKey })
  if (welcome) log.warn('nobody has an account yet: this one-time token opens the set-up', { setupToken: welcome.setupToken })
  log.info(origin ? `Lapwing ${version} is ready at ${origin}` : `Lapwing ${version} is ready`)
}

async function rotate(): Promise<void> {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const changed = await rotateKey({ settings, clock: systemClock, log })
  log.info('the stored secrets have a new key', { encryptedAgain: changed })
}

const commands: Record<string, () => Promise<void>> = { '': run, 'rotate-key': rotate }

const explained = [BadSetting, BadProvision, StoreUnavailable]

function fail(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  const sentence =
    explained.some((kind) => error instanceof kind) || code?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message
    : code === 'EADDRINUSE' ? `Another program listens there already: ${(error as Error).message}. Choose another LAPWING_PORT.`
    : code === 'EACCES' ? `Not allowed: ${(error as Error).message}`
    : undefined
  if (sentence) process.stderr.write(`lapwing: ${sentence}\n`)
  else console.error(error)
  process.exit(1)
}

await main().catch(fail)
