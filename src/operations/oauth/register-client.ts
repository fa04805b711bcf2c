// Dynamic client registration (RFC 7591), for programs without a metadata document.
import { readClientMetadata } from '../../domain/oauth/client-metadata.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { newClientId, newSecret } from '../../domain/oauth/secrets.ts'
import { registrationsOfAddress } from '../../domain/people/guessing.ts'
import { takeGuess } from '../../store/accounts/guesses.ts'
import { addClient } from '../../store/oauth/clients.ts'
import { refuseTooMany } from '../people/guess-limit.ts'
import type { Services } from '../registry/services.ts'

const authMethods = ['none', 'client_secret_basic', 'client_secret_post']

export async function registerClient(services: Services, json: unknown, ip: string): Promise<object> {
  const { store, clock, clientRegistration } = services
  if (!clientRegistration)
    throw new OAuthError('not_found', 'Registration is turned off here; an owner can create a client in the settings')
  const now = clock.now()
  refuseTooMany(await takeGuess(store, registrationsOfAddress(ip), now))
  const { authMethod = 'client_secret_basic', ...metadata } = readClientMetadata(json)
  if (!authMethods.includes(authMethod))
    throw new OAuthError(
      'invalid_client_metadata',
      `token_endpoint_auth_method: must be one of ${authMethods.join(', ')}`,
    )
  const secret = authMethod === 'none' ? null : newSecret('client')
  const draft = { ...metadata, clientId: newClientId(), kind: 'registered', organizationId: null } as const
  const client = await addClient(store, { ...draft, secretHash: secret?.hash ?? null }, now)
  return {
    client_id: client.client_id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret && { client_secret: secret.text, client_secret_expires_at: 0 }),
    client_name: metadata.name,
    ...(metadata.uri !== null && { client_uri: metadata.uri }),
    redirect_uris: metadata.redirectUris,
    grant_types: metadata.grantTypes,
    response_types: metadata.grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: authMethod,
    scope: metadata.scope === 'write' ? 'read write offline_access' : 'read offline_access',
  }
}
