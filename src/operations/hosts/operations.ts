import type { Operation } from '../registry/define.ts'
import { createHost, deleteHost, getHost, listHosts, rotateHostToken, updateHost } from './hosts.ts'
import { listHostRows } from './host-rows.ts'
import { getHostSample } from './host-sample.ts'
import { getHostMetrics } from './metrics.ts'
import { listHostProcesses } from './processes.ts'

export const hostOperations: readonly Operation[] = [
  listHosts,
  createHost,
  getHost,
  updateHost,
  deleteHost,
  rotateHostToken,
  getHostMetrics,
  listHostProcesses,
  listHostRows,
  getHostSample,
]
