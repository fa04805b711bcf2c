// All tools that change something. A new one needs its object and a line here.
import type { Tool } from '../tool.ts'
import { postAnnouncement, updateAnnouncement } from './announcements.ts'
import { acknowledgeIncident, assignIncident, resolveIncident } from './incidents.ts'
import { scheduleMaintenance } from './maintenance.ts'
import { checkNow, pauseMonitor, resumeMonitor } from './monitor-lifecycle.ts'
import { createMonitor, updateMonitor } from './monitors.ts'
import { addOnCallOverride } from './on-call.ts'
import { undo } from './undo.ts'

export const writeTools: readonly Tool[] = [
  createMonitor,
  updateMonitor,
  pauseMonitor,
  resumeMonitor,
  checkNow,
  acknowledgeIncident,
  resolveIncident,
  scheduleMaintenance,
  postAnnouncement,
  undo,
  addOnCallOverride,
  assignIncident,
  updateAnnouncement,
]
