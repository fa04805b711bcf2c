// Written by `npm run sdk` from the operations. A change belongs there.

export type Me = {
  object: 'me'
  credential: {
    type: 'api_key' | 'oauth' | 'session'
    id: string
    name: string
    prefix: string
    scope: 'read' | 'write'
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    client_id: string | null
  }
  user: { id: string; name: string; email: string; role: 'owner' | 'admin' | 'member' | 'viewer' } | null
  organization: {
    id: string
    name: string
    slug: string
    plan: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
    timezone: string
    created_at: string
  }
  server: { version: string; api_version: 'v1' }
}
export type MonitorType = {
  object: 'monitor_type'
  type: string
  name: string
  category: 'web' | 'names' | 'network' | 'mail_and_files' | 'reports'
  summary: string
  target: { format: string; description: string; example: string }
  requires_locations: boolean
  confirmation: 'locations' | 'none'
  confirm_after_seconds: number | null
  min_interval_seconds: number
  enrolled_with: string | null
  counted_as: string | null
  config: readonly FormField[]
  metrics: readonly {
    metric: string
    aliases: readonly string[]
    label: string
    description: string
    unit: string
    decimals: number
    operators: readonly string[]
    unusual?: true
    usual_operator: string | null
    severity: 'critical' | 'warning' | 'info'
    min: number
    max: number
  }[]
  charts: readonly string[]
  evidence: readonly { key: string; label: string; kind: 'text' | 'key-value' | 'table' | 'hops' | 'image' }[]
  default_rules: readonly {
    name: string
    metric: string
    operator: string
    value: string
    severity: 'critical' | 'warning' | 'info'
    when: string | null
  }[]
}
export type FormField = {
  key: string
  type: string
  required: boolean
  default: unknown
  secret: boolean
  enum: readonly (string | number)[] | null
  choices: readonly { value: string | number; label: string }[] | null
  min: number | null
  max: number | null
  max_items: number | null
  max_length: number | null
  description: string
  label: string
  group: 'request' | 'login' | 'answer' | 'connection' | 'report' | 'alarm' | 'routing' | null
  advanced: boolean
  unit: string | null
  placeholder: string | null
  sample: string | null
  shown_when: { key: string; in: readonly (string | number | boolean)[] } | null
  refers_to: string | null
  fields: readonly FormPart[] | null
  item: { add: string; picked: Readonly<Record<string, string>> | null } | null
  items: string | null
}
export type FormPart = {
  key: string
  label: string
  type: string
  required: boolean
  default: unknown
  enum: readonly (string | number)[] | null
  choices: readonly { value: string | number; label: string }[] | null
  choices_by: { key: string; choices: Readonly<Record<string, readonly string[]>> } | null
  shown_when: { key: string; in: readonly (string | number | boolean)[] } | null
  example: string | null
  multiline: boolean
  min: number | null
  max: number | null
  max_items: number | null
  max_length: number | null
  fields:
    | readonly {
        key: string
        label: string
        type: string
        required: boolean
        default: unknown
        enum: readonly (string | number)[] | null
        choices: readonly { value: string | number; label: string }[] | null
        choices_by: { key: string; choices: Readonly<Record<string, readonly string[]>> } | null
        shown_when: { key: string; in: readonly (string | number | boolean)[] } | null
        example: string | null
        multiline: boolean
        min: number | null
        max: number | null
        max_items: number | null
        max_length: number | null
      }[]
    | null
  item: { add: string; picked: Readonly<Record<string, string>> | null } | null
}
export type Monitor = {
  object: 'monitor'
  id: string
  name: string
  type: string
  target: string
  description: string | null
  interval_seconds: number
  status: 'up' | 'down' | 'paused' | 'unknown'
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  active: boolean
  scheduling_strategy: 'roundrobin' | 'random' | 'parallel'
  locations: readonly string[]
  muted_locations: readonly string[]
  tags: readonly string[]
  shadow: boolean
  depends_on: { monitors: readonly string[]; tags: readonly string[]; vendors: readonly string[] }
  config: Readonly<Record<string, unknown>>
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type MonitorCreate = {
  name: string
  type:
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
    | 'websocket'
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
  target?: string
  interval: number
  locations?: readonly string[]
  schedulingStrategy?: 'roundrobin' | 'random' | 'parallel'
  tags?: readonly string[]
  description?: string | null
  config?: Readonly<Record<string, unknown>>
  isPaused?: boolean
  shadow?: boolean
  dependsOn?: { monitors?: readonly string[]; tags?: readonly string[]; vendors?: readonly string[] }
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
export type ImportRequest = {
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  document?: string
  encoding?: 'text' | 'base64'
  credentials?: { apiKey: string; url?: string }
  dryRun?: boolean
  shadow?: boolean
  channels?: boolean
  locations?: readonly string[]
}
export type ImportReport = {
  object: 'import_report'
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  dry_run: boolean
  shadow: boolean
  locations: readonly string[]
  mapped: readonly {
    key: string
    name: string
    source_type: string
    type: string
    target: string | null
    interval_seconds: number
    action: 'create' | 'update' | 'keep'
    monitor_id: string | null
  }[]
  channels: readonly {
    key: string
    name: string
    source_type: string
    type: string
    action: 'create' | 'keep'
    contact_group: { id: string | null; name: string }
    contacts: readonly string[]
    channel_id: number | null
    enter: readonly string[]
  }[]
  changed: readonly {
    key: string
    name: string
    source_type: string
    field: string
    from: string
    to: string
    reason: string
  }[]
  skipped: readonly {
    key: string
    name: string
    source_type: string
    kind: 'monitor' | 'channel'
    reason: string
    nearest: string | null
  }[]
  summary: { monitors: number; create: number; update: number; keep: number; skipped: number }
}
export type ImportComparisonRequest = {
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  document?: string
  encoding?: 'text' | 'base64'
  credentials?: { apiKey: string; url?: string }
  toleranceSeconds?: number
}
export type ImportComparison = {
  object: 'import_comparison'
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  since: string | null
  agreed: readonly {
    key: string
    monitor_id: string
    name: string
    incident_id: number
    their_start: string
    their_end: string | null
    our_start: string
    our_end: string | null
    late_seconds: number
  }[]
  only_theirs: readonly {
    key: string
    monitor_id: string
    name: string
    start: string
    end: string | null
    message: string
  }[]
  only_ours: readonly {
    key: string
    monitor_id: string
    name: string
    incident_id: number
    start: string
    end: string | null
  }[]
  summary: {
    monitors: number
    agreed: number
    only_theirs: number
    only_ours: number
    median_late_seconds: number | null
  }
}
export type ImportSwitchRequest = {
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
}
export type ImportSwitch = {
  object: 'import_switch'
  source:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  switched: readonly string[]
}
export type MonitorInFull = {
  object: 'monitor'
  id: string
  name: string
  type: string
  target: string
  description: string | null
  interval_seconds: number
  status: 'up' | 'down' | 'paused' | 'unknown'
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  active: boolean
  scheduling_strategy: 'roundrobin' | 'random' | 'parallel'
  locations: readonly string[]
  muted_locations: readonly string[]
  tags: readonly string[]
  shadow: boolean
  depends_on: { monitors: readonly string[]; tags: readonly string[]; vendors: readonly string[] }
  config: Readonly<Record<string, unknown>>
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
  available_metrics: readonly string[]
  in_maintenance: boolean
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
export type Incident = {
  object: 'incident'
  id: number
  status: 'firing' | 'acknowledged' | 'resolved'
  severity: 'critical' | 'warning'
  message: string
  monitor: { id: string; name: string } | null
  slo: { id: string; name: string } | null
  rule: { id: string; name: string } | null
  rule_version: number
  started_at: string
  failing_since: string
  acknowledged_at: string | null
  acknowledged_by: string | null
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
      budget_seconds: number
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
export type MaintenanceWindowCreate = {
  name: string
  description?: string | null
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt: string
  durationMinutes: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  suppressAlerts?: boolean
  excludeFromSla?: boolean
}
export type MaintenanceWindowUpdate = {
  name?: string
  description?: string | null
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt?: string
  durationMinutes?: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  suppressAlerts?: boolean
  excludeFromSla?: boolean
  enabled?: boolean
}
export type StatusPageListed = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  password_protected: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  logo: { hash: string; width: number; height: number } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type StatusPageCreate = {
  slug: string
  name: string
  description?: string | null
  isPublic?: boolean
  autoPublishIncidents?: boolean
  dimUntrackedDays?: boolean
  theme?: 'light' | 'dark' | 'auto'
  language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  daysShown?: number
  footer?: string | null
  supportUrl?: string | null
  components?: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
  }[]
}
export type StatusPage = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  password_protected: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  logo: { hash: string; width: number; height: number } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  components: readonly StatusPageComponent[]
  overall_status?: 'operational' | 'degraded' | 'major_outage' | 'maintenance' | null
  incident_count?: number
}
export type StatusPageComponent = {
  object: 'status_page_component'
  id: string
  name: string
  description: string | null
  position: number
  display_mode: 'rolled_up' | 'expanded' | 'collapsible_group'
  public_cause: 'hidden' | 'cause' | 'full'
  monitor_ids: readonly string[]
  monitor_tags: readonly string[]
  status?: 'up' | 'degraded' | 'down' | 'maintenance' | 'paused' | 'unknown'
  monitors?: readonly { id: string; name: string; type: string }[]
  third_party?: StatusPageThirdParty | null
}
export type StatusPageThirdParty = { service_slug: string; components: readonly string[] }
export type StatusPageUpdate = {
  slug?: string
  name?: string
  description?: string | null
  isPublic?: boolean
  autoPublishIncidents?: boolean
  dimUntrackedDays?: boolean
  theme?: 'light' | 'dark' | 'auto'
  language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  daysShown?: number
  footer?: string | null
  supportUrl?: string | null
}
export type Deletion = { object: 'deleted'; id: string; deleted: true }
export type Announcement = {
  object: 'announcement'
  id: string
  type: 'incident' | 'maintenance'
  title: string
  body: string
  status: 'investigating' | 'identified' | 'monitoring' | 'resolved'
  severity: 'minor' | 'major' | 'critical'
  affected_component_ids: readonly string[]
  affected_monitor_ids: readonly string[]
  scheduled_start: string | null
  scheduled_end: string | null
  source_incident_id: number | null
  resolved_at: string | null
  created_at: string
  updated_at: string
  updates: readonly {
    id: string
    body: string
    status: 'investigating' | 'identified' | 'monitoring' | 'resolved'
    created_at: string
  }[]
}
export type AnnouncementCreate = {
  title: string
  body: string
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved'
  severity?: 'minor' | 'major' | 'critical'
  affectedComponentIds?: readonly string[]
  notify?: boolean
}
export type AnnouncementUpdate = { body: string; status: 'investigating' | 'identified' | 'monitoring' | 'resolved' }
export type StatusPageEdited = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  password_protected: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  logo: { hash: string; width: number; height: number } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  components: readonly StatusPageComponent[]
  overall_status?: 'operational' | 'degraded' | 'major_outage' | 'maintenance' | null
  incident_count?: number
  hosts: readonly StatusPageHost[]
  draft: {
    components: readonly StatusPageComponent[]
    look: {
      name?: string
      description?: string | null
      dim_untracked_days?: boolean
      theme?: 'light' | 'dark' | 'auto'
      language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
      days_shown?: number
      footer?: string | null
      support_url?: string | null
    }
  } | null
}
export type StatusPageHost = {
  object: 'status_page_host'
  host: string
  verified_at: string | null
  txt_name: string
  txt_value: string
  created_at: string
}
export type StatusPageComponents = {
  components: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
    id?: string
    displayMode?: 'rolled_up' | 'expanded' | 'collapsible_group'
    publicCause?: 'hidden' | 'cause' | 'full'
    thirdParty?: { serviceSlug: string; components?: readonly string[] } | null
  }[]
}
export type StatusPageDraft = {
  components?: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
    id?: string
    displayMode?: 'rolled_up' | 'expanded' | 'collapsible_group'
    publicCause?: 'hidden' | 'cause' | 'full'
    thirdParty?: { serviceSlug: string; components?: readonly string[] } | null
  }[]
  look?: {
    name?: string
    description?: string | null
    dimUntrackedDays?: boolean
    theme?: 'light' | 'dark' | 'auto'
    language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
    daysShown?: number
    footer?: string | null
    supportUrl?: string | null
  }
}
export type StatusPagePreview = { object: 'status_page_preview'; view: Readonly<Record<string, unknown>> }
export type ThirdPartyService = { object: 'third_party_service'; slug: string; name: string; url: string }
export type StatusPageHostAdd = { host: string }
export type StatusPageLogo = { picture: string }
export type StatusPagePassword = { password: string | null }
export type StatusPageSubscriber = {
  object: 'status_page_subscriber'
  id: string
  channel: 'email' | 'slack' | 'webhook'
  address: string
  state: 'confirmed' | 'waiting' | 'retired'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  component_ids: readonly string[]
  kinds: readonly ('incident' | 'maintenance')[]
  confirmed_at: string | null
  retired_at: string | null
  retired_reason: string | null
  created_at: string
}
export type StatusPageSubscriberImport = { addresses?: readonly string[]; csv?: string }
export type StatusPageSubscriberImported = {
  object: 'subscriber_import'
  asked: number
  refused: readonly {
    line: number
    address: string
    reason: 'invalid' | 'repeated' | 'known' | 'limit'
    message: string
  }[]
}
export type Contact = {
  object: 'contact'
  id: string
  name: string
  email: string
  phone: string | null
  groups: readonly { id: string; name: string }[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type ContactCreate = { name: string; email: string; phone?: string | null; groupIds?: readonly string[] }
export type ContactUpdate = { name?: string; email?: string; phone?: string | null; groupIds?: readonly string[] }
export type ContactGroup = {
  object: 'contact_group'
  id: string
  name: string
  description: string | null
  is_default: boolean
  member_count: number
  escalation_policy: { id: string; name: string } | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type ContactGroupCreate = {
  name: string
  description?: string | null
  contactIds?: readonly string[]
  escalationPolicyId?: string | null
}
export type ContactGroupInFull = {
  object: 'contact_group'
  id: string
  name: string
  description: string | null
  is_default: boolean
  member_count: number
  escalation_policy: { id: string; name: string } | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
  members: readonly { id: string; name: string; email: string }[]
}
export type ContactGroupUpdate = {
  name?: string
  description?: string | null
  contactIds?: readonly string[]
  escalationPolicyId?: string | null
}
export type NotificationChannel = {
  object: 'notification_channel'
  id: number
  name: string
  type: string
  enabled: boolean
  is_default: boolean
  severity_filter: readonly ('critical' | 'warning')[]
  config: Readonly<Record<string, unknown>>
  routes: readonly { contact_group: { id: string; name: string } }[]
  fallback_channel_id: number | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type OnCallSchedule = {
  object: 'oncall_schedule'
  id: number
  name: string
  timezone: string
  enabled: boolean
  layer_count: number
  current_on_call: { user_id: string; name: string | null; email: string } | null
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type OnCallScheduleCreate = {
  name: string
  timezone?: string
  enabled?: boolean
  layers?: readonly {
    id?: string
    name: string
    rotation: 'daily' | 'weekly' | 'custom'
    shiftLengthSeconds?: number
    handoffAt?: string
    startsAt?: string
    endsAt?: string | null
    restrictions?: readonly { days: readonly number[]; from: string; to: string }[]
    userIds: readonly string[]
  }[]
}
export type OnCallScheduleInFull = {
  object: 'oncall_schedule'
  id: number
  name: string
  timezone: string
  enabled: boolean
  layer_count: number
  current_on_call: { user_id: string; name: string | null; email: string } | null
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  layers: readonly {
    id: string
    name: string
    position: number
    rotation: 'daily' | 'weekly' | 'custom'
    shift_length_seconds: number
    handoff_at: string
    starts_at: string
    ends_at: string | null
    restrictions: readonly { days: readonly number[]; from: string; to: string }[]
    users: readonly { user_id: string; name: string | null; email: string }[]
  }[]
  next_on_call: { user_id: string; name: string | null; email: string; starts_at: string } | null
  gaps_7d: number
  calendar_url: string | null
}
export type OnCallScheduleUpdate = {
  name?: string
  timezone?: string
  enabled?: boolean
  layers?: readonly {
    id?: string
    name: string
    rotation: 'daily' | 'weekly' | 'custom'
    shiftLengthSeconds?: number
    handoffAt?: string
    startsAt?: string
    endsAt?: string | null
    restrictions?: readonly { days: readonly number[]; from: string; to: string }[]
    userIds: readonly string[]
  }[]
}
export type OnCallShift = {
  object: 'oncall_shift'
  user: { user_id: string; name: string | null; email: string }
  layer_id: string | null
  starts_at: string
  ends_at: string
  is_override: boolean
}
export type OnCall = {
  object: 'oncall'
  schedule_id: number
  at: string
  user: { user_id: string; name: string | null; email: string } | null
  layer_id: string | null
  is_override: boolean
}
export type OnCallOverride = {
  object: 'oncall_override'
  id: string
  schedule_id: number
  user: { user_id: string; name: string | null; email: string }
  starts_at: string
  ends_at: string
  reason: string | null
  created_at: string
}
export type OnCallOverrideCreate = { userId: string; startsAt: string; endsAt: string; reason?: string | null }
export type EscalationPolicy = {
  object: 'escalation_policy'
  id: string
  name: string
  repeat_count: number
  steps: readonly {
    delay_minutes: number
    targets: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; id: number | string }[]
  }[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type EscalationPolicyCreate = {
  name: string
  repeatCount?: number
  steps: readonly {
    delayMinutes: number
    targets: readonly (
      | { type: 'schedule'; id: number }
      | { type: 'user'; id: string }
      | { type: 'contact_group'; id: string }
      | { type: 'channel'; id: number }
    )[]
  }[]
}
export type EscalationPolicyUpdate = {
  name?: string
  repeatCount?: number
  steps?: readonly {
    delayMinutes: number
    targets: readonly (
      | { type: 'schedule'; id: number }
      | { type: 'user'; id: string }
      | { type: 'contact_group'; id: string }
      | { type: 'channel'; id: number }
    )[]
  }[]
}
export type User = {
  object: 'user'
  id: string
  name: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  created_at: string
}
export type NotificationTest = {
  object: 'notification_test'
  channels: readonly { id: number; type: string; name: string; silenced_reason: string | null }[]
  requested_at: string
}
export type Notification = {
  object: 'notification'
  id: number
  status: 'sent' | 'failed' | 'silenced'
  event: 'firing' | 'acknowledged' | 'resolved'
  channel: DeliveryChannel
  oncall_page: boolean
  error: string | null
  severity: 'critical' | 'warning' | null
  incident: { id: number; status: 'firing' | 'acknowledged' | 'resolved' | null; message: string | null }
  monitor: { id: string; name: string } | null
  attempt: number
  http_status: number | null
  latency_ms: number | null
  silenced_reason:
    | 'maintenance'
    | 'shadow'
    | 'dependency'
    | 'severity_filter'
    | 'disabled'
    | 'quiet_hours'
    | 'flapping'
    | null
  recipient: string | null
  retry_of: number | null
  created_at: string
}
export type DeliveryChannel = { id: number | null; type: string; name: string | null }
export type Location = {
  object: 'location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  private: boolean
  browser: boolean
  browser_missing: string | null
  status: 'live' | 'dead'
}
export type PingKey = { object: 'ping_key'; key: string; url: string }
export type DiagnosticType = {
  object: 'diagnostic_type'
  type:
    | 'http'
    | 'dns'
    | 'dns_propagation'
    | 'ping'
    | 'mtr'
    | 'traceroute'
    | 'tcp'
    | 'tls'
    | 'whois_rdap'
    | 'headers'
    | 'smtp'
    | 'blacklist'
    | 'email_policy'
    | 'ntp'
    | 'mcp'
  name: string
  title: string
  monitor_type: string
  target_format: { format: string; description: string; example: string }
  params: readonly FormField[]
  available: boolean
}
export type Diagnostic = {
  object: 'diagnostic'
  id: string
  type: DiagnosticKind
  target: string
  status: 'queued' | 'running' | 'done' | 'failed'
  results: readonly {
    location: { id: string; name: string }
    status: 'waiting' | 'running' | 'done'
    success: boolean | null
    duration_ms: number | null
    error: string | null
    data: {
      status_code: number | null
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
      metrics: readonly { metric: string; label: string; unit: string; decimals: number; value: number }[]
      phases: readonly { phase: string; label: string; ms: number }[]
      evidence: readonly {
        key: string
        label: string
        kind: 'text' | 'key-value' | 'table' | 'hops' | 'image'
        value: unknown
      }[]
    } | null
  }[]
  created_at: string
  finished_at: string | null
}
export type DiagnosticKind =
  | 'http'
  | 'dns'
  | 'dns_propagation'
  | 'ping'
  | 'mtr'
  | 'traceroute'
  | 'tcp'
  | 'tls'
  | 'whois_rdap'
  | 'headers'
  | 'smtp'
  | 'blacklist'
  | 'email_policy'
  | 'ntp'
  | 'mcp'
export type DiagnosticRequest = {
  type: DiagnosticKind
  target: string
  config?: Readonly<Record<string, unknown>>
  locations?: readonly string[]
}
export type Report = {
  object: 'report'
  period: { from: string; to: string; timezone: string }
  summary: {
    monitors: number
    uptime_percent: number | null
    downtime_seconds: number
    incidents: number
    mttr_seconds: number | null
    mtta_seconds: number | null
    sla_target: number
    sla_met: boolean | null
    error_budget: {
      total_seconds: number
      consumed_seconds: number
      remaining_seconds: number
      burn_rate: number | null
    }
  }
  monitors: readonly {
    id: string
    name: string
    type: string
    uptime_percent: number | null
    downtime_seconds: number
    incidents: number
    checks: number
    avg_response_time_ms: number | null
    p95_response_time_ms: number | null
    daily: readonly { date: string; uptime_percent: number | null; downtime_seconds: number }[]
  }[]
  incidents: readonly {
    id: number
    monitor: { id: string; name: string }
    severity: 'critical' | 'warning' | 'info'
    message: string
    failing_since: string
    started_at: string
    acknowledged_at: string | null
    resolved_at: string | null
    false_positive: boolean
  }[]
  maintenance: readonly { id: string; name: string; from: string; to: string; monitors: number; excluded: boolean }[]
  excluded: { maintenance_seconds: number; false_positive_seconds: number; prober_offline_seconds: number }
  generated_at: string
}
export type ReportSettings = {
  object: 'report_settings'
  daily: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
  }
  weekly: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
    day: number
  }
  monthly: {
    enabled: boolean
    recipients: readonly string[]
    monitor_ids: readonly string[]
    tags: readonly string[]
    sla_target: number
    next_at: string | null
    last: { due_at: string; sent: number; errors: readonly string[] } | null
    day: number
  }
}
export type ReportSettingsUpdate = {
  daily?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
  }
  weekly?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
    day?: number
  }
  monthly?: {
    enabled: boolean
    recipients?: readonly string[]
    monitorIds?: readonly string[]
    tags?: readonly string[]
    slaTarget?: number
    day?: number
  }
}
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
  uptime_percent: number | null
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
export type ScriptToValidate = { script: string }
export type ScriptValidation = {
  object: 'script_validation'
  valid: boolean
  errors: readonly { line: number; column: number; message: string }[]
  tests: readonly { title: string; line: number }[]
  steps: readonly { title: string; line: number; slug: string }[]
}
export type PlaywrightRuntime = {
  object: 'playwright_runtime'
  id: string
  default: boolean
  browser: string
  modules: readonly string[]
}
export type TestRunRequest = {
  script: string
  target: string
  timeoutSeconds?: number
  retry?: boolean
  runtime?: '2026.09'
  locationId?: string
  variables?: Readonly<Record<string, string>>
}
export type PlaywrightRun = {
  object: 'playwright_run'
  id: string
  monitor_id: string | null
  location: { id: string; name: string } | null
  target: string
  status: 'queued' | 'running' | 'passed' | 'failed' | 'flaky' | 'infrastructure_error' | 'timed_out' | 'cancelled'
  error: string | null
  tests: readonly {
    title: string
    line: number
    status: 'passed' | 'failed' | 'flaky' | 'timed_out' | 'skipped'
    duration_ms: number
    error: string | null
    steps: readonly { slug: string; title: string; duration_ms: number; status: 'passed' | 'failed' }[]
  }[]
  console_errors: readonly string[]
  failed_requests: readonly string[]
  output: string | null
  artifacts: readonly { kind: string; url: string | null; expires_at: string | null }[]
  metrics: readonly { metric: string; label: string; unit: string; value: number }[]
  created_at: string
  finished_at: string | null
}
export type ConfigDocument = {
  version: 1
  contacts?: readonly { key: string }[]
  onCallSchedules?: readonly { key: string }[]
  contactGroups?: readonly { key: string }[]
  channels?: readonly { key: string }[]
  escalationPolicies?: readonly { key: string }[]
  monitors?: readonly { key: string }[]
  maintenanceWindows?: readonly { key: string }[]
  statusPages?: readonly { key: string }[]
  objectives?: readonly { key: string }[]
}
export type ConfigSchema = { type: 'object' }
export type ConfigPlanCreate = {
  document?: Readonly<Record<string, unknown>>
  yaml?: string
  values?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  prune?: boolean
  pruneLimit?: number
  source?: string
}
export type ConfigPlan = {
  object: 'config_plan'
  id: string
  created_at: string
  expires_at: string
  applied_at: string | null
  source: string
  prune: boolean
  changes: readonly {
    action: 'create' | 'adopt' | 'update' | 'delete'
    section:
      | 'contacts'
      | 'onCallSchedules'
      | 'contactGroups'
      | 'channels'
      | 'escalationPolicies'
      | 'monitors'
      | 'maintenanceWindows'
      | 'statusPages'
      | 'objectives'
    key: string
    id: string | number | null
    name: string
    restores_history: boolean
    fields: readonly { field: string; from: unknown; to: unknown; cause: 'document' | 'drift' | 'both' }[]
  }[]
  summary: { create: number; adopt: number; update: number; delete: number; unchanged: number }
  drift: readonly {
    section:
      | 'contacts'
      | 'onCallSchedules'
      | 'contactGroups'
      | 'channels'
      | 'escalationPolicies'
      | 'monitors'
      | 'maintenanceWindows'
      | 'statusPages'
      | 'objectives'
    key: string
    deleted: boolean
    fields: readonly string[]
    changed_by: string | null
    changed_via: string | null
    changed_at: string | null
    message: string
  }[]
  rehearsal: readonly {
    monitor: string
    rule: string
    severity: string
    days: number
    checks: number
    incidents: number
    firing_seconds: number
    message: string
  }[]
  warnings: readonly string[]
}
export type ConfigTryCreate = {
  document?: Readonly<Record<string, unknown>>
  yaml?: string
  values?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  only?: readonly string[]
  tags?: readonly string[]
  locations?: readonly string[]
}
export type ConfigTry = {
  object: 'config_try'
  id: string
  created_at: string
  done: boolean
  passed: boolean | null
  monitors: readonly {
    key: string
    name: string
    type: string
    target: string
    line: number | null
    skipped: string | null
    results: readonly {
      location: { id: string; name: string }
      status: 'waiting' | 'running' | 'done'
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
      passed: boolean | null
      not_checked: boolean
      violations: readonly { rule: string; severity: 'critical' | 'warning' | 'info'; message: string }[]
    }[]
  }[]
}
export type Backups = {
  object: 'backups'
  plan: {
    destination: string
    schedule: string
    keep: number
    encrypted: boolean
    due_at: string
    next_attempt_at: string
    failures: number
  } | null
  last_good: Backup | null
  runs: readonly Backup[]
}
export type Backup = {
  object: 'backup'
  id: string
  name: string
  destination: string
  status: 'running' | 'succeeded' | 'failed'
  encrypted: boolean
  started_at: string
  finished_at: string | null
  size_bytes: number | null
  error: string | null
  deleted_at: string | null
}
export type Deployment = {
  object: 'deployment'
  id: string
  service: string
  version: string | null
  environment: string | null
  link: string | null
  tags: readonly string[]
  monitor_ids: readonly string[]
  deployed_by: string | null
  deployed_at: string
  comparison: DeploymentComparison | null
  created_at: string
}
export type DeploymentComparison = {
  compared_at: string
  compared: number
  worse: number
  incident_id: number | null
  monitors: readonly {
    id: string
    name: string
    worse: boolean
    response_time: {
      before_ms: number
      after_ms: number
      checks_before: number
      checks_after: number
      week_rise: number | null
      worse: boolean
    } | null
    failures: {
      before: { failed: number; total: number }
      after: { failed: number; total: number }
      week_before: { failed: number; total: number } | null
      worse: boolean
    } | null
  }[]
}
export type DeploymentCreate = {
  service: string
  version?: string | null
  environment?: string | null
  link?: string | null
  tags?: readonly string[]
  monitorIds?: readonly string[]
  deployedBy?: string | null
  deployedAt?: string
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
export type DeploymentWebhook = {
  object: 'deployment_webhook'
  id: string
  name: string
  source: 'github' | 'gitlab' | 'ci'
  url: string
  workflow: string | null
  environments: readonly string[]
  tags: readonly string[]
  monitor_ids: readonly string[]
  created_at: string
  last_used_at: string | null
}
export type DeploymentWebhookCreate = {
  name: string
  source: 'github' | 'gitlab' | 'ci'
  workflow?: string | null
  environments?: readonly string[]
  tags?: readonly string[]
  monitorIds?: readonly string[]
}
export type NewDeploymentWebhook = {
  object: 'deployment_webhook'
  id: string
  name: string
  source: 'github' | 'gitlab' | 'ci'
  url: string
  workflow: string | null
  environments: readonly string[]
  tags: readonly string[]
  monitor_ids: readonly string[]
  created_at: string
  last_used_at: string | null
  secret: string
}
export type Variable = { object: 'variable'; id: string; name: string; created_at: string; updated_at: string }
export type VariableCreate = { name: string; value: string }
export type VariableUpdate = { name?: string; value?: string }
export type Plan = {
  object: 'plan'
  name: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
  limits: {
    api_requests_per_minute: number
    monitors: number
    min_interval_seconds: number
    locations_per_monitor: number
    private_locations: number
    contacts: number
    contact_groups: number
    notification_channels: number
    status_pages: number
    status_page_components: number
    status_page_subscribers: number
    custom_domains: number
    maintenance_windows: number
    alert_rules_per_monitor: number
    on_call_schedules: number
    escalation_policies: number
    hosts: number
    users: number
    check_now_per_hour: number
    diagnostics_per_hour: number
    diagnostics_targets_per_hour: number
    playwright_runs_per_month: number
    playwright_timeout_seconds: number
    browser_audits_per_month: number
    integrity_pages: number
    integrity_render_pages: number
    integrity_script_content: number
    tls_grade: number
    prometheus_metrics: number
    scheduled_reports: number
    custom_report_range_days: number
    check_retention_days: number
    incident_retention_days: number
    activity_retention_days: number
    sso: number
    audit_log: number
    password_pages: number
    webhook_channels: number
  } | null
  usage: {
    monitors: number
    contacts: number
    contact_groups: number
    notification_channels: number
    status_pages: number
    maintenance_windows: number
    hosts: number
    users: number
    private_locations: number
    on_call_schedules: number
    escalation_policies: number
    playwright_runs: number
    browser_audits: number
    period_start: string
    period_end: string
  }
}
export type Summary = {
  object: 'summary'
  monitors: {
    total: number
    up: number
    degraded: number
    down: number
    paused: number
    unknown: number
    health_score: number
  }
  incidents: { firing: number; acknowledged: number; critical: number; warning: number; started_24h: number }
  open_maintenance_windows: number
  hosts: { total: number; online: number; stale: number; offline: number; never_reported: number }
  watching: { ok: boolean; problems: readonly { code: string; message: string }[] }
  generated_at: string
}
export type ActivityEvent = {
  object: 'activity_event'
  id: string
  entity_type: string
  entity_id: string | null
  entity_name: string | null
  action: string
  changes: Readonly<Record<string, unknown>>
  actor: { name: string | null; email: string | null } | null
  created_at: string
}
export type Batch = {
  operations: readonly {
    id?: string
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    path: string
    body?: Readonly<Record<string, unknown>>
    idempotencyKey?: string
  }[]
  stopOnError?: boolean
}
export type BatchResult = {
  object: 'batch_result'
  data: readonly {
    id: string | null
    index: number
    status: number
    headers: Readonly<Record<string, string>>
    body: unknown
  }[]
  succeeded: number
  failed: number
  skipped: number
}
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
  enrollment: { token: string; expires_at: string; install_command: string }
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
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'payload_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'not_implemented'
export interface Paths {
  '/me': { get: { answer: Me } }
  '/openapi.json': {
    get: {
      answer: { openapi: string; info: Readonly<Record<string, unknown>>; paths: Readonly<Record<string, unknown>> }
    }
  }
  '/meta/monitor-types': { get: { answer: { object: 'list'; data: readonly MonitorType[]; has_more: boolean } } }
  '/monitors': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        type?:
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
          | 'websocket'
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
        status?: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
        tag?: string
        q?: string
      }
      answer: { object: 'list'; data: readonly Monitor[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: MonitorCreate; answer: Monitor }
  }
  '/monitors/bulk': { post: { body: MonitorBulk; answer: BulkResult } }
  '/monitors/import': { post: { body: ImportRequest; answer: ImportReport } }
  '/monitors/import/compare': { post: { body: ImportComparisonRequest; answer: ImportComparison } }
  '/monitors/import/switch-over': { post: { body: ImportSwitchRequest; answer: ImportSwitch } }
  '/monitors/{id}': {
    get: { params: { id: string }; answer: MonitorInFull }
    patch: { params: { id: string }; body: MonitorUpdate; answer: Monitor }
    delete: { params: { id: string }; answer: undefined }
  }
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
  '/incidents/{id}/resolve': { post: { params: { id: number }; answer: Incident } }
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
  '/maintenance-windows': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly MaintenanceWindow[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: MaintenanceWindowCreate; answer: MaintenanceWindow }
  }
  '/maintenance-windows/{id}': {
    get: { params: { id: string }; answer: MaintenanceWindow }
    patch: { params: { id: string }; body: MaintenanceWindowUpdate; answer: MaintenanceWindow }
    delete: { params: { id: string }; answer: undefined }
  }
  '/maintenance-windows/{id}/end': { post: { params: { id: string }; answer: MaintenanceWindow } }
  '/status-pages': {
    get: {
      answer: { object: 'list'; data: readonly StatusPageListed[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: StatusPageCreate; answer: StatusPage }
  }
  '/status-pages/{id}': {
    get: { params: { id: string }; answer: StatusPage }
    patch: { params: { id: string }; body: StatusPageUpdate; answer: StatusPage }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/status-pages/{id}/announcements': {
    get: {
      params: { id: string }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Announcement[]; has_more: boolean; next_cursor: string | null }
    }
    post: { params: { id: string }; body: AnnouncementCreate; answer: Announcement }
  }
  '/status-pages/{id}/announcements/{announcementId}': {
    get: { params: { id: string; announcementId: string }; answer: Announcement }
    patch: { params: { id: string; announcementId: string }; body: AnnouncementUpdate; answer: Announcement }
    delete: { params: { id: string; announcementId: string }; answer: Deletion }
  }
  '/status-pages/{id}/draft': {
    get: { params: { id: string }; answer: StatusPageEdited }
    put: { params: { id: string }; body: StatusPageDraft; answer: StatusPageEdited }
    delete: { params: { id: string }; answer: StatusPageEdited }
  }
  '/status-pages/{id}/components': {
    put: { params: { id: string }; body: StatusPageComponents; answer: StatusPageEdited }
  }
  '/status-pages/{id}/publish': { post: { params: { id: string }; answer: StatusPageEdited } }
  '/status-pages/{id}/preview': {
    get: {
      params: { id: string }
      query?: {
        format?: 'json' | 'html'
        language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
        theme?: 'light' | 'dark' | 'auto'
        as?: 'now' | 'outage'
      }
      answer: StatusPagePreview
    }
  }
  '/third-party-services': { get: { answer: { object: 'list'; data: readonly ThirdPartyService[] } } }
  '/status-pages/{id}/hosts': { post: { params: { id: string }; body: StatusPageHostAdd; answer: StatusPageHost } }
  '/status-pages/{id}/hosts/{host}/check': { post: { params: { id: string; host: string }; answer: StatusPageHost } }
  '/status-pages/{id}/hosts/{host}': { delete: { params: { id: string; host: string }; answer: Deletion } }
  '/status-pages/{id}/logo': {
    put: { params: { id: string }; body: StatusPageLogo; answer: StatusPageListed }
    delete: { params: { id: string }; answer: StatusPageListed }
  }
  '/status-pages/{id}/password': { put: { params: { id: string }; body: StatusPagePassword; answer: StatusPageListed } }
  '/status-pages/{id}/subscribers': {
    get: {
      params: { id: string }
      query?: {
        limit?: number
        cursor?: string
        q?: string
        channel?: 'email' | 'slack' | 'webhook'
        state?: 'confirmed' | 'waiting' | 'retired'
      }
      answer: {
        object: 'list'
        data: readonly StatusPageSubscriber[]
        has_more: boolean
        next_cursor: string | null
        by_channel: { email: number; slack: number; webhook: number }
        by_state: { confirmed: number; waiting: number; retired: number }
      }
    }
  }
  '/status-pages/{id}/subscribers/import': {
    post: { params: { id: string }; body: StatusPageSubscriberImport; answer: StatusPageSubscriberImported }
  }
  '/status-pages/{id}/subscribers/{subscriberId}': {
    delete: { params: { id: string; subscriberId: string }; answer: Deletion }
  }
  '/contacts': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Contact[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: ContactCreate; answer: Contact }
  }
  '/contacts/{id}': {
    get: { params: { id: string }; answer: Contact }
    patch: { params: { id: string }; body: ContactUpdate; answer: Contact }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/contact-groups': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly ContactGroup[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: ContactGroupCreate; answer: ContactGroupInFull }
  }
  '/contact-groups/{id}': {
    get: { params: { id: string }; answer: ContactGroupInFull }
    patch: { params: { id: string }; body: ContactGroupUpdate; answer: ContactGroupInFull }
    delete: { params: { id: string }; query?: { force?: 'true' | 'false' }; answer: Deletion }
  }
  '/notification-channels': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly NotificationChannel[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/notification-channels/{id}': { get: { params: { id: number }; answer: NotificationChannel } }
  '/on-call-schedules': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly OnCallSchedule[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: OnCallScheduleCreate; answer: OnCallScheduleInFull }
  }
  '/on-call-schedules/{id}': {
    get: { params: { id: number }; answer: OnCallScheduleInFull }
    patch: { params: { id: number }; body: OnCallScheduleUpdate; answer: OnCallScheduleInFull }
    delete: { params: { id: number }; answer: Deletion }
  }
  '/on-call-schedules/{id}/shifts': {
    get: {
      params: { id: number }
      query?: { from?: string; until?: string }
      answer: { object: 'list'; data: readonly OnCallShift[]; has_more: false }
    }
  }
  '/on-call-schedules/{id}/on-call': { get: { params: { id: number }; query?: { at?: string }; answer: OnCall } }
  '/on-call-schedules/{id}/overrides': {
    get: {
      params: { id: number }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly OnCallOverride[]; has_more: boolean; next_cursor: string | null }
    }
    post: { params: { id: number }; body: OnCallOverrideCreate; answer: OnCallOverride }
  }
  '/on-call-schedules/{id}/overrides/{overrideId}': {
    delete: { params: { id: number; overrideId: string }; answer: Deletion }
  }
  '/on-call-schedules/{id}/renew-calendar': { post: { params: { id: number }; answer: OnCallScheduleInFull } }
  '/escalation-policies': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly EscalationPolicy[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: EscalationPolicyCreate; answer: EscalationPolicy }
  }
  '/escalation-policies/{id}': {
    get: { params: { id: string }; answer: EscalationPolicy }
    patch: { params: { id: string }; body: EscalationPolicyUpdate; answer: EscalationPolicy }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/users': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly User[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/notification-channels/{id}/test': { post: { params: { id: number }; answer: NotificationTest } }
  '/monitors/{id}/test-notification': { post: { params: { id: string }; answer: NotificationTest } }
  '/notifications': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        status?: 'sent' | 'failed' | 'silenced'
        channel_id?: number
        channel_type?:
          | 'slack'
          | 'discord'
          | 'teams'
          | 'googlechat'
          | 'mattermost'
          | 'rocketchat'
          | 'telegram'
          | 'email'
          | 'webhook'
          | 'zapier'
          | 'pagerduty'
          | 'opsgenie'
          | 'pushover'
          | 'pushbullet'
          | 'ntfy'
          | 'gotify'
          | 'web_push'
          | 'splunk_oncall'
          | 'incident_io'
          | 'grafana_oncall'
          | 'matrix'
          | 'signal'
          | 'twilio_sms'
          | 'twilio_voice'
          | 'voice'
          | 'aws_sns'
          | 'line'
          | 'feishu'
          | 'dingtalk'
          | 'webex'
          | 'zulip'
          | 'alertmanager'
          | 'apprise'
          | 'template'
        incident_id?: number
        monitor_id?: string
        severity?: 'critical' | 'warning'
        oncall_page?: 'true' | 'false'
        since?: string
        until?: string
      }
      answer: { object: 'list'; data: readonly Notification[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/notifications/{id}': { get: { params: { id: number }; answer: Notification } }
  '/notifications/{id}/retry': { post: { params: { id: number }; answer: Notification } }
  '/locations': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Location[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/ping-key': { get: { answer: PingKey } }
  '/diagnostics/types': { get: { answer: { object: 'list'; data: readonly DiagnosticType[]; has_more: boolean } } }
  '/diagnostics': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Diagnostic[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DiagnosticRequest; answer: Diagnostic }
  }
  '/diagnostics/{id}': { get: { params: { id: string }; answer: Diagnostic } }
  '/artifacts/{id}': { get: { params: { id: string }; answer: string } }
  '/reports': {
    get: {
      query?: {
        period?: '7d' | '30d' | '90d' | 'month' | 'custom'
        from?: string
        to?: string
        month?: string
        monitor_ids?: string
        tags?: string
        format?: 'json' | 'csv' | 'html' | 'pdf'
        timezone?: string
        sla_target?: number
      }
      answer: Report
    }
  }
  '/reports/schedules': {
    get: { answer: ReportSettings }
    patch: { body: ReportSettingsUpdate; answer: ReportSettings }
  }
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
  '/playwright/validate': { post: { body: ScriptToValidate; answer: ScriptValidation } }
  '/playwright/runtimes': { get: { answer: { object: 'list'; data: readonly PlaywrightRuntime[]; has_more: boolean } } }
  '/playwright/test-runs': { post: { body: TestRunRequest; answer: PlaywrightRun } }
  '/playwright/test-runs/{id}': { get: { params: { id: string }; answer: PlaywrightRun } }
  '/playwright/test-runs/{id}/cancel': { post: { params: { id: string }; answer: PlaywrightRun } }
  '/monitors/{id}/runs': {
    get: {
      params: { id: string }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly PlaywrightRun[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/monitors/{id}/runs/{runId}': { get: { params: { id: string; runId: string }; answer: PlaywrightRun } }
  '/config': { get: { query?: { format?: 'json' | 'yaml' | 'terraform' }; answer: ConfigDocument } }
  '/config/schema': { get: { answer: ConfigSchema } }
  '/config/plans': { post: { body: ConfigPlanCreate; answer: ConfigPlan } }
  '/config/plans/{id}': { get: { params: { id: string }; answer: ConfigPlan } }
  '/config/plans/{id}/apply': { post: { params: { id: string }; answer: ConfigPlan } }
  '/config/tries': { post: { body: ConfigTryCreate; answer: ConfigTry } }
  '/config/tries/{id}': { get: { params: { id: string }; answer: ConfigTry } }
  '/backups': { get: { answer: Backups } }
  '/deployments': {
    get: {
      query?: { limit?: number; cursor?: string; service?: string; environment?: string; tag?: string }
      answer: { object: 'list'; data: readonly Deployment[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DeploymentCreate; answer: Deployment }
  }
  '/deployments/{id}': { get: { params: { id: string }; answer: Deployment } }
  '/dependency-proposals': {
    get: {
      answer: { object: 'list'; data: readonly DependencyProposal[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dependency-proposals/{id}/apply': {
    post: { params: { id: string }; body: DependencyProposalApply; answer: AppliedDependencyProposal }
  }
  '/dependency-proposals/{id}': { delete: { params: { id: string }; answer: undefined } }
  '/deployment-webhooks': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly DeploymentWebhook[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DeploymentWebhookCreate; answer: NewDeploymentWebhook }
  }
  '/deployment-webhooks/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/variables': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Variable[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: VariableCreate; answer: Variable }
  }
  '/variables/{id}': {
    get: { params: { id: string }; answer: Variable }
    patch: { params: { id: string }; body: VariableUpdate; answer: Variable }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/plan': { get: { answer: Plan } }
  '/summary': { get: { query?: { tag?: string }; answer: Summary } }
  '/activity': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        entity_type?:
          | 'monitor'
          | 'alert_rule'
          | 'maintenance_window'
          | 'contact'
          | 'contact_group'
          | 'contact_method'
          | 'notification_channel'
          | 'status_page'
          | 'on_call_schedule'
          | 'escalation_policy'
          | 'slo'
          | 'variable'
          | 'incident'
          | 'host'
          | 'notification'
          | 'report_schedule'
          | 'location'
          | 'organization'
          | 'user'
          | 'api_key'
          | 'confirmation'
          | 'oauth_client'
          | 'deployment'
          | 'deployment_webhook'
          | 'single_sign_on'
          | 'backup'
        entity_id?: string
        action?:
          | 'monitor.created'
          | 'monitor.updated'
          | 'monitor.deleted'
          | 'alert_rule.created'
          | 'alert_rule.updated'
          | 'alert_rule.deleted'
          | 'maintenance_window.created'
          | 'maintenance_window.updated'
          | 'maintenance_window.deleted'
          | 'contact.created'
          | 'contact.updated'
          | 'contact.deleted'
          | 'contact_group.created'
          | 'contact_group.updated'
          | 'contact_group.deleted'
          | 'contact_method.created'
          | 'contact_method.updated'
          | 'contact_method.deleted'
          | 'notification_channel.created'
          | 'notification_channel.updated'
          | 'notification_channel.deleted'
          | 'status_page.created'
          | 'status_page.updated'
          | 'status_page.deleted'
          | 'on_call_schedule.created'
          | 'on_call_schedule.updated'
          | 'on_call_schedule.deleted'
          | 'escalation_policy.created'
          | 'escalation_policy.updated'
          | 'escalation_policy.deleted'
          | 'slo.created'
          | 'slo.updated'
          | 'slo.deleted'
          | 'variable.created'
          | 'variable.updated'
          | 'variable.deleted'
          | 'monitor.paused'
          | 'monitor.resumed'
          | 'monitor.check_requested'
          | 'monitor.notification_tested'
          | 'monitor.unwatched'
          | 'monitor.quarantined'
          | 'monitor.baseline_accepted'
          | 'monitor.dependency_dismissed'
          | 'maintenance_window.ended'
          | 'incident.acknowledged'
          | 'incident.resolved'
          | 'incident.commented'
          | 'incident.paged'
          | 'incident.muted'
          | 'incident.marked_maintenance'
          | 'incident.false_positive'
          | 'incident.report_updated'
          | 'notification_channel.tested'
          | 'notification.retried'
          | 'contact_method.tested'
          | 'status_page.incident_created'
          | 'status_page.incident_updated'
          | 'status_page.incident_deleted'
          | 'status_page.subscriber_removed'
          | 'status_page.subscribers_imported'
          | 'on_call_schedule.calendar_renewed'
          | 'on_call.override_created'
          | 'on_call.override_deleted'
          | 'report_schedule.created'
          | 'report_schedule.updated'
          | 'host.enrolled'
          | 'host.updated'
          | 'host.token_rotated'
          | 'host.deleted'
          | 'location.created'
          | 'location.updated'
          | 'location.deleted'
          | 'location.token_created'
          | 'location.token_revoked'
          | 'location.retired'
          | 'location.returned'
          | 'organization.updated'
          | 'config.applied'
          | 'deployment.created'
          | 'deployment_webhook.created'
          | 'deployment_webhook.deleted'
          | 'backup.requested'
          | 'api_key.created'
          | 'api_key.revoked'
          | 'confirmation.requested'
          | 'confirmation.confirmed'
          | 'confirmation.refused'
          | 'oauth.authorized'
          | 'oauth.revoked'
          | 'oauth_client.created'
          | 'oauth_client.deleted'
          | 'user.invited'
          | 'user.invitation_revoked'
          | 'user.joined'
          | 'user.updated'
          | 'user.removed'
          | 'user.role_changed'
          | 'user.login'
          | 'user.login_failed'
          | 'user.password_changed'
          | 'user.email_verified'
          | 'user.reset_link_created'
          | 'user.two_factor_enabled'
          | 'user.two_factor_disabled'
          | 'user.recovery_codes_renewed'
          | 'user.passkey_added'
          | 'user.passkey_removed'
          | 'user.single_sign_on_connected'
          | 'single_sign_on.created'
          | 'single_sign_on.updated'
          | 'single_sign_on.deleted'
          | 'single_sign_on.tested'
          | 'single_sign_on.refused'
        actor?: string
        since?: string
        until?: string
      }
      answer: { object: 'list'; data: readonly ActivityEvent[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/batch': { post: { body: Batch; answer: BatchResult } }
  '/metrics': {
    get: {
      query?: {
        tag?: readonly string[]
        type?: readonly (
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
          | 'websocket'
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
        )[]
        monitor_id?: readonly string[]
        include_hosts?: 'true' | 'false'
      }
      answer: never
    }
  }
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
  '/events': { get: { answer: never } }
}
