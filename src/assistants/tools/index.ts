// All tools. A new tool needs its object and a line here.
import { writeTools } from '../changes/index.ts'
import type { Tool } from '../tool.ts'
import { explainIncident } from './explain-incident.ts'
import { findIncidents } from './find-incidents.ts'
import { findMonitors } from './find-monitors.ts'
import { getChecks } from './get-checks.ts'
import { getMonitor } from './get-monitor.ts'
import { getReport } from './get-report.ts'
import { previewRule } from './preview-rule.ts'
import { runDiagnostic } from './run-diagnostic.ts'
import { listChannels, listContactGroups, listContacts } from './sets/contacts.ts'
import { getHost, listHosts } from './sets/hosts.ts'
import { listSchedules, listShifts, whoIsOnCall } from './sets/on-call.ts'
import { getStatusPage, listAnnouncements, listStatusPages } from './sets/status-pages.ts'
import { statusOverview } from './status-overview.ts'
import { tryMonitor } from './try-monitor.ts'
import { whatChanged } from './what-changed.ts'

export const tools: readonly Tool[] = [
  statusOverview,
  findMonitors,
  getMonitor,
  getChecks,
  findIncidents,
  explainIncident,
  whatChanged,
  runDiagnostic,
  tryMonitor,
  previewRule,
  getReport,
  whoIsOnCall,
  listSchedules,
  listShifts,
  listStatusPages,
  getStatusPage,
  listAnnouncements,
  listHosts,
  getHost,
  listContacts,
  listContactGroups,
  listChannels,
  ...writeTools,
]
