// The entry point of `lapwing probe`: parses the command line and runs a probe until a signal ends it.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock as clock } from './domain/clock.ts'
import { BadUsage, StartupError, startFailureCode } from './domain/fault.ts'
import type { Log } from './domain/log.ts'
import { startCheckWorkers } from './engine/check-workers.ts'
import { startHeapTrimmer } from './engine/event-loop/heap-trimmer.ts'
import { createLog } from './log.ts'
import { createSelfTests } from './net/self-tests.ts'
import { type AgentRelay, certificateIn, listenAddress, startAgentRelay } from './probe/agent-relay.ts'
import { runRemoteProbe } from './probe/remote-probe.ts'
import { ProbeRejected, ServerAway, connectToServer } from './probe/server-connection.ts'
import { serverUrl } from './probe/server-url.ts'
import { browserPackages } from './roles/browser-packages.ts'
import { type Settings, checkEnvironment, readSettings } from './settings.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const help = `Lapwing probe ${version}: runs checks of a location for a Lapwing elsewhere

Usage: LAPWING_PROBE_TOKEN=lwp_… lapwing probe --server https://lapwing.example.com

Create the location and its token in the dashboard under Settings → Locations, or in the provision file.

Options: --server URL         the address of Lapwing; https only, except for this machine
         --token-file FILE    reads the token of the location from a file
         --token TOKEN        the same on the command line, where all users of this machine can see it
         --dir FOLDER         where outcomes are kept while Lapwing is away; each probe needs its own
         --name NAME          shown in the dashboard [the name of this machine]
         --agents [HOST:]PORT pass reports of host agents on to Lapwing; enrol them with the address of this machine
         --agents-cert FILE, --agents-key FILE
                              take these reports encrypted, with this certificate and its key
         --allow-private      also check addresses of private networks; without it, only public ones
         --allow-http         send the token and secrets unencrypted; for tests only
         --test               only try whether Lapwing accepts the token

LAPWING_PROBE_TOKEN is the token, LAPWING_BROWSERS and LAPWING_CHROMIUM set up browser checks, LAPWING_LOG_LEVEL the log.
`

const options = {
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  dir: { type: 'string' },
  name: { type: 'string' },
  agents: { type: 'string' },
  'agents-cert': { type: 'string' },
  'agents-key': { type: 'string' },
  'allow-private': { type: 'boolean' },
  'allow-http': { type: 'boolean' },
  test: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

// A service manager should not start a rejected probe again and again (sysexits.h).
const rejectedCode = 78

function commandLine() {
  try {
    // The first argument is `probe`, which leads here.
    return parseArgs({ args: process.argv.slice(3), options }).values
  } catch (error) {
    throw new BadUsage(`${(error as Error).message}\n\n${help}`)
  }
}

type CommandLine = ReturnType<typeof commandLine>

function tokenIn({ token, 'token-file': file }: CommandLine, { probeToken }: Settings): string {
  const text = (file === undefined ? (token ?? probeToken) : readTokenFile(file))?.trim()
  if (text && /^[\w-]{1,200}$/.test(text)) return text
  throw new StartupError(`LAPWING_PROBE_TOKEN or --token-file must give the token of a location.\n\n${help}`)
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupError(`--token-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

// Its machine is often small. The processes of a server, which run far more checks, keep the threads of V8.
const smallProcess = ['--max-semi-space-size=2', '--v8-pool-size=0']

/** Each start of this folder is the same probe. */
function identityIn(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const file = join(folder, 'probe-id')
  try {
    const id = readFileSync(file, 'utf8').trim()
    if (/^[0-9a-f-]{36}$/.test(id)) return id
  } catch {
    // The first start.
  }
  const id = randomUUID()
  writeFileSync(file, `${id}\n`, { mode: 0o600 })
  return id
}

async function relayFor(given: CommandLine, to: { url: string; log: Log }): Promise<AgentRelay | null> {
  const certificate = certificateIn(given['agents-cert'], given['agents-key'])
  if (given.agents !== undefined)
    return startAgentRelay({ ...to, certificate, address: listenAddress(given.agents), clock })
  if (certificate) throw new BadUsage('--agents-cert needs --agents, the port that agents report to.')
  return null
}

const usualFolder = (): string =>
  process.getuid?.() === 0 ? '/var/lib/lapwing-probe' : join(homedir(), '.local/state/lapwing-probe')

async function main(): Promise<void> {
  const given = commandLine()
  if (given.help) return void process.stdout.write(help)
  if (given.server === undefined) throw new BadUsage(`--server must give the address of Lapwing.\n\n${help}`)
  const url = serverUrl(given.server, given['allow-http'] ?? false)
  const settings = readSettings()
  const token = tokenIn(given, settings)
  const folder = given.dir ?? usualFolder()
  const log = createLog(settings.logLevel)
  const id = identityIn(folder)
  const name = given.name ?? hostname()
  const server = connectToServer({ url, token, clock })
  if (given.test) {
    const identity = { id, boot: randomUUID(), name, version }
    const { location } = await server.hello(identity, new AbortController().signal)
    return void process.stdout.write(`Connected: ${url} accepts this probe at its location ${location}.\n`)
  }
  startHeapTrimmer(clock)
  const { rdapBootstrapUrl, whoisServer, breachFeedUrl, chromium } = settings
  const relay = await relayFor(given, { url, log })
  const workers = startCheckWorkers({
    clock,
    log,
    allowPrivate: given['allow-private'] ?? false,
    sources: { rdapBootstrapUrl, whoisServer, breachFeedUrl },
    env: checkEnvironment,
    flags: smallProcess,
    needsBrowser: ({ inBrowser }) => inBrowser === true,
    browsers: { maxCount: settings.browsers, chromium, dataDir: folder, secretPaths: [] },
  })
  const packages = settings.browsers === 0 ? null : browserPackages({ dataDir: folder, env: checkEnvironment, log })
  packages?.install()
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  try {
    await runRemoteProbe(
      {
        ...workers,
        server,
        id,
        name,
        version,
        browsers: settings.browsers ?? availableParallelism(),
        folder: join(folder, 'outcomes'),
        tests: createSelfTests({ clock }),
        clock,
        log,
      },
      ending.signal,
    )
  } finally {
    await relay?.stop()
    await packages?.stop()
  }
  process.exit(0)
}

main().catch((error: unknown) => {
  const isPlain = error instanceof StartupError || error instanceof ServerAway
  const text = isPlain ? error.message : String((error as Error).stack)
  process.stderr.write(`lapwing probe: ${text}\n`)
  process.exit(error instanceof ProbeRejected ? rejectedCode : startFailureCode(error))
})
