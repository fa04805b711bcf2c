import type { Operation } from '../registry/define.ts'
import { getReport } from './report.ts'
import { getReportSchedules, updateReportSchedules } from './schedules.ts'
import { sendSampleReport } from './sample.ts'

export const reportOperations: readonly Operation[] = [
  getReport,
  getReportSchedules,
  updateReportSchedules,
  sendSampleReport,
]
