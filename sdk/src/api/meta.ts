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
  category: 'web' | 'names' | 'network' | 'mail_and_files' | 'data' | 'reports'
  summary: string
  target: { format: string; description: string; example: string }
  requires_locations: boolean
  confirmation: 'locations' | 'none'
  confirm_after_seconds: number | null
  min_interval_seconds: number
  enrolled_with: string | null
  needs_browser: boolean
  counted_as: string | null
  config: readonly FormField[]
  metrics: readonly {
    metric: string
    aliases: readonly string[]
    label: string
    description: string
    unit: string
    decimals: number
    words: Readonly<Record<string, string>>
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
export interface MetaPaths {
  '/me': { get: { answer: Me } }
  '/openapi.json': {
    get: {
      answer: { openapi: string; info: Readonly<Record<string, unknown>>; paths: Readonly<Record<string, unknown>> }
    }
  }
  '/meta/monitor-types': { get: { answer: { object: 'list'; data: readonly MonitorType[]; has_more: boolean } } }
  '/batch': { post: { body: Batch; answer: BatchResult } }
}
