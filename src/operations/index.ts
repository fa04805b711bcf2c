// What may be asked for. Adding an operation is its object and a line here.
import { listActivity } from './activity.ts'
import { createAlertRule, deleteAlertRule, getAlertRule, listAlertRules, updateAlertRule } from './alert-rules.ts'
import type { Operation } from './define.ts'
import { listLocations } from './locations.ts'
import { getMe } from './me.ts'
import { getOpenapi, listMonitorTypes } from './meta.ts'
import { checkNow, getUptime, listChecks } from './monitors/checks.ts'
import { bulkMonitors, deleteMonitor, pauseMonitor, resumeMonitor } from './monitors/lifecycle.ts'
import { listPings } from './monitors/pings.ts'
import { getMonitor, listMonitors } from './monitors/read.ts'
import { createMonitor, updateMonitor } from './monitors/write.ts'
import { getPingKey } from './ping-key.ts'
import { getPlan } from './plan.ts'

export const operations: readonly Operation[] = [
  getMe,
  getOpenapi,
  listMonitorTypes,
  listMonitors,
  createMonitor,
  bulkMonitors,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  pauseMonitor,
  resumeMonitor,
  checkNow,
  getUptime,
  listChecks,
  listPings,
  listAlertRules,
  createAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
  listLocations,
  getPingKey,
  getPlan,
  listActivity,
]
