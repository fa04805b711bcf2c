import type { Operation } from '../registry/define.ts'
import { validateScript, listRuntimes } from './script.ts'
import { testRunOperations } from './test-runs.ts'
import { listMonitorRuns, getMonitorRun } from './monitor-runs.ts'

export const playwrightOperations: readonly Operation[] = [
  validateScript,
  listRuntimes,
  ...testRunOperations,
  listMonitorRuns,
  getMonitorRun,
]
