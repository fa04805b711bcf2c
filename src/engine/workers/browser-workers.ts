// Processes for browser checks, with the steps that keep out checks that end them.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { OrganizationQuarantine } from './organization-quarantine.ts'
import { ProcessPool } from './process-pool.ts'
import { Quarantine } from './quarantine.ts'
import { withSteps } from './steps.ts'
import type { Workers } from './workers.ts'

interface BrowserWorkersParts {
  /** Starts a single process, which is replaced when it ends. */
  readonly startProcess: () => Workers
  readonly clock: Clock
  readonly log: Log
}

export function createBrowserWorkers({ startProcess, clock, log }: BrowserWorkersParts): Workers {
  return withSteps(new ProcessPool({ startProcess, clock }), [
    new OrganizationQuarantine({ clock, log }),
    // Each check has a process to itself, so suspects of different monitors need not wait for each other.
    new Quarantine({ groupOf: ({ monitorId }) => monitorId, clock, log }),
  ])
}
