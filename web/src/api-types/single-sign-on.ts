// Written by `npm run sdk` from the operations. A change belongs there.

import type { SingleSignOnStart } from './getting-in.ts'
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
export interface DashboardSingleSignOnPaths {
  '/dashboard/single-sign-on': {
    get: { answer: SingleSignOn }
    put: { body: SingleSignOnUpdate; answer: SingleSignOn }
    delete: { answer: undefined }
  }
  '/dashboard/single-sign-on/test': { post: { body: SingleSignOnTest; answer: SingleSignOnStart } }
}
