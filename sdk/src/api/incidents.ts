// Written by `npm run sdk` from the operations. A change belongs there.

export type Incident = {
  object: 'incident'
  id: number
  status: 'firing' | 'acknowledged' | 'resolved'
  severity: 'critical' | 'warning'
  message: string
  monitor: { id: string; name: string } | null
  slo: { id: string; name: string } | null
  location: { id: string; name: string } | null
  rule: { id: string; name: string } | null
  rule_version: number
  started_at: string
  failing_since: string
  acknowledged_at: string | null
  acknowledged_by: string | null
  assignee: { id: string; name: string } | null
  resolved_at: string | null
  resolve_reason: string | null
  resolved_by: string | null
  resolve_requested_at: string | null
  fire_count: number
  flapping: boolean
  root_cause:
    | 'dns'
    | 'connect'
    | 'tls'
    | 'timeout'
    | 'http_status'
    | 'content'
    | 'certificate'
    | 'auth'
    | 'performance'
    | 'heartbeat'
    | 'other'
  root_cause_detail: string | null
  diagnosis: string
  expected: string
  detected_value: string
  resolved_value: string | null
  confirming_locations: readonly string[]
  affected_by: { incident_id: number; monitor: { id: string; name: string } | null } | null
  affected_monitors: number
  vendor_reports: readonly {
    vendor: string
    title: string
    url: string | null
    started_at: string
    ended_at: string | null
  }[]
  deployment: {
    id: string
    service: string
    version: string | null
    environment: string | null
    link: string | null
    deployed_by: string | null
    deployed_at: string
  } | null
  maintenance_window_id: string | null
  false_positive: {
    reason: string
    reported_by: string
    reported_at: string
    exclude_from_sla: boolean
    mute_location_id: string | null
  } | null
}
export type IncidentStats = {
  object: 'incident_stats'
  period: '24h' | '7d' | '30d' | '90d'
  total: number
  critical: number
  warning: number
  mttr_seconds: number | null
  mtta_seconds: number | null
  mtbf_seconds: number | null
  too_early: boolean
  false_positives: number
  counts: readonly { bucket_start: string; total: number; critical: number; warning: number }[]
  top_unstable_monitors: readonly {
    monitor: { id: string; name: string; type: string }
    incidents: number
    downtime_seconds: number
    mttr_seconds: number | null
    flapping: boolean
  }[]
}
export type IncidentAssignment = { userId: string | null }
export type MaintenanceWindow = {
  object: 'maintenance_window'
  id: string
  name: string
  description: string | null
  monitor_ids: readonly string[]
  monitor_tags: readonly string[]
  starts_at: string
  duration_minutes: number
  timezone: string
  recurrence: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrence_until: string | null
  suppress_alerts: boolean
  exclude_from_sla: boolean
  enabled: boolean
  incident_id: number | null
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type FalsePositiveReport = { reason: string; excludeFromSla?: boolean; muteLocationId?: string }
export type IncidentEvent = {
  object: 'incident_event'
  id: number
  type:
    | 'opened'
    | 'confirmed'
    | 'joined'
    | 'affects'
    | 'affected'
    | 'unexplained'
    | 'vendor_reported'
    | 'vendor_recovered'
    | 'changed'
    | 'notified'
    | 'escalated'
    | 'acknowledged'
    | 'unacknowledged'
    | 'assigned'
    | 'reopened'
    | 'comment'
    | 'resolved'
    | 'false_positive'
    | 'muted'
    | 'passed_on'
  actor: string | null
  data: Readonly<Record<string, unknown>>
  created_at: string
}
export type IncidentComment = { body: string }
export type IncidentEvidence = {
  object: 'incident_evidence'
  incident_id: number
  checks: readonly { location: string; timestamp: string; error: string | null; evidence: unknown }[]
}
export type IncidentReport = {
  object: 'incident_report'
  incident: Incident
  impact: {
    duration_seconds: number
    affected: readonly {
      incident_id: number
      monitor: { id: string; name: string }
      failing_since: string
      resolved_at: string | null
    }[]
    error_budgets: readonly {
      slo: { id: string; name: string }
      target: number
      burnt_seconds: number
      budget_seconds: number | null
    }[]
  }
  notes: {
    cause: string
    lessons: string
    follow_ups: string
    version: number
    updated_at: string | null
    updated_by: string | null
  }
  timeline: readonly IncidentEvent[]
  changes: readonly {
    at: string
    action: string
    entity_type: string
    entity_id: string | null
    entity_name: string | null
    actor: string | null
  }[]
  deployments: readonly {
    id: string
    service: string
    version: string | null
    environment: string | null
    link: string | null
    tags: readonly string[]
    monitor_ids: readonly string[]
    deployed_by: string | null
    deployed_at: string
  }[]
  deliveries: readonly {
    id: number
    status: 'sent' | 'failed' | 'silenced'
    event: string
    channel: { id: number | null; type: string; name: string | null }
    oncall_page: boolean
    recipient: string | null
    attempt: number
    http_status: number | null
    latency_ms: number | null
    error: string | null
    silenced_reason: string | null
    created_at: string
  }[]
  generated_at: string
}
export type IncidentReportUpdate = { cause?: string; lessons?: string; followUps?: string; version?: number }
export type SigningKey = {
  object: 'signing_key'
  id: string
  algorithm: 'Ed25519'
  public_key: string
  created_at: string
  retired_at: string | null
}
export interface IncidentsPaths {
  '/incidents': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        status?: 'firing' | 'acknowledged' | 'resolved'
        severity?: 'critical' | 'warning'
        monitor_id?: string
        tag?: string
        cause?:
          | 'dns'
          | 'connect'
          | 'tls'
          | 'timeout'
          | 'http_status'
          | 'content'
          | 'certificate'
          | 'auth'
          | 'performance'
          | 'heartbeat'
          | 'other'
        q?: string
        assignee_id?: string
        since?: string
        until?: string
      }
      answer: {
        object: 'list'
        data: readonly Incident[]
        has_more: boolean
        next_cursor: string | null
        total: number
      }
    }
  }
  '/incidents/stats': {
    get: { query?: { period?: '24h' | '7d' | '30d' | '90d'; monitor_id?: string; tag?: string }; answer: IncidentStats }
  }
  '/incident-stats': {
    get: { query?: { period?: '24h' | '7d' | '30d' | '90d'; monitor_id?: string; tag?: string }; answer: IncidentStats }
  }
  '/incidents/{id}': { get: { params: { id: number }; answer: Incident } }
  '/incidents/{id}/acknowledge': { post: { params: { id: number }; answer: Incident } }
  '/incidents/{id}/assign': { post: { params: { id: number }; body: IncidentAssignment; answer: Incident } }
  '/incidents/{id}/resolve': { post: { params: { id: number }; answer: Incident } }
  '/incidents/{id}/reopen': { post: { params: { id: number }; answer: Incident } }
  '/incidents/{id}/mark-maintenance': { post: { params: { id: number }; answer: MaintenanceWindow } }
  '/incidents/{id}/false-positive': {
    post: { params: { id: number }; body: FalsePositiveReport; answer: Incident }
    delete: { params: { id: number }; answer: Incident }
  }
  '/incidents/{id}/timeline': {
    get: {
      params: { id: number }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly IncidentEvent[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/incidents/{id}/comments': { post: { params: { id: number }; body: IncidentComment; answer: IncidentEvent } }
  '/incidents/{id}/evidence': { get: { params: { id: number }; answer: IncidentEvidence } }
  '/incidents/{id}/report': {
    get: { params: { id: number }; query?: { format?: 'json' | 'markdown' | 'pdf' }; answer: IncidentReport }
    patch: { params: { id: number }; body: IncidentReportUpdate; answer: IncidentReport }
  }
  '/incidents/{id}/bundle': { get: { params: { id: number }; answer: never } }
  '/signing-keys': { get: { answer: { object: 'list'; data: readonly SigningKey[]; has_more: boolean } } }
}
