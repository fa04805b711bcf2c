// The operations that assistants may call, and the fields of their responses that a monitored system, a job, a pipeline
// or a vendor can fill. Vendors also name the people who reply through them.
import { TargetText } from './from-target.ts'

const run = ['results.error', 'results.objections', 'results.metrics', 'results.evidence']
const diagnosticRun = ['results.error', 'results.data.objections', 'results.data.metrics', 'results.data.evidence']
const host = ['os', 'os_version', 'kernel', 'agent_version', 'ip_addresses']
const incident = [
  'message',
  'diagnosis',
  'root_cause_detail',
  'detected_value',
  'resolved_value',
  'acknowledged_by',
  'resolved_by',
  'vendor_reports',
  'deployment',
]
// Pages announce incidents by themselves, and some with what was detected.
const announcement = ['updates.body']

/** Paths of fields; lists are passed through. An operation that is missing here cannot be called. */
export const targetFields = {
  acknowledgeIncident: incident,
  assignIncident: incident,
  bulkMonitors: [],
  checkMonitorNow: [],
  createAnnouncement: announcement,
  createMaintenanceWindow: [],
  createMonitor: ['available_metrics'],
  createOnCallOverride: [],
  deleteAnnouncement: [],
  deleteMaintenanceWindow: [],
  deleteMonitor: [],
  deleteOnCallOverride: [],
  getAnnouncement: announcement,
  getDiagnostic: diagnosticRun,
  getHost: host,
  getIncident: incident,
  getIncidentContext: [
    'diffs.rows.key',
    'diffs.rows.before',
    'diffs.rows.after',
    'neighbours.message',
    'diffs.error',
    'latest',
    'changes.entity_name',
    'changes.actor',
    'deployments',
  ],
  getIncidentEvidence: ['checks.error', 'checks.evidence'],
  getMonitor: ['available_metrics'],
  getMonitorUptime: [],
  getMonitorUptimes: [],
  getOnCall: [],
  getOnCallSchedule: [],
  getReport: [],
  getStatusPage: [],
  getSummary: ['watching.problems.message'],
  getTry: run,
  listActivity: ['data.entity_name', 'data.actor'],
  listAlertRules: [],
  listAnnouncements: announcement.map((field) => `data.${field}`),
  listContactGroups: [],
  listContacts: [],
  listHosts: host.map((field) => `data.${field}`),
  listIncidentTimeline: ['data.actor', 'data.data'],
  listIncidents: incident.map((field) => `data.${field}`),
  listIntegrityChanges: ['data'],
  listLocations: [],
  listMonitorChecks: ['data.error'],
  listMonitorNames: [],
  listMonitors: ['data.available_metrics'],
  listNotificationChannels: [],
  listOnCallSchedules: [],
  listOnCallShifts: [],
  listStatusPages: [],
  previewAlertRule: ['firings.detected_value'],
  previewMaintenance: [],
  reopenIncident: incident,
  resolveIncident: incident,
  runDiagnostic: diagnosticRun,
  tryMonitor: run,
  updateAnnouncement: announcement,
  updateMonitor: ['available_metrics'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type CallableOperation = keyof typeof targetFields

export const isCallable = (id: string): id is CallableOperation => Object.hasOwn(targetFields, id)

/** A response whose texts of targets cannot be read by mistake. */
export function guardTargetText(id: CallableOperation, response: unknown): unknown {
  return targetFields[id].reduce((guarded: unknown, path) => guardAt(guarded, path.split('.')), response)
}

function guardAt(value: unknown, [field, ...rest]: readonly string[]): unknown {
  if (field === undefined) return value === null || value === undefined ? value : new TargetText(value)
  if (Array.isArray(value)) return value.map((each) => guardAt(each, [field, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return value
  return { ...value, [field]: guardAt(value[field as keyof typeof value], rest) }
}
