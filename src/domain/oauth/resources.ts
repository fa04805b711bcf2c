// The resources that a token can be issued for (RFC 8707). A token works at one of them only.
import { oauthScopes } from './scopes.ts'

const resources = {
  api: { path: '/v1', name: 'Lapwing API', scopes: oauthScopes },
  // MCP clients ask for all of these, so they are the least that is useful.
  mcp: { path: '/mcp', name: 'Lapwing MCP server', scopes: ['read'] },
} as const
export type OAuthResource = keyof typeof resources
export const oauthResources = Object.keys(resources) as readonly OAuthResource[]

export const resourceName = (resource: OAuthResource): string => resources[resource].name

export const scopesOf = (resource: OAuthResource): readonly string[] => resources[resource].scopes

export const resourceUrl = (origin: string, resource: OAuthResource): string => `${origin}${resources[resource].path}`

/** The address of the metadata of a resource (RFC 9728). */
export const resourceMetadataUrl = (origin: string, resource: OAuthResource): string =>
  `${origin}/.well-known/oauth-protected-resource${resources[resource].path}`

/** The resource that a client names; the origin itself stands for the API. Undefined if there is no such resource. */
export function resourceNamed(origin: string, name: string): OAuthResource | undefined {
  const plain = name.replace(/\/$/, '')
  if (plain === origin) return 'api'
  return oauthResources.find((resource) => resourceUrl(origin, resource) === plain)
}
