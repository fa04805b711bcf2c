// Written by `npm run sdk` from the operations. A change belongs there.

import type { MaintenanceWindow } from './incidents.ts'
export type MaintenanceWindowCreate = {
  name: string
  description?: string | null
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt: string
  durationMinutes: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  suppressAlerts?: boolean
  excludeFromSla?: boolean
}
export type MaintenanceWindowUpdate = {
  name?: string
  description?: string | null
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt?: string
  durationMinutes?: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  suppressAlerts?: boolean
  excludeFromSla?: boolean
  enabled?: boolean
}
export interface MaintenanceWindowsPaths {
  '/maintenance-windows': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly MaintenanceWindow[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: MaintenanceWindowCreate; answer: MaintenanceWindow }
  }
  '/maintenance-windows/{id}': {
    get: { params: { id: string }; answer: MaintenanceWindow }
    patch: { params: { id: string }; body: MaintenanceWindowUpdate; answer: MaintenanceWindow }
    delete: { params: { id: string }; answer: undefined }
  }
  '/maintenance-windows/{id}/end': { post: { params: { id: string }; answer: MaintenanceWindow } }
}
