// All operations. A new operation needs its object and its name in the list of its folder.
import { organizationOperations } from './organization/operations.ts'
import { getOpenapi, listMonitorTypes } from './meta/meta.ts'
import { listMonitors, getMonitor, listMonitorNames } from './monitors/read.ts'
import { createMonitor } from './monitors/create.ts'
import { bulkMonitors, deleteMonitor, pauseMonitor, resumeMonitor } from './monitors/lifecycle.ts'
import { updateMonitor } from './monitors/update.ts'
import { checkNow, getUptime, listChecks } from './monitors/checks.ts'
import { changeMonitors } from './monitors/bulk.ts'
import { listDraftRules } from './monitors/drafts/draft-rules.ts'
import { recognizeMonitor } from './monitors/drafts/recognize.ts'
import { tryMonitor, getTry } from './monitors/drafts/try.ts'
import { listPings } from './monitors/pings.ts'
import {
  listAlertRules,
  createAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
} from './monitors/alert-rules/alert-rules.ts'
import { previewAlertRule } from './monitors/alert-rules/preview.ts'
import { listViews, createView, updateView, deleteView } from './monitors/views.ts'
import { dependencyProposalOperations } from './monitors/dependency-proposals.ts'
import { listMonitorRows } from './monitors/monitor-rows.ts'
import { getMonitorSeries } from './monitors/series.ts'
import { listMonitorDays, getMonitorUptimes } from './monitors/days.ts'
import { listCheckRows, getCheckRow } from './monitors/check-rows.ts'
import { listLocationRows } from './monitors/location-rows.ts'
import { mutingOperations } from './monitors/muting/muted-locations.ts'
import { importOperations } from './imports/operations.ts'
import { pingOperations } from './ping/operations.ts'
import { integrityOperations } from './integrity/operations.ts'
import { incidentOperations } from './incidents/operations.ts'
import { maintenanceOperations } from './maintenance/operations.ts'
import { statusPageOperations } from './status-pages/operations.ts'
import { contactOperations } from './contacts/operations.ts'
import { channelOperations } from './channels/operations.ts'
import { onCallOperations } from './on-call/operations.ts'
import { notificationOperations } from './notifications/operations.ts'
import { locationOperations } from './locations/operations.ts'
import { confirmationOperations } from './confirmations/confirmations.ts'
import { diagnosticOperations } from './diagnostics/operations.ts'
import { getArtifact } from './artifacts/artifact.ts'
import { reportOperations } from './reports/operations.ts'
import { objectiveOperations } from './objectives/operations.ts'
import { playwrightOperations } from './playwright/operations.ts'
import { configOperations } from './config/operations.ts'
import { backupOperations } from './backups/backups.ts'
import { deploymentsOperations } from './deployments/operations.ts'
import { variableOperations } from './variables/variables.ts'
import { overviewOperations } from './overview/operations.ts'
import { peopleOperations } from './people/operations.ts'
import { oauthOperations } from './oauth/operations.ts'
import { defineBatch } from './batch/batch.ts'
import { getMetrics } from './metrics/metrics.ts'
import { hostOperations } from './hosts/operations.ts'
import type { Operation } from './registry/define.ts'

export const operations: readonly Operation[] = [
  ...organizationOperations,
  getOpenapi,
  listMonitorTypes,
  listMonitors,
  getMonitor,
  listMonitorNames,
  createMonitor,
  bulkMonitors,
  deleteMonitor,
  pauseMonitor,
  resumeMonitor,
  updateMonitor,
  checkNow,
  getUptime,
  listChecks,
  changeMonitors,
  listDraftRules,
  recognizeMonitor,
  tryMonitor,
  getTry,
  listPings,
  listAlertRules,
  createAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
  previewAlertRule,
  listViews,
  createView,
  updateView,
  deleteView,
  ...dependencyProposalOperations,
  listMonitorRows,
  getMonitorSeries,
  listMonitorDays,
  getMonitorUptimes,
  listCheckRows,
  getCheckRow,
  listLocationRows,
  ...mutingOperations,
  ...importOperations,
  ...pingOperations,
  ...integrityOperations,
  ...incidentOperations,
  ...maintenanceOperations,
  ...statusPageOperations,
  ...contactOperations,
  ...channelOperations,
  ...onCallOperations,
  ...notificationOperations,
  ...locationOperations,
  ...confirmationOperations,
  ...diagnosticOperations,
  getArtifact,
  ...reportOperations,
  ...objectiveOperations,
  ...playwrightOperations,
  ...configOperations,
  ...backupOperations,
  ...deploymentsOperations,
  ...variableOperations,
  ...overviewOperations,
  ...peopleOperations,
  ...oauthOperations,
  defineBatch(() => publicOperations),
  getMetrics,
  ...hostOperations,
]

const publicOperations = operations.filter(({ audience }) => audience === 'public')
