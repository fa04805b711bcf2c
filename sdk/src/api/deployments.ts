// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
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
  managed: { key: string; source: string } | null
}
export type DeploymentWebhookCreate = {
  name: string
  workflow?: string | null
  environments?: readonly string[]
  tags?: readonly string[]
  monitorIds?: readonly string[]
  secret?: string
  source: 'github' | 'gitlab' | 'ci'
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
  managed: { key: string; source: string } | null
  secret: string
}
export type DeploymentWebhookUpdate = {
  name?: string
  workflow?: string | null
  environments?: readonly string[]
  tags?: readonly string[]
  monitorIds?: readonly string[]
  secret?: string
}
export interface DeploymentsPaths {
  '/deployments': {
    get: {
      query?: { limit?: number; cursor?: string; service?: string; environment?: string; tag?: string }
      answer: { object: 'list'; data: readonly Deployment[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DeploymentCreate; answer: Deployment }
  }
  '/deployments/{id}': { get: { params: { id: string }; answer: Deployment } }
  '/deployment-webhooks': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly DeploymentWebhook[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: DeploymentWebhookCreate; answer: NewDeploymentWebhook }
  }
  '/deployment-webhooks/{id}': {
    patch: { params: { id: string }; body: DeploymentWebhookUpdate; answer: DeploymentWebhook }
    delete: { params: { id: string }; answer: Deletion }
  }
}
