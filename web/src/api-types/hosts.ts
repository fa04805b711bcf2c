// Written by `npm run sdk` from the operations. A change belongs there.

export type HostRows = { object: 'list'; data: readonly HostRow[]; total: number }
export type HostRow = {
  id: string
  monitor_id: string
  name: string
  state: 'online' | 'stale' | 'offline' | 'never_reported'
  status: 'down' | 'degraded' | 'unknown' | 'maintenance' | 'up' | 'paused'
  tags: readonly string[]
  os: string | null
  cpu_pct: number | null
  mem_used_pct: number | null
  fullest_disk: { mount: string; used_pct: number; full_in_hours: number | null } | null
  load_per_core: number | null
  uptime_seconds: number | null
  agent_version: string | null
  last_seen_at: string | null
}
export type HostSample = {
  object: 'host_sample'
  sampled_at: string | null
  metrics: Readonly<Record<string, number>>
  disks: readonly {
    mount: string
    metric: string
    used_pct: number
    used_bytes: number
    free_bytes: number
    full_in_hours: number | null
  }[]
  services: readonly { name: string; up: boolean }[]
  failed_services: readonly string[]
  processes: readonly { name: string; count: number }[]
  containers: readonly { name: string; up: boolean; healthy: boolean | null }[]
}
export interface DashboardHostsPaths {
  '/dashboard/hosts': {
    get: {
      query?: { q?: string; state?: string; tag?: string; monitor_id?: string; offset?: number; limit?: number }
      answer: HostRows
    }
  }
  '/dashboard/hosts/{id}/sample': { get: { params: { id: string }; answer: HostSample } }
}
