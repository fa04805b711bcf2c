// Serves until a signal says otherwise.
import { startLapwing } from '../app.ts'
import { releaseIn } from '../installation/release.ts'
import { announceProcess } from '../installation/running.ts'
import { setupLink } from './commands.ts'
import { systemClock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { CheckWorkers } from '../engine/check-workers.ts'
import { startHeapTrimmer } from '../engine/event-loop/heap-trimmer.ts'
import { startEventLoopWatchdog } from '../engine/event-loop/watchdog.ts'
import { operations } from '../operations/index.ts'
import { browserPackages } from '../roles/browser-packages.ts'
import { buildDashboard } from '../roles/dashboard.ts'
import { type Settings, checkEnvironment, variable } from '../settings.ts'
import { handOver } from './upgrade/hand-over.ts'
import { installationFolder } from './upgrade/installation-folder.ts'

interface Process {
  readonly workers: CheckWorkers | null
  readonly version: string
  readonly log: Log
  fail(error: unknown): void
}

export async function serve(settings: Settings, { version, log, workers, fail }: Process): Promise<void> {
  startEventLoopWatchdog({ clock: systemClock, log, isTerminal: process.stdout.isTTY })
  startHeapTrimmer(systemClock)
  const stopping = new AbortController()
  let withdraw = (): void => {}
  const started = startLapwing({
    settings,
    clock: systemClock,
    log,
    version,
    operations,
    variable,
    checkEnvironment,
    workers,
    stopping: stopping.signal,
    dashboard: buildDashboard({ dataDir: settings.dataDir, env: checkEnvironment, log }),
    browserPackages: browserPackages({ dataDir: settings.dataDir, env: checkEnvironment, log }),
  })
  const stop = (signal: NodeJS.Signals): void => {
    // Ignore disconnected clients; only connected ones can time out.
    if (stopping.signal.aborted) return signal === 'SIGHUP' ? undefined : process.exit(1)
    stopping.abort()
    log.info('stopping; press again to stop at once')
    withdraw()
    // A failed start is reported below.
    started.then(
      (lapwing) => lapwing.stop().then(() => process.exit(0), fail),
      () => undefined,
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  const lapwing = await started.catch((error: Error) => {
    if (stopping.signal.aborted && error.name === 'AbortError') process.exit(0)
    throw error
  })
  const { origin, firstAccess } = lapwing
  if (firstAccess) {
    if (firstAccess.apiKey !== null)
      log.warn('first start: keep this write key, it is not shown again', { apiKey: firstAccess.apiKey })
    log.warn('no account exists yet: create the first one with this link, which works once', {
      setup: setupLink(settings.publicUrl ?? origin!, firstAccess.setupToken),
    })
  }
  log.info(origin ? `Lapwing ${version} is ready at ${origin}` : `Lapwing ${version} is ready`)
  const stopForUpgrade = (): Promise<void> => {
    stopping.abort()
    withdraw()
    return lapwing.stop()
  }
  withdraw = awaitUpgrade({
    settings,
    log,
    origin,
    stop: stopForUpgrade,
    isStopping: () => stopping.signal.aborted,
    fail,
  })
}

interface UpgradableProcess {
  readonly settings: Settings
  readonly log: Log
  readonly origin: string | null
  stop(): Promise<void>
  isStopping(): boolean
  fail(error: unknown): void
}

/** Checkouts and images are not upgraded while they run. */
function awaitUpgrade({ settings: { dataDir }, log, origin, stop, isStopping, fail }: UpgradableProcess): () => void {
  const release = releaseIn(installationFolder)
  if (!release) return () => {}
  process.on('SIGUSR2', () => {
    if (!isStopping()) handOver({ dataDir, clock: systemClock, log, stop }).catch(fail)
  })
  return announceProcess(dataDir, { version: release.version, installation: installationFolder, origin })
}
