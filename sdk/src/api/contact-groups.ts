// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
export type ContactGroup = {
  object: 'contact_group'
  id: string
  name: string
  description: string | null
  all_members: boolean
  is_default: boolean
  member_count: number
  escalation_policy: { id: string; name: string } | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type ContactGroupCreate = {
  name: string
  description?: string | null
  contactIds?: readonly string[]
  userIds?: readonly string[]
  allMembers?: boolean
  escalationPolicyId?: string | null
}
export type ContactGroupInFull = {
  object: 'contact_group'
  id: string
  name: string
  description: string | null
  all_members: boolean
  is_default: boolean
  member_count: number
  escalation_policy: { id: string; name: string } | null
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
  members: readonly { id: string; name: string; email: string }[]
  users: readonly { id: string; name: string; email: string }[]
}
export type ContactGroupUpdate = {
  name?: string
  description?: string | null
  contactIds?: readonly string[]
  userIds?: readonly string[]
  allMembers?: boolean
  escalationPolicyId?: string | null
}
export interface ContactGroupsPaths {
  '/contact-groups': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly ContactGroup[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: ContactGroupCreate; answer: ContactGroupInFull }
  }
  '/contact-groups/{id}': {
    get: { params: { id: string }; answer: ContactGroupInFull }
    patch: { params: { id: string }; body: ContactGroupUpdate; answer: ContactGroupInFull }
    delete: { params: { id: string }; query?: { force?: 'true' | 'false' }; answer: Deletion }
  }
}
