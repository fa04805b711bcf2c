// Written by `npm run sdk` from the operations. A change belongs there.

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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
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
  resources: readonly {
    key: string
    name: string
    source_type: string
    kind: 'maintenance_window' | 'status_page'
    action: 'create' | 'keep'
    id: string | null
    components: number
    announcements: number
    subscribers: number
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
    kind: 'monitor' | 'channel' | 'maintenance_window' | 'status_page'
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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
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
    | 'statuspage'
    | 'cachet'
    | 'upptime'
  switched: readonly string[]
}
export interface ImportPaths {
  '/monitors/import': { post: { body: ImportRequest; answer: ImportReport } }
  '/monitors/import/compare': { post: { body: ImportComparisonRequest; answer: ImportComparison } }
  '/monitors/import/switch-over': { post: { body: ImportSwitchRequest; answer: ImportSwitch } }
}
