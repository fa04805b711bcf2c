// Written by `npm run sdk` from the operations. A change belongs there.

import type {
  FormField,
  Monitor,
  Deletion,
  NotificationChannel,
  Backups,
  Paths as PublicPaths,
} from '../../sdk/src/api.ts'
export type * from '../../sdk/src/api.ts'
export type ImportSources = { object: 'list'; data: readonly ImportSource[] }
export type ImportSource = {
  object: 'import_source'
  name:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
  title: string
  takes: string
  has_api: boolean
  has_log: boolean
}
export type DashboardBulk = {
  action: 'pause' | 'resume' | 'delete' | 'tags' | 'locations' | 'interval' | 'groups'
  ids?: readonly string[]
  filter?: {
    q?: string
    status?: readonly ('down' | 'degraded' | 'unknown' | 'maintenance' | 'up' | 'paused')[]
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
export type CheckInTimesRequest = { interval: number; config?: Readonly<Record<string, unknown>> }
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
    category: 'web' | 'names' | 'network' | 'mail_and_files' | 'reports'
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
    metrics: readonly { metric: string; label: string; unit: string; decimals: number; value: number }[]
    phases: readonly { phase: string; label: string; ms: number }[]
    evidence: readonly {
      key: string
      label: string
      kind: 'text' | 'key-value' | 'table' | 'hops' | 'image'
      value: unknown
    }[]
  }[]
}
export type IncidentRow = {
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
export type IncidentPageRequest = { userId?: string; step?: 'next' }
export type IncidentPage = {
  object: 'incident_page'
  incident_id: number
  whom: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; name: string }[]
  requested_at: string
}
export type MaintenanceOccurrence = {
  window_id: string
  name: string
  starts_at: string
  ends_at: string
  recurrence: string
  monitors: number
  everything: boolean
  suppress_alerts: boolean
  exclude_from_sla: boolean
}
export type MaintenancePlan = {
  monitorIds?: readonly string[]
  monitorTags?: readonly string[]
  startsAt: string
  durationMinutes: number
  timezone?: string
  recurrence?: 'once' | 'daily' | 'weekly' | 'monthly'
  recurrenceUntil?: string | null
  windowId?: string
}
export type MaintenancePreview = {
  object: 'maintenance_preview'
  everything: boolean
  monitors: number
  names: readonly string[]
  next: readonly { starts_at: string; ends_at: string }[]
  past: number
}
export type ChannelKind = {
  object: 'channel_kind'
  type: string
  name: string
  category: 'chat' | 'pager' | 'email' | 'phone' | 'webhook' | 'other'
  summary: string
  address_readable: boolean
  is_device: boolean
  callback_url: string | null
  config: readonly FormField[]
}
export type ChannelPreview = { moment: 'firing' | 'reminder' | 'resolved'; title: string | null; text: string }
export type ChannelTry = {
  type:
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
  config?: Readonly<Record<string, unknown>>
  isDefault?: boolean
  channelId?: number
}
export type ChannelTest = {
  object: 'channel_test'
  arrived: boolean
  http_status: number | null
  latency_ms: number | null
  error: string | null
  tries_left: number
}
export type ChannelHealth = {
  channel_id: number
  last: {
    id: number
    status: 'sent' | 'failed' | 'silenced'
    error: string | null
    latency_ms: number | null
    created_at: string
  } | null
  sent: number
  failed: number
  silenced: number
}
export type ChannelAddress = { object: 'channel_address'; url: string }
export type NotificationChannelCreate = {
  name: string
  enabled?: boolean
  isDefault?: boolean
  severityFilter?: readonly ('critical' | 'warning')[]
  fallbackChannelId?: number | null
  config?: Readonly<Record<string, unknown>>
  type:
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
}
export type NotificationChannelUpdate = {
  name?: string
  enabled?: boolean
  isDefault?: boolean
  severityFilter?: readonly ('critical' | 'warning')[]
  fallbackChannelId?: number | null
  config?: Readonly<Record<string, unknown>>
}
export type ContactMethod = {
  object: 'contact_method'
  id: number
  name: string
  type: string
  config: Readonly<Record<string, unknown>>
  enabled: boolean
  created_at: string
  last_delivery: { status: 'sent' | 'failed' | 'silenced'; error: string | null; created_at: string } | null
}
export type ContactMethodCreate = {
  type:
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
  name?: string
  config?: Readonly<Record<string, unknown>>
}
export type ContactMethodTest = {
  object: 'contact_method_test'
  contact_method_id: number
  requested_at: string
  tries_left: number
}
export type Pageability = { user_id: string; name: string; ways: number; tested: number; failing: number }
export type PagingProblem = {
  user_id: string
  name: string
  problem: 'no_contact_method' | 'all_failing'
  schedules: readonly string[]
}
export type PushKey = { object: 'push_key'; public_key: string }
export type View = { object: 'view'; id: string; name: string; query: string; created_at: string }
export type ViewCreate = { name: string; query: string }
export type ViewUpdate = { name?: string; query?: string }
export type OnCallCalendarView = {
  object: 'oncall_calendar_view'
  layers: readonly {
    id: string
    name: string
    shifts: readonly {
      user: { user_id: string; name: string | null; email: string }
      starts_at: string
      ends_at: string
    }[]
  }[]
  overrides: readonly {
    user: { user_id: string; name: string | null; email: string }
    starts_at: string
    ends_at: string
    id: string
    reason: string | null
  }[]
  shifts: readonly {
    user: { user_id: string; name: string | null; email: string }
    starts_at: string
    ends_at: string
    is_override: boolean
  }[]
  gaps: readonly { starts_at: string; ends_at: string }[]
}
export type OnCallDraft = {
  scheduleId?: number
  timezone?: string
  layers: readonly {
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
  from: string
  until: string
}
export type EscalationReach = {
  object: 'escalation_reach'
  steps: readonly {
    after_minutes: number
    targets: readonly {
      type: 'schedule' | 'user' | 'contact_group' | 'channel'
      id: number | string
      name: string
      pages: readonly string[]
      missed: readonly string[]
    }[]
  }[]
  groups: readonly { id: string; name: string }[]
}
export type OnCallCalendar = { object: 'oncall_calendar'; url: string }
export type PrivateLocations = { object: 'list'; data: readonly PrivateLocation[] }
export type PrivateLocation = {
  object: 'private_location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  provisioned: boolean
  status: 'live' | 'dead'
  seen_at: string | null
  monitors: number
  tokens: readonly ProbeToken[]
  probes: readonly Probe[]
  created_at: string
}
export type ProbeToken = {
  object: 'probe_token'
  id: string
  name: string
  prefix: string
  provisioned: boolean
  created_at: string
}
export type Probe = {
  object: 'probe'
  id: string
  token_id: string
  name: string
  version: string
  status: 'live' | 'dead'
  clock_offset_ms: number | null
  browser_missing: string | null
  first_seen_at: string
  seen_at: string
}
export type PrivateLocationCreate = {
  name: string
  city?: string | null
  region?: string
  country: string
  countryCode: string
  latitude?: number | null
  longitude?: number | null
}
export type NewPrivateLocation = {
  object: 'private_location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  provisioned: boolean
  status: 'live' | 'dead'
  seen_at: string | null
  monitors: number
  tokens: readonly ProbeToken[]
  probes: readonly Probe[]
  created_at: string
  enrollment: { token: string; command: string }
}
export type PrivateLocationUpdate = {
  name?: string
  city?: string | null
  region?: string
  country?: string
  countryCode?: string
  latitude?: number | null
  longitude?: number | null
}
export type ProbeTokenCreate = { name: string }
export type NewProbeToken = {
  object: 'probe_token'
  id: string
  name: string
  prefix: string
  provisioned: boolean
  created_at: string
  enrollment: { token: string; command: string }
}
export type Organization = {
  object: 'organization'
  id: string
  name: string
  slug: string
  plan: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
  timezone: string
  retention: {
    incidents: { chosen_days: number | null; most_days: number | null; days: number | null }
    activity: { chosen_days: number | null; most_days: number | null; days: number | null }
    check_days: number
    figure_days: number
  }
  assistant_limit: number
  created_at: string
}
export type OrganizationUpdate = {
  name?: string
  timezone?: string
  incidentDays?: number | null
  activityDays?: number | null
  assistantLimit?: number
}
export type Notices = { object: 'list'; data: readonly Notice[]; unread: number }
export type Notice = {
  object: 'notice'
  id: string
  kind:
    | 'incident_opened'
    | 'confirmation_requested'
    | 'channel_failing'
    | 'location_silent'
    | 'monitor_quarantined'
    | 'member_invited'
    | 'member_joined'
  subject: { id: string; name: string }
  message: string | null
  by: string | null
  is_over: boolean
  is_read: boolean
  at: string
}
export type ReadNotices = { until: string }
export type Confirmation = {
  object: 'confirmation'
  id: string
  tool: string
  summary: string
  reason: string | null
  changes: readonly {
    object_type: string
    object_id: string | null
    object_name: string
    effect: string
    state: string | null
  }[]
  requested_by: { credential: string; client: string | null; user: string | null }
  status: 'pending' | 'confirmed' | 'refused' | 'expired' | 'used'
  created_at: string
  expires_at: string
  decided_by: { id: string; name: string } | null
  decided_at: string | null
}
export type ConfirmationDecision = { confirm: boolean }
export type SloBurn = {
  object: 'slo_burn'
  from: string
  to: string
  ends_at: string
  monitors: number
  total_seconds: number
  points: readonly { at: string; consumed_seconds: number }[]
}
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
}
export type Session = {
  object: 'session'
  id: string
  user: { id: string; name: string; email: string }
  role: 'owner' | 'admin' | 'member' | 'viewer'
  rights: { change: boolean; administer: boolean; own: boolean; operate: boolean }
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
export type PagingPreferences = {
  only_critical: boolean
  quiet_hours: { days: readonly number[]; from: string; to: string; timezone: string } | null
  quiet_for_critical: boolean
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
}
export type Reach = {
  object: 'reach'
  groups: readonly { id: string; name: string }[]
  channels: readonly {
    id: number
    type: string
    name: string
    groups: readonly string[]
    silenced_reason: 'maintenance' | 'shadow' | 'dependency' | 'severity_filter' | 'disabled' | 'quiet_hours' | null
    recipients: readonly string[]
  }[]
  escalation: readonly {
    id: string
    name: string
    repeat_count: number
    steps: readonly { after_minutes: number; whom: readonly string[]; missed: readonly string[] }[]
  }[]
  reaches_somebody: boolean
}
export type Flock = { object: 'flock'; groups: readonly { key: string; cells: string }[] }
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
  last_check_at: string | null
  next_due_at: string | null
  failing_locations: readonly string[]
}
export type MonitorBrief = {
  id: string
  name: string
  type: string
  target: string | null
  state: 'up' | 'degraded' | 'down' | 'paused' | 'unknown'
  tags: readonly string[]
}
export type Series = {
  object: 'series'
  metric: string
  unit: string
  decimals: number
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
  checks: number
  incidents: readonly number[]
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
  metrics: readonly { metric: string; label: string; unit: string; value: number; phase: number | null }[]
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
    metrics: readonly { metric: string; label: string; unit: string; value: number; phase: number | null }[]
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
  uptime_24h: number | null
  bars: string
  muted: boolean
  silent_since: string | null
}
export type Setup = {
  token: string
  name: string
  email: string
  password: string
  organization: string
  timezone: string
}
export type SignIn = { object: 'sign_in'; status: 'signed_in' | 'second_step' }
export type SetupToken = { token: string }
export type SignInOptions = {
  object: 'sign_in_options'
  setup: boolean
  mail: boolean
  passkeys: boolean
  single_sign_on: boolean
  single_sign_on_organization: string | null
}
export type SignInWithPassword = { email: string; password: string }
export type SecondFactor = { code: string }
export type PasskeySignInOptions = { object: 'passkey_options'; options: Readonly<Record<string, unknown>> }
export type PasskeySignIn = { response: { id: string; response: Readonly<Record<string, unknown>> } }
export type PasswordResetRequest = { email: string }
export type PasswordResetRequested = { object: 'password_reset_request' }
export type PasswordReset = { token: string; password: string }
export type InvitationToken = { token: string }
export type OpenInvitation = {
  object: 'open_invitation'
  organization: string
  invited_by: string | null
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  has_account: boolean
  expires_at: string
}
export type InvitationAccept = { token: string; name?: string; password?: string }
export type SwitchOrganization = { organizationId: string }
export type PreferencesUpdate = {
  theme?: 'system' | 'light' | 'dark'
  language?: 'en' | 'de' | null
  timezone?: string | null
  density?: 'comfortable' | 'compact'
  keys?: boolean
  paging?: PagingPreferences
}
export type Preferences = {
  object: 'preferences'
  theme: 'system' | 'light' | 'dark'
  language: 'en' | 'de' | null
  timezone: string | null
  density: 'comfortable' | 'compact'
  keys: boolean
  paging: PagingPreferences
}
export type ProfileUpdate = { name: string }
export type PasswordChange = { currentPassword: string; password: string }
export type OpenSessions = { object: 'list'; data: readonly OpenSession[] }
export type OpenSession = {
  object: 'open_session'
  id: string
  current: boolean
  ip_address: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}
export type TwoFactor = { object: 'two_factor'; enabled: boolean; recovery_codes_left: number }
export type TwoFactorBegin = { password: string }
export type TwoFactorSetup = { object: 'two_factor_setup'; secret: string; uri: string }
export type TwoFactorConfirm = { code: string }
export type RecoveryCodes = { object: 'recovery_codes'; codes: readonly string[] }
export type TwoFactorDisable = { password: string }
export type RecoveryCodesRenew = { password: string }
export type Passkeys = { object: 'list'; data: readonly Passkey[] }
export type Passkey = { object: 'passkey'; id: string; name: string; created_at: string; last_used_at: string | null }
export type PasskeyBegin = { password: string }
export type PasskeyOptions = { object: 'passkey_options'; options: Readonly<Record<string, unknown>> }
export type PasskeyCreate = { name: string; response: { id: string; response: Readonly<Record<string, unknown>> } }
export type Members = { object: 'list'; data: readonly Member[] }
export type Member = {
  object: 'member'
  id: string
  name: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  email_verified: boolean
  two_factor: boolean
  last_seen_at: string | null
  created_at: string
}
export type MemberUpdate = { role: 'owner' | 'admin' | 'member' | 'viewer' }
export type ResetLink = { object: 'reset_link'; url: string; expires_at: string }
export type Invitations = { object: 'list'; data: readonly Invitation[] }
export type Invitation = {
  object: 'invitation'
  id: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  invited_by: string | null
  created_at: string
  expires_at: string
}
export type InvitationCreate = { email: string; role: 'owner' | 'admin' | 'member' | 'viewer'; mail?: boolean }
export type NewInvitation = {
  object: 'invitation'
  id: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  invited_by: string | null
  created_at: string
  expires_at: string
  url: string
}
export type ApiKeys = { object: 'list'; data: readonly ApiKey[] }
export type ApiKey = {
  object: 'api_key'
  id: string
  name: string
  prefix: string
  scope: 'read' | 'write'
  provisioned: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}
export type ApiKeyCreate = { name: string; scope: 'read' | 'write'; expiresAt?: string | null }
export type NewApiKey = {
  object: 'api_key'
  id: string
  name: string
  prefix: string
  scope: 'read' | 'write'
  provisioned: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  key: string
}
export type SingleSignOnBegin = { organization: string }
export type SingleSignOnStart = { object: 'single_sign_on_start'; url: string }
export type SingleSignOnFinish = { organization: string; query: string }
export type SingleSignOnResult = {
  object: 'single_sign_on_result'
  status: 'signed_in' | 'tested'
  test: { email: string; name: string; groups: readonly string[]; role: 'owner' | 'admin' | 'member' | 'viewer' } | null
}
export type SingleSignOn = {
  object: 'single_sign_on'
  configured: boolean
  redirect_uri: string
  issuer: string | null
  client_id: string | null
  domains: readonly string[]
  groups_claim: string
  group_roles: readonly { group: string; role: 'owner' | 'admin' | 'member' | 'viewer' }[]
  default_role: 'owner' | 'admin' | 'member' | 'viewer' | null
  required: boolean
  tested_at: string | null
}
export type SingleSignOnUpdate = {
  issuer: string
  clientId: string
  clientSecret?: string
  domains: readonly string[]
  groupsClaim?: string
  groupRoles?: readonly { group: string; role: 'owner' | 'admin' | 'member' | 'viewer' }[]
  defaultRole?: 'admin' | 'member' | 'viewer' | null
  required?: boolean
}
export type SingleSignOnTest = Readonly<Record<string, unknown>>
export type OAuthRequest = {
  object: 'oauth_request'
  id: string
  client: OAuthClientSummary
  scopes: readonly ('read' | 'write' | 'offline_access')[]
  resource: 'api' | 'mcp'
  organizations: readonly { id: string; name: string; role: 'owner' | 'admin' | 'member' | 'viewer' }[]
  expires_at: string
  redirect_host: string
  loopback_only: boolean
}
export type OAuthClientSummary = {
  id: string
  name: string
  uri: string | null
  logo_uri: null
  kind: 'metadata_document' | 'registered' | 'organization' | 'built_in'
  host: string | null
}
export type OAuthDecisionBody = { allow: boolean; scope?: 'read' | 'write'; organizationId?: string }
export type OAuthDecision = { object: 'oauth_decision'; redirect_to: string }
export type DeviceCodeSearch = { userCode: string }
export type OAuthDeviceRequest = {
  object: 'oauth_device_request'
  id: string
  client: OAuthClientSummary
  scopes: readonly ('read' | 'write' | 'offline_access')[]
  resource: 'api' | 'mcp'
  organizations: readonly { id: string; name: string; role: 'owner' | 'admin' | 'member' | 'viewer' }[]
  expires_at: string
  ip: string
}
export type OAuthDeviceDecision = { object: 'oauth_device_decision'; allowed: boolean }
export type ConnectedApps = { object: 'list'; data: readonly ConnectedApp[] }
export type ConnectedApp = {
  object: 'connected_app'
  id: string
  client: OAuthClientSummary
  user: { id: string; name: string }
  scope: 'read' | 'write'
  resource: 'api' | 'mcp'
  created_at: string
  last_used_at: string | null
  expires_at: string
}
export type OAuthClients = { object: 'list'; data: readonly OAuthClient[] }
export type OAuthClient = {
  object: 'oauth_client'
  id: string
  client_id: string
  name: string
  kind: 'app' | 'service'
  redirect_uris: readonly string[]
  scope: 'read' | 'write'
  created_at: string
  last_used_at: string | null
}
export type OAuthClientCreate = {
  name: string
  kind: 'app' | 'service'
  redirectUris?: readonly string[]
  scope: 'read' | 'write'
}
export type NewOAuthClient = {
  object: 'oauth_client'
  id: string
  client_id: string
  name: string
  kind: 'app' | 'service'
  redirect_uris: readonly string[]
  scope: 'read' | 'write'
  created_at: string
  last_used_at: string | null
  client_secret: string
}
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
export type LiveEventName =
  | 'monitor'
  | 'monitors.many'
  | 'incident'
  | 'delivery'
  | 'activity'
  | 'confirmation'
  | 'summary'
  | 'try'
  | 'resync'
export interface Paths extends PublicPaths {
  '/dashboard/import-sources': { get: { answer: ImportSources } }
  '/dashboard/monitors/bulk': { post: { body: DashboardBulk; answer: DashboardBulkResult } }
  '/dashboard/check-in-times': {
    post: {
      body: CheckInTimesRequest
      answer: { object: 'check_in_times'; times: readonly string[]; grace_seconds: number }
    }
  }
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
          metrics: readonly { metric: string; label: string; unit: string; decimals: number; value: number }[]
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
  '/dashboard/maintenance/occurrences': {
    get: {
      query: { from: string; until: string }
      answer: { object: 'list'; data: readonly MaintenanceOccurrence[]; has_more: boolean }
    }
  }
  '/dashboard/maintenance/preview': { post: { body: MaintenancePlan; answer: MaintenancePreview } }
  '/dashboard/channel-kinds': { get: { answer: { object: 'list'; data: readonly ChannelKind[]; has_more: boolean } } }
  '/dashboard/channel-previews': {
    get: { query: { type: string }; answer: { object: 'list'; data: readonly ChannelPreview[]; has_more: false } }
  }
  '/dashboard/channel-tests': { post: { body: ChannelTry; answer: ChannelTest } }
  '/dashboard/channel-health': {
    get: { answer: { object: 'list'; data: readonly ChannelHealth[]; has_more: boolean } }
  }
  '/dashboard/notification-channels/{id}/address': { post: { params: { id: number }; answer: ChannelAddress } }
  '/dashboard/notification-channels': { post: { body: NotificationChannelCreate; answer: NotificationChannel } }
  '/dashboard/notification-channels/{id}': {
    patch: { params: { id: number }; body: NotificationChannelUpdate; answer: NotificationChannel }
    delete: { params: { id: number }; answer: Deletion }
  }
  '/dashboard/contact-methods': {
    get: { answer: { object: 'list'; data: readonly ContactMethod[]; has_more: false } }
    post: { body: ContactMethodCreate; answer: ContactMethod }
  }
  '/dashboard/contact-methods/{id}': { delete: { params: { id: number }; answer: Deletion } }
  '/dashboard/contact-methods/{id}/test': { post: { params: { id: number }; answer: ContactMethodTest } }
  '/dashboard/pageability': { get: { answer: { object: 'list'; data: readonly Pageability[]; has_more: false } } }
  '/dashboard/paging-problems': { get: { answer: { object: 'list'; data: readonly PagingProblem[]; has_more: false } } }
  '/dashboard/push-key': { post: { answer: PushKey } }
  '/dashboard/views': {
    get: { answer: { object: 'list'; data: readonly View[]; has_more: false } }
    post: { body: ViewCreate; answer: View }
  }
  '/dashboard/views/{id}': {
    patch: { params: { id: string }; body: ViewUpdate; answer: View }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/on-call/{id}/calendar': {
    get: { params: { id: number }; query: { from: string; until: string }; answer: OnCallCalendarView }
  }
  '/dashboard/on-call/preview': { post: { body: OnCallDraft; answer: OnCallCalendarView } }
  '/dashboard/escalation-policies/{id}/reach': { get: { params: { id: string }; answer: EscalationReach } }
  '/dashboard/my-calendar': { get: { answer: OnCallCalendar } }
  '/dashboard/my-calendar/renew': { post: { answer: OnCallCalendar } }
  '/dashboard/private-locations': {
    get: { answer: PrivateLocations }
    post: { body: PrivateLocationCreate; answer: NewPrivateLocation }
  }
  '/dashboard/private-locations/{id}': {
    patch: { params: { id: string }; body: PrivateLocationUpdate; answer: PrivateLocation }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/private-locations/{id}/tokens': {
    post: { params: { id: string }; body: ProbeTokenCreate; answer: NewProbeToken }
  }
  '/dashboard/private-locations/{id}/tokens/{tokenId}': {
    delete: { params: { id: string; tokenId: string }; answer: Deletion }
  }
  '/dashboard/organization': {
    get: { answer: Organization }
    patch: { body: OrganizationUpdate; answer: Organization }
  }
  '/dashboard/notices': { get: { answer: Notices } }
  '/dashboard/notices/read': { post: { body: ReadNotices; answer: undefined } }
  '/dashboard/confirmations': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Confirmation[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dashboard/confirmations/{id}': { get: { params: { id: string }; answer: Confirmation } }
  '/dashboard/confirmations/{id}/decision': {
    post: { params: { id: string }; body: ConfirmationDecision; answer: Confirmation }
  }
  '/dashboard/reports/schedules/{cadence}/sample': {
    post: { params: { cadence: 'daily' | 'weekly' | 'monthly' }; answer: { object: 'report_sample'; to: string } }
  }
  '/dashboard/slos/{id}/burn': { get: { params: { id: string }; answer: SloBurn } }
  '/dashboard/backups': { post: { answer: Backups } }
  '/dashboard/overview': { get: { query?: { with?: string }; answer: Overview } }
  '/dashboard/now': { get: { answer: Now } }
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
  '/dashboard/reach': {
    get: { query?: { monitor_id?: string; group_ids?: string; severity?: 'critical' | 'warning' }; answer: Reach }
  }
  '/dashboard/flock': { get: { query?: { by?: 'tag' | 'type' | 'location'; tag?: string }; answer: Flock } }
  '/dashboard/flock/{group}': {
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
  '/dashboard/monitor-names': {
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
      answer: { object: 'list'; data: readonly MonitorBrief[]; has_more: boolean; next_cursor: string | null }
    }
  }
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
    get: { params: { id: string }; answer: { object: 'list'; data: readonly LocationRow[] } }
  }
  '/dashboard/monitors/{id}/muted-locations/{locationId}': {
    put: { params: { id: string; locationId: string }; answer: Monitor }
    delete: { params: { id: string; locationId: string }; answer: Monitor }
  }
  '/dashboard/setup': { post: { body: Setup; answer: SignIn } }
  '/dashboard/setup/token': { post: { body: SetupToken; answer: undefined } }
  '/dashboard/sign-in': { get: { answer: SignInOptions }; post: { body: SignInWithPassword; answer: SignIn } }
  '/dashboard/sign-in/second-step': { post: { body: SecondFactor; answer: SignIn } }
  '/dashboard/sign-in/passkey/options': { post: { answer: PasskeySignInOptions } }
  '/dashboard/sign-in/passkey': { post: { body: PasskeySignIn; answer: SignIn } }
  '/dashboard/sign-out': { post: { answer: undefined } }
  '/dashboard/sign-out/everywhere': { post: { answer: undefined } }
  '/dashboard/password-reset': { post: { body: PasswordResetRequest; answer: PasswordResetRequested } }
  '/dashboard/password-reset/finish': { post: { body: PasswordReset; answer: SignIn } }
  '/dashboard/invitation': { post: { body: InvitationToken; answer: OpenInvitation } }
  '/dashboard/invitation/accept': { post: { body: InvitationAccept; answer: SignIn } }
  '/dashboard/session': { get: { answer: Session } }
  '/dashboard/session/organization': { post: { body: SwitchOrganization; answer: undefined } }
  '/dashboard/preferences': { patch: { body: PreferencesUpdate; answer: Preferences } }
  '/dashboard/me': { patch: { body: ProfileUpdate; answer: undefined } }
  '/dashboard/me/password': { post: { body: PasswordChange; answer: SignIn } }
  '/dashboard/me/sessions': { get: { answer: OpenSessions } }
  '/dashboard/me/sessions/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/me/two-factor': { get: { answer: TwoFactor }; post: { body: TwoFactorBegin; answer: TwoFactorSetup } }
  '/dashboard/me/two-factor/confirm': { post: { body: TwoFactorConfirm; answer: RecoveryCodes } }
  '/dashboard/me/two-factor/disable': { post: { body: TwoFactorDisable; answer: undefined } }
  '/dashboard/me/two-factor/recovery-codes': { post: { body: RecoveryCodesRenew; answer: RecoveryCodes } }
  '/dashboard/me/passkeys': { get: { answer: Passkeys }; post: { body: PasskeyCreate; answer: Passkey } }
  '/dashboard/me/passkeys/options': { post: { body: PasskeyBegin; answer: PasskeyOptions } }
  '/dashboard/me/passkeys/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/members': { get: { answer: Members } }
  '/dashboard/members/{id}': {
    patch: { params: { id: string }; body: MemberUpdate; answer: undefined }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/members/{id}/reset-link': { post: { params: { id: string }; answer: ResetLink } }
  '/dashboard/invitations': { get: { answer: Invitations }; post: { body: InvitationCreate; answer: NewInvitation } }
  '/dashboard/invitations/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/api-keys': { get: { answer: ApiKeys }; post: { body: ApiKeyCreate; answer: NewApiKey } }
  '/dashboard/api-keys/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/sign-in/single-sign-on': { post: { body: SingleSignOnBegin; answer: SingleSignOnStart } }
  '/dashboard/sign-in/single-sign-on/finish': { post: { body: SingleSignOnFinish; answer: SingleSignOnResult } }
  '/dashboard/single-sign-on': {
    get: { answer: SingleSignOn }
    put: { body: SingleSignOnUpdate; answer: SingleSignOn }
    delete: { answer: undefined }
  }
  '/dashboard/single-sign-on/test': { post: { body: SingleSignOnTest; answer: SingleSignOnStart } }
  '/dashboard/oauth/requests/{id}': { get: { params: { id: string }; answer: OAuthRequest } }
  '/dashboard/oauth/requests/{id}/decision': {
    post: { params: { id: string }; body: OAuthDecisionBody; answer: OAuthDecision }
  }
  '/dashboard/oauth/device-codes/find': { post: { body: DeviceCodeSearch; answer: OAuthDeviceRequest } }
  '/dashboard/oauth/device-codes/{id}/decision': {
    post: { params: { id: string }; body: OAuthDecisionBody; answer: OAuthDeviceDecision }
  }
  '/dashboard/connected-apps': { get: { answer: ConnectedApps } }
  '/dashboard/connected-apps/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/oauth/clients': {
    get: { answer: OAuthClients }
    post: { body: OAuthClientCreate; answer: NewOAuthClient }
  }
  '/dashboard/oauth/clients/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/hosts': {
    get: {
      query?: { q?: string; state?: string; tag?: string; monitor_id?: string; offset?: number; limit?: number }
      answer: HostRows
    }
  }
  '/dashboard/hosts/{id}/sample': { get: { params: { id: string }; answer: HostSample } }
}
