import type { Operation } from '../registry/define.ts'
import { maintenanceWindowOperations } from './windows.ts'
import { listMaintenanceOccurrences } from './occurrences.ts'
import { previewMaintenance, endMaintenance } from './preview.ts'

export const maintenanceOperations: readonly Operation[] = [
  ...maintenanceWindowOperations,
  listMaintenanceOccurrences,
  previewMaintenance,
  endMaintenance,
]
