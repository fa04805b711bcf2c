// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from '../../../sdk/src/api.ts'
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
export interface DashboardApiKeysPaths {
  '/dashboard/api-keys': { get: { answer: ApiKeys }; post: { body: ApiKeyCreate; answer: NewApiKey } }
  '/dashboard/api-keys/{id}': { delete: { params: { id: string }; answer: Deletion } }
}
