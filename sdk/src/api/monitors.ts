// Written by `npm run sdk` from the operations. A change belongs there.

export type MonitorTypeName =
  | 'http'
  | 'api'
  | 'dns'
  | 'tcp'
  | 'ssl'
  | 'udp'
  | 'icmp'
  | 'mtr'
  | 'smtp'
  | 'imap'
  | 'pop3'
  | 'ftp'
  | 'sftp'
  | 'postgres'
  | 'postgresql'
  | 'mysql'
  | 'mariadb'
  | 'redis'
  | 'valkey'
  | 'amqp'
  | 'rabbitmq'
  | 'mqtt'
  | 'mongodb'
  | 'websocket'
  | 'prometheus'
  | 'grpc'
  | 'docker'
  | 'rdap'
  | 'blacklist'
  | 'ntp'
  | 'email_policy'
  | 'sitemap'
  | 'favicon'
  | 'cdn'
  | 'breach'
  | 'brotli'
  | 'cms'
  | 'browser'
  | 'playwright'
  | 'heartbeat'
  | 'mcp'
  | 'integrity'
  | 'page_integrity'
  | 'host'
  | 'snmp'
  | 'radius'
export type Monitor = {
  object: 'monitor'
  id: string
  name: string
  type: string
  target: string
  description: string | null
  interval_seconds: number
  scheduling_strategy: 'roundrobin' | 'random' | 'parallel'
  locations: readonly string[]
  tags: readonly string[]
  shadow: boolean
  depends_on: { monitors: readonly string[]; tags: readonly string[]; vendors: readonly string[] }
  config: Readonly<Record<string, unknown>>
  status: 'up' | 'down' | 'paused' | 'unknown'
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  active: boolean
  muted_locations: readonly string[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type MonitorInFull = {
  object: 'monitor'
  id: string
  name: string
  type: string
  target: string
  description: string | null
  interval_seconds: number
  scheduling_strategy: 'roundrobin' | 'random' | 'parallel'
  locations: readonly string[]
  tags: readonly string[]
  shadow: boolean
  depends_on: { monitors: readonly string[]; tags: readonly string[]; vendors: readonly string[] }
  config: Readonly<Record<string, unknown>>
  status: 'up' | 'down' | 'paused' | 'unknown'
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  active: boolean
  muted_locations: readonly string[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
  available_metrics: readonly string[]
  in_maintenance: boolean
}
export type MonitorCreate = {
  name: string
  type: MonitorTypeName
  target?: string
  description?: string | null
  interval: number
  schedulingStrategy?: 'roundrobin' | 'random' | 'parallel'
  locations?: readonly string[]
  tags?: readonly string[]
  shadow?: boolean
  dependsOn?: { monitors?: readonly string[]; tags?: readonly string[]; vendors?: readonly string[] }
  config?: Readonly<Record<string, unknown>>
  isPaused?: boolean
  alertRules?: readonly AlertRuleSave[]
}
export type AlertRuleSave = {
  id?: string
  defaultRule?: string
  deleted?: boolean
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
export type MonitorBulk = { action: 'pause' | 'resume' | 'delete'; ids: readonly string[] }
export type BulkResult = {
  object: 'bulk_result'
  action: 'pause' | 'resume' | 'delete'
  succeeded: readonly string[]
  skipped: readonly string[]
}
export type MonitorUpdate = {
  name?: string
  target?: string
  description?: string | null
  interval?: number
  schedulingStrategy?: 'roundrobin' | 'random' | 'parallel'
  locations?: readonly string[]
  tags?: readonly string[]
  shadow?: boolean
  dependsOn?: { monitors?: readonly string[]; tags?: readonly string[]; vendors?: readonly string[] }
  config?: Readonly<Record<string, unknown>>
  alertRules?: readonly AlertRuleSave[]
}
export type CheckRequest = { object: 'check_request'; monitor_id: string; requested_at: string }
export type Uptime = {
  object: 'uptime'
  monitor_id: string
  period: '1h' | '24h' | '7d' | '30d' | '90d'
  uptime_percent: number | null
  total_checks: number
  successful_checks: number
  failed_checks: number
  avg_response_time_ms: number | null
  min_response_time_ms: number | null
  max_response_time_ms: number | null
  last_failure_at: string | null
  uptime_24h: number | null
  uptime_7d: number | null
  uptime_30d: number | null
}
export type Check = {
  object: 'check'
  timestamp: string
  success: boolean
  duration_ms: number
  location: string
  error: string | null
  status_code: number
}
export type ChecksOfLocation = {
  id: string
  name: string
  total_checks: number
  failed_checks: number
  uptime_percent: number | null
  avg_response_time_ms: number | null
  last_check_at: string
  last_success: boolean
}
export type Ping = {
  object: 'ping'
  number: number
  timestamp: string
  kind: 'success' | 'start' | 'fail' | 'log' | 'ignored'
  exit_status: number | null
  rid: string | null
  duration_ms: number | null
  method: string
  ip: string
  user_agent: string | null
  body_bytes: number
  body: string | null
}
export type DependencyProposal = {
  object: 'dependency_proposal'
  id: string
  hub: { id: string; name: string; outages: number }
  monitors: readonly {
    id: string
    name: string
    together: number
    outages: number
    after: number
    max_lag_seconds: number
    chance: number
  }[]
  evidence: readonly string[]
  last_at: string
}
export type DependencyProposalApply = { parent: string }
export type AppliedDependencyProposal = {
  object: 'applied_dependency_proposal'
  parent: { id: string; name: string }
  monitors: readonly { id: string; name: string }[]
}
export type PingKey = { object: 'ping_key'; key: string; url: string }
export type IntegrityAcceptance = { pages?: readonly string[] }
export type IntegrityBaseline = {
  object: 'integrity_baseline'
  monitor_id: string
  pages: readonly string[]
  accepted_at: string
}
export type IntegrityChange = {
  object: 'integrity_change'
  page: string
  kind:
    | 'script_source'
    | 'form_target'
    | 'keyword'
    | 'redirect'
    | 'header_weakened'
    | 'third_party_script'
    | 'text'
    | 'header_changed'
    | 'first_party_script'
    | 'data_destination'
    | 'frame'
    | 'link_domain'
  security: boolean
  item: string
  before: string | null
  after: string | null
  first_seen_at: string
  locations: readonly string[]
}
export interface MonitorsPaths {
  '/monitors': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        type?: MonitorTypeName
        status?: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
        tag?: string
        q?: string
      }
      answer: { object: 'list'; data: readonly Monitor[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: MonitorCreate; answer: Monitor }
  }
  '/monitors/{id}': {
    get: { params: { id: string }; answer: MonitorInFull }
    delete: { params: { id: string }; answer: undefined }
    patch: { params: { id: string }; body: MonitorUpdate; answer: Monitor }
  }
  '/monitors/bulk': { post: { body: MonitorBulk; answer: BulkResult } }
  '/monitors/{id}/pause': { post: { params: { id: string }; answer: Monitor } }
  '/monitors/{id}/resume': { post: { params: { id: string }; answer: Monitor } }
  '/monitors/{id}/check-now': { post: { params: { id: string }; answer: CheckRequest } }
  '/monitors/{id}/uptime': {
    get: { params: { id: string }; query?: { period?: '1h' | '24h' | '7d' | '30d' | '90d' }; answer: Uptime }
  }
  '/monitors/{id}/checks': {
    get: {
      params: { id: string }
      query?: { hours?: number; limit?: number }
      answer: { object: 'list'; data: readonly Check[]; has_more: boolean; locations: readonly ChecksOfLocation[] }
    }
  }
  '/monitors/{id}/pings': {
    get: {
      params: { id: string }
      query?: { limit?: number }
      answer: { object: 'list'; data: readonly Ping[]; has_more: boolean }
    }
  }
  '/dependency-proposals': {
    get: {
      answer: { object: 'list'; data: readonly DependencyProposal[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dependency-proposals/{id}/apply': {
    post: { params: { id: string }; body: DependencyProposalApply; answer: AppliedDependencyProposal }
  }
  '/dependency-proposals/{id}': { delete: { params: { id: string }; answer: undefined } }
  '/ping-key': { get: { answer: PingKey } }
  '/monitors/{id}/integrity/accept-baseline': {
    post: { params: { id: string }; body: IntegrityAcceptance; answer: IntegrityBaseline }
  }
  '/monitors/{id}/integrity/changes': {
    get: {
      params: { id: string }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly IntegrityChange[]; has_more: boolean; next_cursor: string | null }
    }
  }
}
