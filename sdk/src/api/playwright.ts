// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
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
  metrics: readonly {
    metric: string
    label: string
    unit: string
    decimals: number
    words: Readonly<Record<string, string>>
    value: number
    phase: number | null
  }[]
  created_at: string
  finished_at: string | null
}
export type Variable = { object: 'variable'; id: string; name: string; created_at: string; updated_at: string }
export type VariableCreate = { name: string; value: string }
export type VariableUpdate = { name?: string; value?: string }
export interface PlaywrightPaths {
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
}
