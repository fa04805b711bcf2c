// The resources that a token can be issued for (RFC 8707). A token works at one of them only.
const paths = { api: '/v1', mcp: '/mcp' } as const
export type OAuthResource = keyof typeof paths
export const oauthResources = Object.keys(paths) as readonly OAuthResource[]

export const resourceUrl = (origin: string, resource: OAuthResource): string => `${origin}${paths[resource]}`

/** The address of the metadata of a resource (RFC 9728). */
export const resourceMetadataUrl = (origin: string, resource: OAuthResource): string =>
  `${origin}/.well-known/oauth-protected-resource${paths[resource]}`

/** The resource that a client names; the origin itself stands for the API. Undefined if there is no such resource. */
export function resourceNamed(origin: string, name: string): OAuthResource | undefined {
  const plain = name.replace(/\/$/, '')
  if (plain === origin) return 'api'
  return oauthResources.find((resource) => resourceUrl(origin, resource) === plain)
}
