// Written by `npm run sdk` from the operations. A change belongs there.

import type { Monitor } from '../../../sdk/src/api.ts'
export type Series = {
  object: 'series'
  metric: string
  unit: string
  decimals: number
  words: Readonly<Record<string, string>>
  by: 'location' | 'phase'
  from: string
  until: string
  bucket_seconds: number
  series: readonly {
    key: string
    name: string
    p5: readonly (number | null)[]
    p50: readonly (number | null)[]
    p95: readonly (number | null)[]
    count: readonly number[]
  }[]
  incidents: readonly { id: number; severity: 'critical' | 'warning'; from: string; until: string | null }[]
  maintenance: readonly { id: string; name: string; from: string; until: string }[]
  changes: readonly { at: string; action: string; actor: string | null }[]
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
}
export type MonitorDay = {
  day: string
  state: 'up' | 'degraded' | 'down' | 'maintenance' | 'unknown'
  down_seconds: number
  degraded_seconds: number
  uptime: number | null
  incidents: readonly number[]
}
export type MonitorUptimes = {
  object: 'monitor_uptime'
  uptime_24h: number | null
  uptime_7d: number | null
  uptime_30d: number | null
  uptime_90d: number | null
  too_early_seconds_24h: number | null
  too_early_seconds_7d: number | null
  too_early_seconds_30d: number | null
  too_early_seconds_90d: number | null
}
export type CheckRow = {
  id: string
  at: string
  location: { id: string; name: string } | null
  success: boolean
  infrastructure: boolean
  duration_ms: number
  status_code: number | null
  error: string | null
}
export type CheckInFull = {
  id: string
  at: string
  location: { id: string; name: string } | null
  success: boolean
  infrastructure: boolean
  duration_ms: number
  status_code: number | null
  error: string | null
  metrics: readonly {
    metric: string
    label: string
    unit: string
    decimals: number
    words: Readonly<Record<string, string>>
    value: number
    phase: number | null
  }[]
  evidence: unknown
  object: 'check'
  last_good: {
    id: string
    at: string
    location: { id: string; name: string } | null
    success: boolean
    infrastructure: boolean
    duration_ms: number
    status_code: number | null
    error: string | null
    metrics: readonly {
      metric: string
      label: string
      unit: string
      decimals: number
      words: Readonly<Record<string, string>>
      value: number
      phase: number | null
    }[]
    evidence: unknown
  } | null
  evidence_location: string | null
}
export type LocationRow = {
  id: string
  name: string
  success: boolean | null
  error: string | null
  last_check_at: string | null
  last_check_id: string | null
  median_ms: number | null
  p95_ms: number | null
  success_24h: number | null
  bars: string
  muted: boolean
  silent_since: string | null
}
export interface DashboardResultsPaths {
  '/dashboard/monitors/{id}/series': {
    get: {
      params: { id: string }
      query?: { metric?: string; by?: 'location' | 'phase'; from?: string; until?: string; points?: number }
      answer: Series
    }
  }
  '/dashboard/monitors/{id}/days': {
    get: {
      params: { id: string }
      query?: { days?: number; timezone?: string }
      answer: { object: 'list'; data: readonly MonitorDay[] }
    }
  }
  '/dashboard/monitors/{id}/uptime': { get: { params: { id: string }; answer: MonitorUptimes } }
  '/dashboard/monitors/{id}/checks': {
    get: {
      params: { id: string }
      query?: {
        limit?: number
        cursor?: string
        result?: 'ok' | 'failed'
        location?: string
        from?: string
        until?: string
      }
      answer: { object: 'list'; data: readonly CheckRow[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dashboard/monitors/{id}/checks/{checkId}': { get: { params: { id: string; checkId: string }; answer: CheckInFull } }
  '/dashboard/monitors/{id}/locations': {
    get: {
      params: { id: string }
      answer: { object: 'list'; data: readonly LocationRow[]; unmeasured: readonly string[] }
    }
  }
  '/dashboard/monitors/{id}/muted-locations/{locationId}': {
    put: { params: { id: string; locationId: string }; answer: Monitor }
    delete: { params: { id: string; locationId: string }; answer: Monitor }
  }
}
