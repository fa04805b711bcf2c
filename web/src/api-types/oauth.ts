// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from '../../../sdk/src/api.ts'
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
export interface DashboardOauthPaths {
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
}
