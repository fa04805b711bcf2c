// Written by `npm run sdk` from the operations. A change belongs there.

export type MaintenanceOccurrence = {
  window_id: string
  name: string
  starts_at: string
  ends_at: string
  recurrence: string
  monitors: number
  everything: boolean
  suppress_alerts: boolean
  exclude_from_sla: boolean
}
export type MaintenancePlan = {
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt: string
  durationMinutes: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  windowId?: string
}
export type MaintenancePreview = {
  object: 'maintenance_preview'
  everything: boolean
  monitors: number
  names: readonly string[]
  next: readonly { starts_at: string; ends_at: string }[]
  past: number
}
export interface DashboardMaintenanceWindowsPaths {
  '/dashboard/maintenance/occurrences': {
    get: {
      query: { from: string; until: string }
      answer: { object: 'list'; data: readonly MaintenanceOccurrence[]; has_more: boolean }
    }
  }
  '/dashboard/maintenance/preview': { post: { body: MaintenancePlan; answer: MaintenancePreview } }
}
