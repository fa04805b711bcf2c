// All operations. A new operation needs its object and a line here.
import { listActivity } from './organization/activity.ts'
import { getArtifact } from './artifacts/artifact.ts'
import { previewAlertRule } from './monitors/alert-rules/preview.ts'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './monitors/alert-rules/alert-rules.ts'
import { backupOperations } from './backups/backups.ts'
import { deploymentOperations } from './deployments/deployments.ts'
import { deploymentWebhookOperations } from './deployments/webhooks.ts'
import { getDiagnostic, listDiagnostics, runDiagnostic } from './diagnostics/diagnostics.ts'
import { hostOperations } from './hosts/operations.ts'
import { incidentOperations } from './incidents/operations.ts'
import { listDiagnosticTypes } from './diagnostics/list-types.ts'
import { showChannelAddress } from './channels/address.ts'
import { decideConfirmation, getConfirmation, listConfirmations } from './confirmations/confirmations.ts'
import { listChannelHealth } from './channels/health.ts'
import { listChannelKinds } from './channels/kinds.ts'
import { previewChannel } from './channels/previews.ts'
import { tryChannel } from './channels/try.ts'
import { getNotificationChannel, listNotificationChannels } from './channels/channels.ts'
import { createChannel, deleteChannel, updateChannel } from './channels/write.ts'
import {
  createContactGroup,
  deleteContactGroup,
  getContactGroup,
  listContactGroups,
  updateContactGroup,
} from './contacts/groups.ts'
import { configOperations } from './config/operations.ts'
import { createContact, deleteContact, getContact, listContacts, updateContact } from './contacts/contacts.ts'
import type { Operation } from './registry/define.ts'
import { announcementOperations } from './status-pages/announcements.ts'
import {
  discardStatusPageDraft,
  getEditedStatusPage,
  listThirdPartyServices,
  publishStatusPageDraft,
  putStatusPageComponents,
  putStatusPageDraft,
} from './status-pages/editor.ts'
import { addStatusPageHost, checkStatusPageHost, deleteStatusPageHost } from './status-pages/hosts.ts'
import { deleteStatusPageLogo, putStatusPageLogo, putStatusPagePassword } from './status-pages/logo-and-password.ts'
import {
  createStatusPage,
  deleteStatusPage,
  getStatusPage,
  listStatusPages,
  updateStatusPage,
} from './status-pages/pages.ts'
import { previewStatusPage } from './status-pages/preview.ts'
import { deleteSubscriber, importSubscribers, listSubscribers } from './status-pages/subscribers.ts'
import { privateLocationOperations } from './locations/private-locations.ts'
import { listLocations } from './locations/locations.ts'
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  getMaintenanceWindow,
  listMaintenanceWindows,
  updateMaintenanceWindow,
} from './maintenance/windows.ts'
import { listMaintenanceOccurrences } from './maintenance/occurrences.ts'
import { endMaintenance, previewMaintenance } from './maintenance/preview.ts'
import { getMe } from './organization/me.ts'
import { getOpenapi, listMonitorTypes } from './meta/meta.ts'
import { checkNow, getUptime, listChecks } from './monitors/checks.ts'
import { importOperations } from './imports/operations.ts'
import { changeMonitors } from './monitors/bulk.ts'
import { listCheckInTimes } from './ping/check-in-times.ts'
import { listDraftRules } from './monitors/drafts/draft-rules.ts'
import { recognizeMonitor } from './monitors/drafts/recognize.ts'
import { getTry, tryMonitor } from './monitors/drafts/try.ts'
import { bulkMonitors, deleteMonitor, pauseMonitor, resumeMonitor } from './monitors/lifecycle.ts'
import { getCheckRow, listCheckRows } from './monitors/check-rows.ts'
import { listMonitorDays } from './monitors/days.ts'
import { listLocationRows } from './monitors/location-rows.ts'
import { mutingOperations } from './monitors/muting/muted-locations.ts'
import { listMonitorRows } from './monitors/monitor-rows.ts'
import { getMonitorSeries } from './monitors/series.ts'
import { listPings } from './monitors/pings.ts'
import { acceptIntegrityBaseline } from './integrity/accept-baseline.ts'
import { listIntegrityChanges } from './integrity/changes.ts'
import { getMonitor, listMonitorNames, listMonitors } from './monitors/read.ts'
import { createMonitor } from './monitors/create.ts'
import { dependencyProposalOperations } from './monitors/dependency-proposals.ts'
import { updateMonitor } from './monitors/update.ts'
import { testChannel, testMonitorNotification } from './notifications/tests.ts'
import { getReach } from './notifications/reach.ts'
import { getNotification, listNotifications, retryNotification } from './notifications/log.ts'
import { createView, deleteView, listViews, updateView } from './monitors/views.ts'
import { pagingOperations } from './on-call/paging-operations.ts'
import { getOnCallCalendar, previewOnCall } from './on-call/calendar-view.ts'
import { getEscalationReach } from './on-call/policy-reach.ts'
import { getMyCalendar, renewMyCalendar } from './on-call/my-calendar.ts'
import { createOnCallOverride, deleteOnCallOverride, listOnCallOverrides } from './on-call/overrides.ts'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  getEscalationPolicy,
  listEscalationPolicies,
  updateEscalationPolicy,
} from './on-call/policies.ts'
import {
  createOnCallSchedule,
  deleteOnCallSchedule,
  getOnCallSchedule,
  listOnCallSchedules,
  renewOnCallCalendar,
  updateOnCallSchedule,
} from './on-call/schedules.ts'
import { getOnCall, listOnCallShifts } from './on-call/shifts.ts'
import { getFlock, listFlockMembers } from './overview/status-grid.ts'
import { getNow } from './overview/now.ts'
import { getOverview } from './overview/overview.ts'
import { searchEverything } from './overview/search.ts'
import { getUpcoming } from './overview/upcoming.ts'
import { oauthOperations } from './oauth/operations.ts'
import { peopleOperations } from './people/operations.ts'
import { getSloBurn } from './objectives/burn.ts'
import { createSlo, deleteSlo, getSlo, listSlos, updateSlo } from './objectives/objectives.ts'
import { getReport } from './reports/report.ts'
import { sendSampleReport } from './reports/sample.ts'
import { getReportSchedules, updateReportSchedules } from './reports/schedules.ts'
import { getPingKey } from './ping/ping-key.ts'
import { listNotices, readNotices } from './organization/notices.ts'
import { getOrganization, updateOrganization } from './organization/organization.ts'
import { getPlan } from './organization/plan.ts'
import { getSummary } from './organization/summary.ts'
import { listUsers } from './organization/users.ts'
import { variableOperations } from './variables/variables.ts'
import { getMonitorRun, listMonitorRuns } from './playwright/monitor-runs.ts'
import { listRuntimes, validateScript } from './playwright/script.ts'
import { cancelTestRun, getTestRun, runScript } from './playwright/test-runs.ts'
import { defineBatch } from './batch/batch.ts'
import { getMetrics } from './metrics/metrics.ts'

export const operations: readonly Operation[] = [
  getMe,
  getOpenapi,
  listMonitorTypes,
  listMonitors,
  createMonitor,
  bulkMonitors,
  ...importOperations,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  pauseMonitor,
  resumeMonitor,
  checkNow,
  changeMonitors,
  listCheckInTimes,
  listDraftRules,
  recognizeMonitor,
  tryMonitor,
  getTry,
  getUptime,
  listChecks,
  listPings,
  acceptIntegrityBaseline,
  listIntegrityChanges,
  listAlertRules,
  createAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
  previewAlertRule,
  ...incidentOperations,
  listMaintenanceWindows,
  createMaintenanceWindow,
  getMaintenanceWindow,
  updateMaintenanceWindow,
  deleteMaintenanceWindow,
  listMaintenanceOccurrences,
  previewMaintenance,
  endMaintenance,
  listStatusPages,
  createStatusPage,
  getStatusPage,
  updateStatusPage,
  deleteStatusPage,
  ...announcementOperations,
  getEditedStatusPage,
  putStatusPageComponents,
  putStatusPageDraft,
  discardStatusPageDraft,
  publishStatusPageDraft,
  previewStatusPage,
  listThirdPartyServices,
  addStatusPageHost,
  checkStatusPageHost,
  deleteStatusPageHost,
  putStatusPageLogo,
  deleteStatusPageLogo,
  putStatusPagePassword,
  listSubscribers,
  importSubscribers,
  deleteSubscriber,
  listContacts,
  createContact,
  getContact,
  updateContact,
  deleteContact,
  listContactGroups,
  createContactGroup,
  getContactGroup,
  updateContactGroup,
  deleteContactGroup,
  listNotificationChannels,
  getNotificationChannel,
  listChannelKinds,
  previewChannel,
  tryChannel,
  listChannelHealth,
  showChannelAddress,
  createChannel,
  updateChannel,
  deleteChannel,
  listOnCallSchedules,
  createOnCallSchedule,
  getOnCallSchedule,
  updateOnCallSchedule,
  deleteOnCallSchedule,
  listOnCallShifts,
  getOnCall,
  listOnCallOverrides,
  createOnCallOverride,
  deleteOnCallOverride,
  renewOnCallCalendar,
  listEscalationPolicies,
  createEscalationPolicy,
  getEscalationPolicy,
  updateEscalationPolicy,
  deleteEscalationPolicy,
  ...pagingOperations,
  listViews,
  createView,
  updateView,
  deleteView,
  getOnCallCalendar,
  previewOnCall,
  getEscalationReach,
  getMyCalendar,
  renewMyCalendar,
  listUsers,
  testChannel,
  testMonitorNotification,
  listNotifications,
  getNotification,
  retryNotification,
  listLocations,
  ...privateLocationOperations,
  getPingKey,
  getOrganization,
  updateOrganization,
  listNotices,
  readNotices,
  listConfirmations,
  getConfirmation,
  decideConfirmation,
  listDiagnosticTypes,
  listDiagnostics,
  runDiagnostic,
  getDiagnostic,
  getArtifact,
  getReport,
  getReportSchedules,
  updateReportSchedules,
  sendSampleReport,
  listSlos,
  createSlo,
  getSlo,
  updateSlo,
  deleteSlo,
  getSloBurn,
  validateScript,
  listRuntimes,
  runScript,
  getTestRun,
  cancelTestRun,
  listMonitorRuns,
  getMonitorRun,
  ...configOperations,
  ...backupOperations,
  ...deploymentOperations,
  ...dependencyProposalOperations,
  ...deploymentWebhookOperations,
  ...variableOperations,
  getPlan,
  getSummary,
  listActivity,
  getOverview,
  getNow,
  getUpcoming,
  searchEverything,
  getReach,
  getFlock,
  listFlockMembers,
  listMonitorRows,
  listMonitorNames,
  getMonitorSeries,
  listMonitorDays,
  listCheckRows,
  getCheckRow,
  listLocationRows,
  ...mutingOperations,
  ...peopleOperations,
  ...oauthOperations,
  defineBatch(() => publicOperations),
  getMetrics,
  ...hostOperations,
]

const publicOperations = operations.filter(({ audience }) => audience === 'public')
