// What a program may ask for, and what a token may do.
import type { KeyScope } from '../caller.ts'

export const oauthScopes = ['read', 'write', 'offline_access'] as const
export type OAuthScope = (typeof oauthScopes)[number]

/** The scopes of a space-separated list, each once; null if one of them is unknown. */
export function parseScopes(text: string): OAuthScope[] | null {
  const names = text.split(' ').filter((name) => name !== '')
  if (!names.every((name) => oauthScopes.includes(name as OAuthScope))) return null
  return oauthScopes.filter((scope) => names.includes(scope))
}

/** Write includes read. */
export const accessOf = (scopes: readonly OAuthScope[]): KeyScope => (scopes.includes('write') ? 'write' : 'read')

export const isWithin = (scope: KeyScope, most: KeyScope): boolean => scope === 'read' || most === 'write'

/** The scope parameter of a token response. */
export function scopeText({ scope, offline }: { readonly scope: KeyScope; readonly offline: boolean }): string {
  return [scope === 'write' ? 'read write' : 'read', ...(offline ? ['offline_access'] : [])].join(' ')
}
