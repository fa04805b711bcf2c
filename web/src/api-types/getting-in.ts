// Written by `npm run sdk` from the operations. A change belongs there.

import type { SignIn } from './me.ts'
import type { Session } from './overview.ts'
export type Setup = {
  token: string
  name: string
  email: string
  password: string
  organization: string
  timezone: string
  language?: 'en' | 'de'
}
export type SetupToken = { token: string }
export type SignInOptions = {
  object: 'sign_in_options'
  setup: boolean
  mail: boolean
  passkeys: boolean
  single_sign_on: boolean
  single_sign_on_organization: string | null
}
export type SignInWithPassword = { email: string; password: string }
export type SecondFactor = { code: string }
export type PasskeySignInOptions = { object: 'passkey_options'; options: Readonly<Record<string, unknown>> }
export type PasskeySignIn = { response: { id: string; response: Readonly<Record<string, unknown>> } }
export type PasswordResetRequest = { email: string }
export type PasswordResetRequested = { object: 'password_reset_request' }
export type PasswordReset = { token: string; password: string }
export type InvitationToken = { token: string }
export type OpenInvitation = {
  object: 'open_invitation'
  organization: string
  invited_by: string | null
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  has_account: boolean
  expires_at: string
}
export type InvitationAccept = { token: string; name?: string; password?: string }
export type SwitchOrganization = { organizationId: string }
export type SingleSignOnBegin = { organization: string }
export type SingleSignOnStart = { object: 'single_sign_on_start'; url: string }
export type SingleSignOnFinish = { organization: string; query: string }
export type SingleSignOnResult = {
  object: 'single_sign_on_result'
  status: 'signed_in' | 'tested'
  test: { email: string; name: string; groups: readonly string[]; role: 'owner' | 'admin' | 'member' | 'viewer' } | null
}
export interface DashboardGettingInPaths {
  '/dashboard/setup': { post: { body: Setup; answer: SignIn } }
  '/dashboard/setup/token': { post: { body: SetupToken; answer: undefined } }
  '/dashboard/sign-in': { get: { answer: SignInOptions }; post: { body: SignInWithPassword; answer: SignIn } }
  '/dashboard/sign-in/second-step': { post: { body: SecondFactor; answer: SignIn } }
  '/dashboard/sign-in/passkey/options': { post: { answer: PasskeySignInOptions } }
  '/dashboard/sign-in/passkey': { post: { body: PasskeySignIn; answer: SignIn } }
  '/dashboard/sign-out': { post: { answer: undefined } }
  '/dashboard/password-reset': { post: { body: PasswordResetRequest; answer: PasswordResetRequested } }
  '/dashboard/password-reset/finish': { post: { body: PasswordReset; answer: SignIn } }
  '/dashboard/invitation': { post: { body: InvitationToken; answer: OpenInvitation } }
  '/dashboard/invitation/accept': { post: { body: InvitationAccept; answer: SignIn } }
  '/dashboard/session': { get: { answer: Session } }
  '/dashboard/session/organization': { post: { body: SwitchOrganization; answer: undefined } }
  '/dashboard/sign-in/single-sign-on': { post: { body: SingleSignOnBegin; answer: SingleSignOnStart } }
  '/dashboard/sign-in/single-sign-on/finish': { post: { body: SingleSignOnFinish; answer: SingleSignOnResult } }
}
