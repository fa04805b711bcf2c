// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
export type Slo = {
  object: 'slo'
  id: string
  name: string
  monitor_ids: readonly string[]
  monitor_tags: readonly string[]
  target: number
  window: '7d' | '28d' | '30d' | 'month'
  burn_rate_alerts: { fast: 'critical' | 'warning' | 'off'; slow: 'critical' | 'warning' | 'off' }
  contact_group_ids: readonly string[]
  monitors: number
  period: { from: string; to: string }
  monitored_seconds: number
  uptime_percent: number | null
  state: 'met' | 'burning' | 'missed' | 'too_early'
  error_budget: {
    total_seconds: number
    consumed_seconds: number
    remaining_seconds: number
    remaining_percent: number | null
    burn_rate: number | null
  }
  burn_rates: {
    fast: { long: number; short: number; threshold: number }
    slow: { long: number; short: number; threshold: number }
  }
  burning: 'fast' | 'slow' | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type SloCreate = {
  name: string
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  target: number
  window?: '7d' | '28d' | '30d' | 'month'
  burnRateAlerts?: { fast?: 'critical' | 'warning' | 'off'; slow?: 'critical' | 'warning' | 'off' }
  contactGroupIds?: readonly string[]
}
export type SloUpdate = {
  name?: string
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  target?: number
  window?: '7d' | '28d' | '30d' | 'month'
  burnRateAlerts?: { fast?: 'critical' | 'warning' | 'off'; slow?: 'critical' | 'warning' | 'off' }
  contactGroupIds?: readonly string[]
}
export interface ObjectivesPaths {
  '/slos': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Slo[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: SloCreate; answer: Slo }
  }
  '/slos/{id}': {
    get: { params: { id: string }; answer: Slo }
    patch: { params: { id: string }; body: SloUpdate; answer: Slo }
    delete: { params: { id: string }; answer: Deletion }
  }
}
