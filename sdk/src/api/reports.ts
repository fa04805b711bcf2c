// Written by `npm run sdk` from the operations. A change belongs there.

export type Report = {
  object: 'report'
  period: { from: string; to: string; timezone: string }
  summary: {
    monitors: number
    uptime_percent: number | null
    monitored_seconds: number
    downtime_seconds: number
    incidents: number
    mttr_seconds: number | null
    mtta_seconds: number | null
    sla_target: number
    sla_met: boolean | null
    error_budget: {
      total_seconds: number
      consumed_seconds: number
      remaining_seconds: number
      burn_rate: number | null
    }
    daily: readonly { date: string; uptime_percent: number | null; downtime_seconds: number }[]
  }
  monitors: readonly {
    id: string
    name: string
    type: string
    uptime_percent: number | null
    downtime_seconds: number
    sla_met: boolean | null
    incidents: number
    checks: number
    avg_response_time_ms: number | null
    p95_response_time_ms: number | null
    daily: readonly { date: string; uptime_percent: number | null; downtime_seconds: number }[]
  }[]
  incidents: readonly {
    id: number
    monitor: { id: string; name: string }
    severity: 'critical' | 'warning' | 'info'
    message: string
    failing_since: string
    started_at: string
    acknowledged_at: string | null
    resolved_at: string | null
    false_positive: boolean
  }[]
  maintenance: readonly { id: string; name: string; from: string; to: string; monitors: number; excluded: boolean }[]
  excluded: { maintenance_seconds: number; false_positive_seconds: number; prober_offline_seconds: number }
  generated_at: string
}
export type ReportSettings = {
  object: 'report_settings'
  daily: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
  }
  weekly: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
    day: number
  }
  monthly: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
    day: number
  }
}
export type ReportSettingsUpdate = {
  daily?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
  }
  weekly?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
    day?: number
  }
  monthly?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
    day?: number
  }
}
export interface ReportsPaths {
  '/reports': {
    get: {
      query?: {
        period?: '7d' | '30d' | '90d' | 'month' | 'custom'
        from?: string
        to?: string
        month?: string
        monitor_ids?: string
        tags?: string
        format?: 'json' | 'csv' | 'html' | 'pdf'
        timezone?: string
        sla_target?: number
      }
      answer: Report
    }
  }
  '/reports/schedules': {
    get: { answer: ReportSettings }
    patch: { body: ReportSettingsUpdate; answer: ReportSettings }
  }
}
