// Written by `npm run sdk` from the operations. A change belongs there.

export type ConfigDocument = {
  version: 1
  source: string
  contacts?: readonly { key: string }[]
  onCallSchedules?: readonly { key: string }[]
  contactGroups?: readonly { key: string }[]
  channels?: readonly { key: string }[]
  escalationPolicies?: readonly { key: string }[]
  monitors?: readonly { key: string }[]
  maintenanceWindows?: readonly { key: string }[]
  statusPages?: readonly { key: string }[]
  objectives?: readonly { key: string }[]
  deploymentWebhooks?: readonly { key: string }[]
}
export type ConfigSchema = { type: 'object' }
export type ConfigPlanCreate = {
  document?: Readonly<Record<string, unknown>>
  yaml?: string
  documents?: readonly { file: string; yaml: string; files?: Readonly<Record<string, string>> }[]
  values?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  prune?: boolean
  pruneLimit?: number
  source?: string
  takeOver?: readonly string[]
}
export type ConfigPlan = {
  object: 'config_plan'
  id: string
  created_at: string
  expires_at: string
  applied_at: string | null
  state: 'planned' | 'applying' | 'applied' | 'failed' | 'expired'
  applied: number
  total: number
  failure: string | null
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
      | 'deploymentWebhooks'
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
      | 'deploymentWebhooks'
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
  documents?: readonly { file: string; yaml: string; files?: Readonly<Record<string, string>> }[]
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
    file: string | null
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
export interface ConfigurationPaths {
  '/config': { get: { query?: { format?: 'json' | 'yaml' | 'terraform' }; answer: ConfigDocument } }
  '/config/schema': { get: { answer: ConfigSchema } }
  '/config/plans': { post: { body: ConfigPlanCreate; answer: ConfigPlan } }
  '/config/plans/{id}': { get: { params: { id: string }; query?: { changes?: 'true' | 'false' }; answer: ConfigPlan } }
  '/config/plans/{id}/apply': { post: { params: { id: string }; answer: ConfigPlan } }
  '/config/tries': { post: { body: ConfigTryCreate; answer: ConfigTry } }
  '/config/tries/{id}': { get: { params: { id: string }; answer: ConfigTry } }
}
