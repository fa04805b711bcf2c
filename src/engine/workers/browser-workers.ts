// The processes that read what scripts in browsers hand over: one for each check, without those that keep ending them.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { createOrganizationQuarantine } from './organization-quarantine.ts'
import { createProcessPool } from './process-pool.ts'
import { createQuarantine } from './quarantine.ts'
import type { Workers } from './workers.ts'

interface BrowserWorkersParts {
  /** Starts a single process, which is replaced when it ends. */
  readonly startProcess: () => Workers
  readonly clock: Clock
  readonly log: Log
}

export function createBrowserWorkers({ startProcess, clock, log }: BrowserWorkersParts): Workers {
  const pool = createProcessPool({ startProcess, clock })
  const workers = createQuarantine({
    workers: pool,
    startApart: () => pool,
    // Each check has a process to itself, so suspects need not wait for each other.
    groupOf: ({ monitorId }) => monitorId,
    clock,
    log,
  })
  return createOrganizationQuarantine({ workers, clock, log })
}
