// Written by `npm run sdk` from the operations. A change belongs there.

import type { MonitorTypeName, Deletion } from '../../../sdk/src/api.ts'
export type MonitorBrief = {
  id: string
  name: string
  type: string
  target: string | null
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  tags: readonly string[]
}
export type DashboardBulk = {
  action: 'pause' | 'resume' | 'delete' | 'tags' | 'locations' | 'interval' | 'groups'
  ids?: readonly string[]
  filter?: {
    q?: string
    status?: readonly ('down' | 'degraded' | 'unknown' | 'maintenance' | 'up' | 'paused')[]
    type?: readonly MonitorTypeName[]
    tag?: readonly string[]
    location?: readonly string[]
    interval?: readonly number[]
  }
  tags?: { add?: readonly string[]; remove?: readonly string[]; set?: readonly string[] }
  locations?: readonly string[]
  interval?: number
  contactGroupIds?: readonly string[]
  dryRun?: boolean
}
export type DashboardBulkResult = {
  object: 'dashboard_bulk'
  action: 'pause' | 'resume' | 'delete' | 'tags' | 'locations' | 'interval' | 'groups'
  dry_run: boolean
  changed: readonly string[]
  unchanged: number
  refused: readonly { id: string; message: string }[]
  undo: readonly Readonly<Record<string, unknown>>[]
}
export type RuleDraftRequest = { type: string; config?: Readonly<Record<string, unknown>>; locations?: number }
export type DraftRule = {
  object: 'draft_rule'
  name: string
  metric: string
  operator: string
  value: string
  severity: 'critical' | 'warning' | 'info'
  failure_threshold: number
  min_failed_probes: number
  duration_window_seconds: number
}
export type Recognize = { text: string }
export type RecognizedTypes = {
  object: 'list'
  data: readonly {
    object: 'recognized_type'
    type: string
    type_name: string
    category: 'web' | 'names' | 'network' | 'mail_and_files' | 'data' | 'reports'
    summary: string
    target: string
    config: Readonly<Record<string, unknown>>
    name: string
  }[]
  has_more: boolean
}
export type MonitorTry = {
  type: string
  target: string
  config?: Readonly<Record<string, unknown>>
  locations: readonly string[]
  monitorId?: string
}
export type Try = {
  object: 'try'
  id: string
  type: string
  target: string
  created_at: string
  done: boolean
  results: readonly {
    location: { id: string; name: string }
    status: 'waiting' | 'running' | 'done'
    checked_at: string | null
    success: boolean | null
    not_checked: boolean
    duration_ms: number | null
    status_code: number | null
    error: string | null
    cause:
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
      | null
    objections: readonly string[]
    metrics: readonly {
      metric: string
      label: string
      unit: string
      decimals: number
      words: Readonly<Record<string, string>>
      value: number
      phase: number | null
    }[]
    phases: readonly { phase: string; label: string; ms: number }[]
    evidence: readonly {
      key: string
      label: string
      kind: 'text' | 'key-value' | 'table' | 'hops' | 'image'
      value: unknown
    }[]
  }[]
}
export type View = { object: 'view'; id: string; name: string; query: string; created_at: string }
export type ViewCreate = { name: string; query: string }
export type ViewUpdate = { name?: string; query?: string }
export type MonitorRows = {
  object: 'list'
  data: readonly MonitorRow[]
  total: number
  bars_from: string
  bar_seconds: number
  facets: {
    status: readonly { value: string; count: number }[]
    type: readonly { value: string; count: number }[]
    tag: readonly { value: string; count: number }[]
    location: readonly { value: string; count: number }[]
    interval: readonly { value: string; count: number }[]
  } | null
  groups: readonly { tag: string | null; total: number; statuses: Readonly<Record<string, number>> }[] | null
}
export type MonitorRow = {
  id: string
  name: string
  type: string
  type_name: string
  target: string | null
  tags: readonly string[]
  interval_seconds: number
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  status: 'down' | 'degraded' | 'unknown' | 'maintenance' | 'up' | 'paused'
  maintenance: { id: string; name: string; ends_at: string } | null
  affected_by: string | null
  group: string | null
  bars: string
  spark: readonly (number | null)[]
  median_ms: number | null
  uptime_30d: number | null
  too_early_seconds: number | null
  last_check_at: string | null
  next_due_at: string | null
  failing_locations: readonly string[]
}
export type CheckInTimesRequest = { interval: number; config?: Readonly<Record<string, unknown>> }
export interface DashboardMonitorsPaths {
  '/dashboard/monitor-names': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        type?: MonitorTypeName
        status?: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
        tag?: string
        q?: string
      }
      answer: { object: 'list'; data: readonly MonitorBrief[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dashboard/monitors/bulk': { post: { body: DashboardBulk; answer: DashboardBulkResult } }
  '/dashboard/monitors/draft-rules': {
    post: { body: RuleDraftRequest; answer: { object: 'list'; data: readonly DraftRule[]; has_more: boolean } }
  }
  '/dashboard/monitors/recognize': { post: { body: Recognize; answer: RecognizedTypes } }
  '/dashboard/monitors/try': {
    post: {
      body: MonitorTry
      answer: {
        object: 'try'
        id: string
        type: string
        target: string
        created_at: string
        done: boolean
        results: readonly {
          location: { id: string; name: string }
          status: 'waiting' | 'running' | 'done'
          checked_at: string | null
          success: boolean | null
          not_checked: boolean
          duration_ms: number | null
          status_code: number | null
          error: string | null
          cause:
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
            | null
          objections: readonly string[]
          metrics: readonly {
            metric: string
            label: string
            unit: string
            decimals: number
            words: Readonly<Record<string, string>>
            value: number
            phase: number | null
          }[]
          phases: readonly { phase: string; label: string; ms: number }[]
          evidence: readonly {
            key: string
            label: string
            kind: 'text' | 'key-value' | 'table' | 'hops' | 'image'
            value: unknown
          }[]
        }[]
        tries_left: number
      }
    }
  }
  '/dashboard/monitors/try/{id}': { get: { params: { id: string }; answer: Try } }
  '/dashboard/views': {
    get: { answer: { object: 'list'; data: readonly View[]; has_more: false } }
    post: { body: ViewCreate; answer: View }
  }
  '/dashboard/views/{id}': {
    patch: { params: { id: string }; body: ViewUpdate; answer: View }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/monitors': {
    get: {
      query?: {
        q?: string
        status?: string
        type?: string
        tag?: string
        location?: string
        interval?: string
        order?: 'trouble' | 'name' | 'uptime' | 'slow' | 'new'
        group?: 'tag'
        span?: '24h' | '7d' | '90d'
        facets?: 'true' | 'false'
        offset?: number
        limit?: number
      }
      answer: MonitorRows
    }
  }
  '/dashboard/check-in-times': {
    post: {
      body: CheckInTimesRequest
      answer: { object: 'check_in_times'; times: readonly string[]; grace_seconds: number }
    }
  }
}
