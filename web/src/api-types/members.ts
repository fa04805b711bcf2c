// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from '../../../sdk/src/api.ts'
export type Members = { object: 'list'; data: readonly Member[] }
export type Member = {
  object: 'member'
  id: string
  name: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  email_verified: boolean
  two_factor: boolean
  last_seen_at: string | null
  created_at: string
}
export type MemberUpdate = { role: 'owner' | 'admin' | 'member' | 'viewer' }
export type ResetLink = { object: 'reset_link'; url: string; expires_at: string }
export type Invitations = { object: 'list'; data: readonly Invitation[] }
export type Invitation = {
  object: 'invitation'
  id: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  invited_by: string | null
  created_at: string
  expires_at: string
}
export type InvitationCreate = { email: string; role: 'owner' | 'admin' | 'member' | 'viewer'; mail?: boolean }
export type NewInvitation = {
  object: 'invitation'
  id: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  invited_by: string | null
  created_at: string
  expires_at: string
  url: string
}
export interface DashboardMembersPaths {
  '/dashboard/members': { get: { answer: Members } }
  '/dashboard/members/{id}': {
    patch: { params: { id: string }; body: MemberUpdate; answer: undefined }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/members/{id}/reset-link': { post: { params: { id: string }; answer: ResetLink } }
  '/dashboard/invitations': { get: { answer: Invitations }; post: { body: InvitationCreate; answer: NewInvitation } }
  '/dashboard/invitations/{id}': { delete: { params: { id: string }; answer: Deletion } }
}
