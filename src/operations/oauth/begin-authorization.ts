// The authorization endpoint: stores a good request and sends the browser to the consent screen.
import { type OAuthClient, summaryOf } from '../../domain/oauth/client.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import type { OAuthParameters } from '../../domain/oauth/parameters.ts'
import { isLoopback, isRegistered, withParameters } from '../../domain/oauth/redirect-uri.ts'
import { isCodeChallenge, lifetimesMs } from '../../domain/oauth/secrets.ts'
import { type ConsentRequestDraft, addConsentRequest } from '../../store/oauth/requests.ts'
import type { Services } from '../registry/services.ts'
import { findClient } from './find-client.ts'
import { requestedScopes, namedResource } from './read-access.ts'

/**
 * Returns the address for the browser. Throws if the client or its redirect address cannot be trusted: such an error
 * is shown to the user. All other errors are for the program.
 */
export async function beginAuthorization(services: Services, parameters: OAuthParameters): Promise<string> {
  const client = await findClient(services, parameters.required('client_id'))
  const redirectUri = redirectUriOf(client, parameters)
  const iss = services.origin()
  try {
    const draft = readRequest(services, { client, redirectUri, parameters })
    const id = await addConsentRequest(services.store, draft, services.clock.now())
    return `${iss}/oauth/consent?request=${id}`
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const answer = { error: error.code, error_description: error.message, state: stateOf(parameters), iss }
    return withParameters(redirectUri, answer)
  }
}

function redirectUriOf({ redirectUris, grantTypes }: OAuthClient, parameters: OAuthParameters): string {
  if (!grantTypes.includes('authorization_code'))
    throw new OAuthError('unauthorized_client', 'This client does not sign people in through a browser')
  const given = parameters.optional('redirect_uri')
  if (given === null && redirectUris.length === 1) return redirectUris[0]!
  if (given === null) throw new OAuthError('invalid_request', 'redirect_uri: required')
  if (!isRegistered(redirectUris, given))
    throw new OAuthError('invalid_request', 'redirect_uri: not registered for this client')
  return given
}

/** Null as well if it was sent twice: then the program cannot expect it back. */
function stateOf(parameters: OAuthParameters): string | null {
  try {
    return parameters.optional('state')
  } catch {
    return null
  }
}

interface TrustedRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly parameters: OAuthParameters
}

function readRequest(
  { clock, origin }: Services,
  { client, redirectUri, parameters }: TrustedRequest,
): ConsentRequestDraft {
  const state = parameters.optional('state')
  if (parameters.required('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type: must be code')
  if ((parameters.optional('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'response_mode: must be query')
  const codeChallenge = parameters.required('code_challenge')
  if (parameters.optional('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method: must be S256')
  if (!isCodeChallenge(codeChallenge))
    throw new OAuthError('invalid_request', 'code_challenge: must be the base64url of a SHA-256 hash')
  return {
    client: summaryOf(client),
    redirectUri,
    loopbackOnly: client.redirectUris.every(isLoopback),
    state,
    codeChallenge,
    scopes: requestedScopes(client, parameters),
    resource: namedResource(parameters, origin()) ?? 'api',
    expiresAt: new Date(clock.now().getTime() + lifetimesMs.request),
  }
}
