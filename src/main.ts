// The front door: the command line in, an exit code out.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rotateKey, startLapwing } from './app.ts'
import { systemClock } from './domain/clock.ts'
import { createLog } from './log.ts'
import { operations } from './operations/index.ts'
import { BadProvision } from './operations/provision/read.ts'
import { BadSetting, checkEnvironment, readSettings, settingsHelp, variable } from './settings.ts'
import { StoreUnavailable } from './store/database/database.ts'

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
  const command = commands.get(positionals.join(' '))
  if (!command) throw new BadSetting(`${positionals.join(' ')}: no such command. Run \`npm start -- --help\`.`)
  await command()
}

async function run(): Promise<void> {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const started = startLapwing({ settings, clock: systemClock, log, version, operations, variable, checkEnvironment })
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    // Whoever hangs up is gone; only somebody who is still there can be impatient.
    if (stopping) return signal === 'SIGHUP' ? undefined : process.exit(1)
    stopping = true
    log.info('stopping; once more to stop at once')
    // A start that fails reports itself below.
    started.then(
      (lapwing) => lapwing.stop().then(() => process.exit(0), fail),
      () => undefined,
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  const { origin, welcome } = await started
  if (welcome?.apiKey) log.warn('first start: keep this write key, it is not shown again', { apiKey: welcome.apiKey })
  if (welcome)
    log.warn('nobody has an account yet: this one-time token opens the set-up', { setupToken: welcome.setupToken })
  log.info(origin ? `Lapwing ${version} is ready at ${origin}` : `Lapwing ${version} is ready`)
}

async function rotate(): Promise<void> {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const changed = await rotateKey({ settings, clock: systemClock, log })
  log.info('the stored secrets have a new key', { encryptedAgain: changed })
}

const commands = new Map([
  ['', run],
  ['rotate-key', rotate],
])

const explained = [BadSetting, BadProvision, StoreUnavailable]

function fail(error: unknown): never {
  const isExplained = explained.some((kind) => error instanceof kind)
  const sentence = isExplained ? (error as Error).message : explain(error as SystemError)
  if (sentence) process.stderr.write(`lapwing: ${sentence}\n`)
  else console.error(error)
  process.exit(1)
}

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

function explain({ code, message, syscall, path, address, port, hostname }: SystemError): string | undefined {
  if (code?.startsWith('ERR_PARSE_ARGS')) return message
  const place = `${address}:${port}`
  if (code === 'EADDRINUSE')
    return `Another program listens on ${place} already. Stop it, or choose another LAPWING_PORT.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Change LAPWING_HOST.`
  if (syscall === 'getaddrinfo') return `There is no address for ${hostname}. Change LAPWING_HOST.`
  if (syscall === 'listen') return `Lapwing may not listen on ${place} (${code}). Choose a LAPWING_PORT above 1023.`
  if (syscall === 'mkdir') return `The folder ${path} cannot be made (${code}). Change LAPWING_DATA_DIR.`
  if (code === 'EACCES') return `Not allowed: ${message}`
  return undefined
}

main().catch(fail)
