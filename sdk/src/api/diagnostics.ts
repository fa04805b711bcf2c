// Written by `npm run sdk` from the operations. A change belongs there.

import type { FormField } from './meta.ts'
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
      metrics: readonly {
        metric: string
        label: string
        unit: string
        decimals: number
        words: Readonly<Record<string, string>>
        value: number
        phase: number | null
      }[]
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
export interface DiagnosticsPaths {
  '/diagnostics/types': { get: { answer: { object: 'list'; data: readonly DiagnosticType[]; has_more: boolean } } }
  '/diagnostics': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Diagnostic[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DiagnosticRequest; answer: Diagnostic }
  }
  '/diagnostics/{id}': { get: { params: { id: string }; answer: Diagnostic } }
}
