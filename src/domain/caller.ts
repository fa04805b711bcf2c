// The caller of an operation: user, credential, organization and limits.
import type { ReaderLanguage } from './text/language.ts'
import type { PlanLimits, PlanName } from './plan.ts'

export const scopes = ['read', 'write'] as const
export type KeyScope = (typeof scopes)[number]

export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether a role includes the rights of another. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least)
}

export interface Organization {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly plan: PlanName
  readonly limits: PlanLimits
  readonly timezone: string
  readonly language: ReaderLanguage
  readonly createdAt: Date
}

export interface Credential {
  readonly type: 'api_key' | 'oauth' | 'session'
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scope: KeyScope
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly clientId: string | null
  /** The session began with the organization's single sign-on, and reaches nothing else. */
  readonly isSingleSignOn?: boolean
}

export interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

export interface Caller {
  readonly credential: Credential
  readonly user: User | null
  readonly organization: Organization
}

/** The name of the actor in the activity log. */
export function actorOf({ user, credential }: Caller): string {
  return user?.name ?? credential.name
}
