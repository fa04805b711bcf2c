// How programs find out where and how to get a token (RFC 8414, RFC 9728).
import { grantTypes } from '../../domain/oauth/client.ts'
import { type OAuthResource, resourceName, resourceUrl, scopesOf } from '../../domain/oauth/resources.ts'
import { oauthScopes } from '../../domain/oauth/scopes.ts'

const secretMethods = ['client_secret_basic', 'client_secret_post']

export function serverMetadata(origin: string, { clientRegistration }: { clientRegistration: boolean }): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    device_authorization_endpoint: `${origin}/oauth/device_authorization`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
    ...(clientRegistration && { registration_endpoint: `${origin}/oauth/register` }),
    scopes_supported: oauthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', ...secretMethods],
    revocation_endpoint_auth_methods_supported: ['none', ...secretMethods],
    introspection_endpoint_auth_methods_supported: secretMethods,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** `null` stands for the origin itself, whose tokens are those of the API. */
export function resourceMetadata(origin: string, resource: OAuthResource | null): object {
  return {
    resource: resource === null ? origin : resourceUrl(origin, resource),
    resource_name: resourceName(resource ?? 'api'),
    authorization_servers: [origin],
    scopes_supported: scopesOf(resource ?? 'api'),
    bearer_methods_supported: ['header'],
  }
}
