// Written by `npm run sdk` from the operations. A change belongs there.

export type AlertRule = {
  object: 'alert_rule'
  id: string
  monitor_id: string
  name: string
  metric: string
  operator: string
  value: string
  severity: 'critical' | 'warning' | 'info'
  failure_threshold: number
  min_failed_probes: number
  duration_window_seconds: number
  enabled: boolean
  is_system: boolean
  rule_id: number
  rule_version: number
  contact_group: { id: string; name: string } | null
  unusual?: { state: 'waiting' | 'ready'; ready_at: string | null }
  created_at: string
  updated_at: string
}
export type AlertRuleCreate = {
  name: string
  metric: string
  operator: string
  value: string
  severity?: 'critical' | 'warning' | 'info'
  failureThreshold?: number
  minFailedProbes?: number
  durationWindow?: number
  contactGroupId?: string | null
}
export type AlertRuleUpdate = {
  name?: string
  metric?: string
  operator?: string
  value?: string
  severity?: 'critical' | 'warning' | 'info'
  failureThreshold?: number
  minFailedProbes?: number
  durationWindow?: number
  contactGroupId?: string | null
  enabled?: boolean
}
export type AlertRulePreviewRequest = {
  monitorId: string
  metric: string
  operator: string
  value: string
  severity?: 'critical' | 'warning' | 'info'
  failureThreshold?: number
  minFailedProbes?: number
  durationWindow?: number
  hours?: number
}
export type AlertRulePreview = {
  object: 'alert_rule_preview'
  monitor_id: string
  from: string
  to: string
  checks: number
  firings: readonly { started_at: string; ended_at: string | null; duration_seconds: number; detected_value: string }[]
  total_firings: number
  firing_seconds: number
  unusual?: {
    state: 'waiting' | 'ready'
    ready_at: string | null
    bands: readonly { location: string; low: number; high: number }[]
  }
  present: {
    incidents: readonly {
      id: number
      rule: { id: string; name: string } | null
      severity: 'critical' | 'warning'
      started_at: string
      resolved_at: string | null
    }[]
    total: number
  }
}
export interface AlertRulesPaths {
  '/monitors/{id}/alert-rules': {
    get: {
      params: { id: string }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly AlertRule[]; has_more: boolean; next_cursor: string | null }
    }
    post: { params: { id: string }; body: AlertRuleCreate; answer: AlertRule }
  }
  '/monitors/{id}/alert-rules/{ruleId}': {
    get: { params: { id: string; ruleId: string }; answer: AlertRule }
    patch: { params: { id: string; ruleId: string }; body: AlertRuleUpdate; answer: AlertRule }
    delete: { params: { id: string; ruleId: string }; answer: undefined }
  }
  '/alert-rules/preview': { post: { body: AlertRulePreviewRequest; answer: AlertRulePreview } }
}
