// Written by `npm run sdk` from the operations. A change belongs there.

import type { Summary } from '../../../sdk/src/api.ts'
import type { Notices, PagingPreferences } from './me.ts'
import type { PagingProblems } from './on-call.ts'
export type Overview = {
  object: 'overview'
  monitors: {
    total: number
    up: number
    degraded: number
    down: number
    paused: number
    unknown: number
    in_maintenance: number
    health_score: number
  }
  maintenance: readonly { id: string; name: string; ends_at: string }[]
  incidents: {
    open: number
    firing: number
    acknowledged: number
    critical: number
    began_with: { incident_id: number; name: string; failing_since: string } | null
    shown: readonly {
      id: number
      status: 'firing' | 'acknowledged' | 'resolved'
      severity: 'critical' | 'warning'
      message: string
      diagnosis: string
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
      monitor: { id: string; name: string; type: string } | null
      slo: { id: string; name: string } | null
      location: { id: string; name: string } | null
      started_at: string
      failing_since: string
      acknowledged_at: string | null
      acknowledged_by: string | null
      flapping: boolean
      seen_from: readonly string[]
      locations: number
      last_page: { at: string; whom: readonly string[] } | null
      next_page: {
        at: string
        step: number
        round: number
        held: boolean
        policy: { id: string; name: string }
        whom: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; name: string }[]
      } | null
      fold: { shared: string; incident_ids: readonly number[] } | null
      bars: string
    }[]
  }
  confirming: {
    total: number
    shown: readonly {
      monitor: { id: string; name: string }
      rule: { id: string; name: string }
      severity: 'critical' | 'warning'
      streak: number
      threshold: number
      since: string
      seen_from: readonly string[]
      next_from: string | null
      next_check_at: string | null
    }[]
  }
  strip: {
    uptime_24h: number | null
    too_early_seconds: number | null
    incidents_24h: { total: number; critical: number; warning: number }
    mtta_seconds_7d: number | null
    mttr_seconds_7d: number | null
    deliveries_24h: { total: number; sent: number; failed: number }
  }
  on_call: readonly {
    schedule: { id: number; name: string }
    user: { user_id: string; name: string | null; email: string } | null
    until: string | null
    next: { user_id: string; name: string | null; email: string; starts_at: string } | null
  }[]
  changes: readonly {
    id: string
    action: string
    entity_type: string
    entity_id: string | null
    entity_name: string | null
    actor: string | null
    created_at: string
  }[]
  incidents_by_day: readonly { day: string; total: number; critical: number; warning: number }[]
  least_steady: readonly {
    monitor: { id: string; name: string; type: string }
    incidents: number
    downtime_seconds: number
    flapping: boolean
  }[]
  watching: { ok: boolean; problems: readonly { code: string; message: string }[] }
  generated_at: string
  session?: Session
  notices?: Notices
  upcoming?: Upcoming
  summary?: Summary
  paging_problems?: PagingProblems
}
export type Session = {
  object: 'session'
  id: string
  user: { id: string; name: string; email: string }
  role: 'owner' | 'admin' | 'member' | 'viewer'
  rights: {
    change: boolean
    administer: boolean
    own: boolean
    operate: boolean
    settings: boolean
    credentials: boolean
  }
  organization: {
    id: string
    name: string
    slug: string
    plan: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
    timezone: string
  }
  organizations: readonly { id: string; name: string; slug: string; role: 'owner' | 'admin' | 'member' | 'viewer' }[]
  two_factor: boolean
  preferences: {
    theme: 'system' | 'light' | 'dark'
    language: 'en' | 'de' | null
    timezone: string | null
    density: 'comfortable' | 'compact'
    keys: boolean
    paging: PagingPreferences
  }
  features: { mail: boolean; passkeys: boolean }
  server: { version: string }
}
export type Upcoming = {
  object: 'upcoming'
  maintenance: readonly { id: string; name: string; starts_at: string; ends_at: string }[]
  expiring: readonly {
    monitor: { id: string; name: string }
    metric: string
    label: string
    days_left: number
    expires_at: string
  }[]
  gaps: readonly { schedule: { id: number; name: string }; from: string; until: string }[]
}
export type Now = {
  object: 'now'
  on_call: readonly {
    schedule: { id: number; name: string }
    user: { user_id: string; name: string | null; email: string } | null
    until: string | null
    next: { user_id: string; name: string | null; email: string; starts_at: string } | null
  }[]
  maintenance: readonly { id: string; name: string; ends_at: string }[]
  session?: Session
  notices?: Notices
  upcoming?: Upcoming
  summary?: Summary
  paging_problems?: PagingProblems
}
export type StatusGrid = { object: 'status_grid'; groups: readonly { key: string; cells: string }[] }
export interface DashboardOverviewPaths {
  '/dashboard/overview': { get: { query?: { with?: string }; answer: Overview } }
  '/dashboard/now': { get: { query?: { with?: string }; answer: Now } }
  '/dashboard/upcoming': { get: { answer: Upcoming } }
  '/dashboard/search': {
    get: {
      query: { q: string }
      answer: {
        object: 'list'
        data: readonly {
          kind: 'monitor' | 'host' | 'incident' | 'person' | 'channel' | 'schedule' | 'status_page'
          id: string
          name: string
          detail: string | null
          state: string | null
        }[]
      }
    }
  }
  '/dashboard/status-grid': { get: { query?: { by?: 'tag' | 'type' | 'location'; tag?: string }; answer: StatusGrid } }
  '/dashboard/status-grid/{group}': {
    get: {
      params: { group: string }
      query?: { by?: 'tag' | 'type' | 'location'; tag?: string; from?: number; count?: number }
      answer: {
        object: 'list'
        data: readonly {
          id: string
          name: string
          status: 'down' | 'degraded' | 'unknown' | 'maintenance' | 'up' | 'paused'
        }[]
      }
    }
  }
}
