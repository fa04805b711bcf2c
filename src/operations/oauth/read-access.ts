// What a program asks for: scopes and a resource.
import type { OAuthClient } from '../../domain/oauth/client.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import type { OAuthParameters } from '../../domain/oauth/parameters.ts'
import { type OAuthResource, oauthResources, resourceNamed, resourceUrl } from '../../domain/oauth/resources.ts'
import { type OAuthScope, accessOf, isWithin, oauthScopes, parseScopes } from '../../domain/oauth/scopes.ts'

export function scopesIn(parameters: OAuthParameters): OAuthScope[] | null {
  const text = parameters.optional('scope')
  if (text === null) return null
  const scopes = parseScopes(text)
  if (!scopes) throw new OAuthError('invalid_scope', `scope: unknown scope. Known: ${oauthScopes.join(', ')}`)
  return scopes
}

/**
 * The scopes that a person is asked for: read, unless the program asks for more. A program that uses refresh tokens
 * needs not ask for them.
 */
export function requestedScopes(client: OAuthClient, parameters: OAuthParameters): OAuthScope[] {
  const requested = scopesIn(parameters) ?? []
  if (!isWithin(accessOf(requested), client.scope))
    throw new OAuthError('invalid_scope', 'scope: this client may only read')
  const usesRefresh = client.grantTypes.includes('refresh_token') && client.kind !== 'built_in'
  const wanted = ['read', ...requested, ...(usesRefresh ? ['offline_access'] : [])]
  return oauthScopes.filter((scope) => wanted.includes(scope))
}

/** Null if the program names none (RFC 8707). */
export function namedResource(parameters: OAuthParameters, origin: string): OAuthResource | null {
  const name = parameters.optional('resource')
  if (name === null) return null
  const resource = resourceNamed(origin, name)
  if (resource) return resource
  const known = oauthResources.map((each) => resourceUrl(origin, each)).join(' or ')
  throw new OAuthError('invalid_target', `resource: must be ${known}`)
}

/** A program cannot change the resource of what it was granted. */
export function refuseOtherResource(parameters: OAuthParameters, origin: string, granted: OAuthResource): void {
  const named = namedResource(parameters, origin)
  if (named !== null && named !== granted)
    throw new OAuthError('invalid_target', `resource: the grant is for ${resourceUrl(origin, granted)}`)
}
