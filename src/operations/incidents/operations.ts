import type { Operation } from '../registry/define.ts'
import { acknowledgeIncident, commentOnIncident, reopenIncident, resolveIncident } from './act.ts'
import { assignIncident } from './assign.ts'
import { reportFalsePositive, withdrawFalsePositive } from './false-positive.ts'
import { markIncidentMaintenance } from './maintenance.ts'
import { pageForIncident } from './page.ts'
import { getIncidentContext } from './context.ts'
import { getIncidentBundle } from './bundle.ts'
import { getSigningKeys } from './signing-key.ts'
import { getIncidentReport, updateIncidentReport } from './report.ts'
import { listIncidentRows } from './incident-rows.ts'
import { getIncident, getIncidentEvidence, listIncidentTimeline, listIncidents } from './read.ts'
import { getIncidentStatistics, getIncidentStats } from './stats.ts'

export const incidentOperations: readonly Operation[] = [
  listIncidents,
  getIncidentStats,
  getIncidentStatistics,
  getIncident,
  acknowledgeIncident,
  assignIncident,
  resolveIncident,
  reopenIncident,
  markIncidentMaintenance,
  reportFalsePositive,
  withdrawFalsePositive,
  listIncidentTimeline,
  commentOnIncident,
  getIncidentEvidence,
  getIncidentReport,
  updateIncidentReport,
  getIncidentBundle,
  getSigningKeys,
  listIncidentRows,
  getIncidentContext,
  pageForIncident,
]
