// Written by `npm run sdk` from the operations. A change belongs there.

export type Reach = {
  object: 'reach'
  groups: readonly { id: string; name: string }[]
  channels: readonly {
    id: number
    type: string
    name: string
    groups: readonly string[]
    silenced_reason:
      | 'maintenance'
      | 'shadow'
      | 'dependency'
      | 'recovered'
      | 'obsolete'
      | 'severity_filter'
      | 'disabled'
      | 'quiet_hours'
      | 'same_address'
      | null
    recipients: readonly string[]
  }[]
  escalation: readonly {
    id: string
    name: string
    repeat_count: number
    steps: readonly { after_minutes: number; whom: readonly string[]; missed: readonly string[] }[]
  }[]
  reaches_somebody: boolean
}
export interface DashboardNotificationsPaths {
  '/dashboard/reach': {
    get: { query?: { monitor_id?: string; group_ids?: string; severity?: 'critical' | 'warning' }; answer: Reach }
  }
}
