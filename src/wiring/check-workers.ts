// The processes that run checks, as the settings want them.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { type CheckWorkers, startCheckWorkers } from '../engine/check-workers.ts'
import { needsBrowser } from '../engine/workers/order-facts.ts'
import type { Settings } from '../settings.ts'
import { secretPaths } from './secret-paths.ts'

interface CheckWorkersContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** The environment of the processes. */
  readonly checkEnvironment: Readonly<Record<string, string | undefined>>
}

// Only invited users can create monitors, so they may monitor the private network.
export const allowsPrivate = ({ allowPrivateTargets }: Settings): boolean => allowPrivateTargets ?? true

/** Null if this process runs no checks. */
export function startWorkers({ settings, clock, log, checkEnvironment }: CheckWorkersContext): CheckWorkers | null {
  if (!settings.roles.includes('prober')) return null
  const { rdapBootstrapUrl, whoisServer, breachFeedUrl, chromium, dataDir } = settings
  return startCheckWorkers({
    clock,
    log,
    allowPrivate: allowsPrivate(settings),
    sockets: settings.dockerSockets,
    sources: { rdapBootstrapUrl, whoisServer, breachFeedUrl },
    env: checkEnvironment,
    needsBrowser,
    browsers: { maxCount: settings.browsers, chromium, dataDir, secretPaths: secretPaths(settings) },
  })
}
