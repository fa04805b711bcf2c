// The agent's command line. It depends on no other folder of Lapwing and on no package.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../domain/clock.ts'
import { BadUsage, StartupError, startFailureCode } from '../domain/fault.ts'
import { darwinSystem } from './darwin/darwin.ts'
import { enroll } from './enroll.ts'
import { linuxSystem } from './linux.ts'
import { runAgent } from './run.ts'
import { launchd } from './service/launchd.ts'
import { systemd } from './service/systemd.ts'
import {
  type AgentFolders,
  type AgentSettings,
  readSettings,
  settingsInContainer,
  urlOf,
  usualFolders,
} from './settings.ts'
import type { HostSystem } from './system.ts'

const sources = new URL('..', import.meta.url)
const version = readVersion()
/** A copy without types is where it should be. */
const isCopy = import.meta.url.endsWith('.mjs')

const help = `Lapwing agent ${version}: tells a Lapwing how this machine is

Usage: lapwing agent enroll URL TOKEN   report once, keep the token, start the service; POST /hosts of Lapwing makes a token
                                        TOKEN can be -, to be read from the standard input
       lapwing agent upgrade            the same with the token that is kept: the service runs this version from now on
       lapwing agent                    report for as long as it runs
       lapwing agent --server URL       the same without enrolling, with the token in LAPWING_AGENT_TOKEN
Options: --dir FOLDER                   where the token and what could not be sent are kept
         --no-service                   enrol without starting the service
         --root FOLDER                  in a container: where the file system of the machine is mounted
`

/** A checkout has its package.json next to the sources, a copy of the agent has it among them. */
function readVersion(): string {
  const files = ['../package.json', 'package.json'].map((path) => new URL(path, sources))
  const found = files.find((file) => existsSync(file))!
  return (JSON.parse(readFileSync(found, 'utf8')) as { version: string }).version
}

const isRoot = process.getuid?.() === 0
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

async function main(): Promise<void> {
  const { values, positionals } = commandLine()
  if (values.help) return say(help)
  const system = systemOf(values.root)
  const folders = foldersFor(values.dir)
  const [command, ...words] = positionals
  if (command === undefined) {
    const settings = values.server === undefined ? readSettings(folders.state) : settingsInContainer(values.server)
    return run(settings, { folder: folders.state, system })
  }
  await enroll({
    settings: settingsFor(command, words, folders.state),
    system,
    services: process.platform === 'darwin' ? launchd : systemd,
    placeProgram: () => placeProgram(folders.program),
    folders,
    isRoot,
    version,
    withService: !values['no-service'],
    clock: systemClock,
    say,
  })
}

function systemOf(root: string | undefined): HostSystem {
  if (process.platform === 'linux') return linuxSystem(root?.replace(/\/$/, ''))
  if (process.platform === 'darwin') return darwinSystem()
  throw new StartupError('The agent runs on Linux and macOS only.')
}

function foldersFor(dir: string | undefined): AgentFolders {
  const { state, program } = dir === undefined ? usualFolders(isRoot) : { state: dir, program: join(dir, 'program') }
  return { state, program: isCopy ? fileURLToPath(sources) : program }
}

async function placeProgram(folder: string): Promise<string> {
  if (isCopy) return fileURLToPath(import.meta.url)
  const { copyAgent } = await import('./copy.ts')
  return copyAgent(fileURLToPath(sources), { folder, version })
}

function settingsFor(command: string, [url, token, ...rest]: string[], folder: string): AgentSettings {
  if (command === 'upgrade' && url === undefined) return readSettings(folder)
  if (command !== 'enroll' || token === undefined || rest.length > 0) throw new BadUsage(help)
  return { url: urlOf(url!), token: token === '-' ? readFileSync(0, 'utf8').trim() : token }
}

function commandLine() {
  const options = {
    help: { type: 'boolean', short: 'h' },
    dir: { type: 'string' },
    'no-service': { type: 'boolean' },
    root: { type: 'string' },
    server: { type: 'string' },
  } as const
  try {
    // The first argument is `agent`, which leads here.
    return parseArgs({ args: process.argv.slice(3), options, allowPositionals: true })
  } catch (error) {
    throw new BadUsage(`${(error as Error).message}\n\n${help}`)
  }
}

async function run(settings: AgentSettings, from: { folder: string; system: HostSystem }): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  try {
    await runAgent({ settings, ...from, version, clock: systemClock, say, signal: ending.signal })
  } catch (error) {
    if (!ending.signal.aborted) throw error
  }
  // A pending report would keep the process alive.
  process.exit(0)
}

main().catch((error: unknown) => {
  process.stderr.write(
    `lapwing agent: ${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`,
  )
  process.exit(startFailureCode(error))
})
