// Written by `npm run sdk` from the operations. A change belongs there.

import type { CheckRow } from './results.ts'
export type IncidentRow = {
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
  seen_from: readonly string[]
  locations: number
  deliveries: { total: number; sent: number; failed: number }
  fold: string | null
}
export type IncidentContext = {
  object: 'incident_context'
  incident_id: number
  diffs: readonly {
    location: string
    at: string
    error: string | null
    last_good_at: string | null
    evidence_from: { at: string; location: string } | null
    rows: readonly { key: string; before: string | null; after: string | null; changed: boolean; volatile: boolean }[]
  }[]
  latest: readonly CheckRow[]
  last_page: { at: string; whom: readonly string[] } | null
  unpaged_reason:
    | 'shadow'
    | 'dependency'
    | 'maintenance'
    | 'unreachable'
    | 'no_policy'
    | 'ended'
    | 'before_policy'
    | null
  next_pages: readonly {
    at: string
    step: number
    round: number
    held: boolean
    policy: { id: string; name: string }
    whom: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; name: string }[]
  }[]
  neighbours: readonly {
    id: number
    status: 'firing' | 'acknowledged' | 'resolved'
    severity: 'critical' | 'warning'
    message: string
    started_at: string
  }[]
  changes: readonly {
    at: string
    action: string
    entity_type: string
    entity_id: string | null
    entity_name: string | null
    actor: string | null
    before: boolean
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
  deliveries: { total: number; sent: number; failed: number }
}
export type IncidentPageRequest = { userId?: string; step?: 'next' }
export type IncidentPage = {
  object: 'incident_page'
  incident_id: number
  whom: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; name: string }[]
  requested_at: string
}
export interface DashboardIncidentsPaths {
  '/dashboard/incidents': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        status?: 'open' | 'all' | 'firing' | 'acknowledged' | 'resolved'
        severity?: 'critical' | 'warning'
        monitor?: string
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
        mine?: '1'
        q?: string
        since?: string
        until?: string
      }
      answer: {
        object: 'list'
        data: readonly IncidentRow[]
        has_more: boolean
        next_cursor: string | null
        total: number
        firing: number
        acknowledged: number
      }
    }
  }
  '/dashboard/incidents/{id}/context': { get: { params: { id: number }; answer: IncidentContext } }
  '/dashboard/incidents/{id}/page': {
    post: { params: { id: number }; body: IncidentPageRequest; answer: IncidentPage }
  }
}
