// Written by `npm run sdk` from the operations. A change belongs there.

export type Host = {
  object: 'host'
  id: string
  monitor_id: string
  name: string
  os: string | null
  os_version: string | null
  kernel: string | null
  arch: string | null
  cpu_cores: number | null
  memory_bytes: number | null
  agent_version: string | null
  state: 'online' | 'stale' | 'offline' | 'never_reported'
  last_seen_at: string | null
  ip_addresses: readonly string[]
  tags: readonly string[]
  config: Readonly<Record<string, unknown>>
  latest: {
    cpu_pct: number | null
    mem_used_pct: number | null
    disk_used_pct_max: number | null
    load1: number | null
    uptime_s: number | null
  } | null
  created_at: string
  updated_at: string
}
export type HostCreate = { name: string; tags?: readonly string[]; config?: Readonly<Record<string, unknown>> }
export type EnrolledHost = {
  object: 'host'
  id: string
  monitor_id: string
  name: string
  os: string | null
  os_version: string | null
  kernel: string | null
  arch: string | null
  cpu_cores: number | null
  memory_bytes: number | null
  agent_version: string | null
  state: 'online' | 'stale' | 'offline' | 'never_reported'
  last_seen_at: string | null
  ip_addresses: readonly string[]
  tags: readonly string[]
  config: Readonly<Record<string, unknown>>
  latest: {
    cpu_pct: number | null
    mem_used_pct: number | null
    disk_used_pct_max: number | null
    load1: number | null
    uptime_s: number | null
  } | null
  created_at: string
  updated_at: string
  enrollment: { token: string; expires_at: string; install_command: string; docker_command: string }
}
export type HostUpdate = { name?: string; tags?: readonly string[]; config?: Readonly<Record<string, unknown>> }
export type HostMetrics = {
  object: 'host_metrics'
  from: string
  to: string
  step: number
  series: readonly { metric: string; unit: string; points: readonly (readonly number[])[] }[]
}
export type HostProcesses = {
  object: 'list'
  data: readonly HostProcess[]
  has_more: boolean
  next_cursor: string | null
  sampled_at: string | null
}
export type HostProcess = {
  object: 'host_process'
  pid: number
  name: string
  user: string | null
  cpu_pct: number
  memory_bytes: number
}
export interface HostsPaths {
  '/hosts': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        state?: 'online' | 'stale' | 'offline' | 'never_reported'
        q?: string
        tag?: string
      }
      answer: { object: 'list'; data: readonly Host[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: HostCreate; answer: EnrolledHost }
  }
  '/hosts/{id}': {
    get: { params: { id: string }; answer: Host }
    patch: { params: { id: string }; body: HostUpdate; answer: Host }
    delete: { params: { id: string }; answer: undefined }
  }
  '/hosts/{id}/rotate-token': { post: { params: { id: string }; answer: EnrolledHost } }
  '/hosts/{id}/metrics': {
    get: {
      params: { id: string }
      query?: { metric?: string; from?: string; to?: string; step?: 60 | 300 | 3600 }
      answer: HostMetrics
    }
  }
  '/hosts/{id}/processes': { get: { params: { id: string }; answer: HostProcesses } }
}
