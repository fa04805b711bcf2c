// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from '../../../sdk/src/api.ts'
export type Notices = { object: 'list'; data: readonly Notice[]; unread: number }
export type Notice = {
  object: 'notice'
  id: string
  kind:
    | 'incident_opened'
    | 'confirmation_requested'
    | 'channel_failing'
    | 'location_silent'
    | 'monitor_quarantined'
    | 'member_invited'
    | 'member_joined'
  subject: { id: string; name: string }
  message: string | null
  by: string | null
  is_over: boolean
  is_read: boolean
  at: string
}
export type ReadNotices = { until: string }
export type PagingPreferences = {
  only_critical: boolean
  quiet_hours: { days: readonly number[]; from: string; to: string; timezone: string } | null
  quiet_for_critical: boolean
}
export type SignIn = { object: 'sign_in'; status: 'signed_in' | 'second_step' }
export type PreferencesUpdate = {
  theme?: 'system' | 'light' | 'dark'
  language?: 'en' | 'de' | null
  timezone?: string | null
  density?: 'comfortable' | 'compact'
  keys?: boolean
  paging?: PagingPreferences
}
export type Preferences = {
  object: 'preferences'
  theme: 'system' | 'light' | 'dark'
  language: 'en' | 'de' | null
  timezone: string | null
  density: 'comfortable' | 'compact'
  keys: boolean
  paging: PagingPreferences
}
export type ProfileUpdate = { name: string }
export type PasswordChange = { currentPassword: string; password: string; keepConnectedApps?: boolean }
export type OpenSessions = { object: 'list'; data: readonly OpenSession[] }
export type OpenSession = {
  object: 'open_session'
  id: string
  current: boolean
  ip_address: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}
export type TwoFactor = { object: 'two_factor'; enabled: boolean; recovery_codes_left: number }
export type TwoFactorBegin = { password: string }
export type TwoFactorSetup = { object: 'two_factor_setup'; secret: string; uri: string }
export type TwoFactorConfirm = { code: string }
export type RecoveryCodes = { object: 'recovery_codes'; codes: readonly string[] }
export type TwoFactorDisable = { password: string }
export type RecoveryCodesRenew = { password: string }
export type Passkeys = { object: 'list'; data: readonly Passkey[] }
export type Passkey = { object: 'passkey'; id: string; name: string; created_at: string; last_used_at: string | null }
export type PasskeyBegin = { password: string }
export type PasskeyOptions = { object: 'passkey_options'; options: Readonly<Record<string, unknown>> }
export type PasskeyCreate = { name: string; response: { id: string; response: Readonly<Record<string, unknown>> } }
export interface DashboardMePaths {
  '/dashboard/notices': { get: { answer: Notices } }
  '/dashboard/notices/read': { post: { body: ReadNotices; answer: undefined } }
  '/dashboard/sign-out/everywhere': { post: { answer: undefined } }
  '/dashboard/preferences': { patch: { body: PreferencesUpdate; answer: Preferences } }
  '/dashboard/me': { patch: { body: ProfileUpdate; answer: undefined } }
  '/dashboard/me/password': { post: { body: PasswordChange; answer: SignIn } }
  '/dashboard/me/sessions': { get: { answer: OpenSessions } }
  '/dashboard/me/sessions/{id}': { delete: { params: { id: string }; answer: Deletion } }
  '/dashboard/me/two-factor': { get: { answer: TwoFactor }; post: { body: TwoFactorBegin; answer: TwoFactorSetup } }
  '/dashboard/me/two-factor/confirm': { post: { body: TwoFactorConfirm; answer: RecoveryCodes } }
  '/dashboard/me/two-factor/disable': { post: { body: TwoFactorDisable; answer: undefined } }
  '/dashboard/me/two-factor/recovery-codes': { post: { body: RecoveryCodesRenew; answer: RecoveryCodes } }
  '/dashboard/me/passkeys': { get: { answer: Passkeys }; post: { body: PasskeyCreate; answer: Passkey } }
  '/dashboard/me/passkeys/options': { post: { body: PasskeyBegin; answer: PasskeyOptions } }
  '/dashboard/me/passkeys/{id}': { delete: { params: { id: string }; answer: Deletion } }
}
