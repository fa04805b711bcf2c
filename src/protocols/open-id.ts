// OpenID Connect through openid-client, which is loaded with the first sign-in. All its requests go through `net`.
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../domain/clock.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { TargetDown } from '../domain/outcome.ts'
import {
  type OpenIdAttempt,
  type OpenIdClaims,
  type OpenIdClient,
  OpenIdError,
  type OpenIdProvider,
} from '../domain/people/open-id.ts'
import type { Net } from '../net/index.ts'

const timeoutMs = 10_000
const maxBytes = 1024 * 1024
const usualScopes = ['openid', 'email', 'profile']

const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

export function createOpenIdClient(net: Net, clock: Clock): OpenIdClient {
  const send = sender(net, clock)

  async function discover({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Configuration> {
    const openId = await library()
    const url = new URL(issuer)
    const configuration = await openId.discovery(url, clientId, {}, authentication(openId, clientSecret), {
      [openId.customFetch]: send,
      // Requests of loopback addresses cannot be read by others.
      execute: url.protocol === 'http:' ? [openId.allowInsecureRequests] : [],
    })
    openId.enableNonRepudiationChecks(configuration)
    return configuration
  }

  async function claims(provider: OpenIdProvider, attempt: OpenIdAttempt, query: string): Promise<OpenIdClaims> {
    const configuration = await discover(provider)
    const { authorizationCodeGrant, fetchUserInfo } = await library()
    const address = new URL(attempt.redirectUri)
    address.search = query
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    const inToken = tokens.claims()!
    if (!configuration.serverMetadata().userinfo_endpoint) return inToken
    const more = await fetchUserInfo(configuration, tokens.access_token, inToken.sub)
    return { ...more, ...inToken }
  }

  return {
    check: (issuer) =>
      explained(issuer, async () => void (await discover({ issuer, clientId: 'x', clientSecret: 'x' }))),
    signInAddress: (provider, attempt) =>
      explained(provider.issuer, async () => addressIn(await discover(provider), attempt)),
    claims: (provider, attempt, query) => explained(provider.issuer, () => claims(provider, attempt, query)),
  }
}

async function addressIn(
  configuration: Configuration,
  { redirectUri, state, nonce, verifier }: OpenIdAttempt,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  const { issuer, scopes_supported: supported = [] } = configuration.serverMetadata()
  const scope = [...usualScopes, ...(supported.includes('groups') ? ['groups'] : [])].join(' ')
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  if (address.protocol !== 'https:' && address.protocol !== new URL(issuer).protocol)
    throw new OpenIdError('refused', 'its authorization_endpoint does not begin with https://')
  return address.href
}

/** Sends the secret the way the provider prefers; OpenID Connect assumes HTTP Basic if it does not say. */
function authentication({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret)
  const post = ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Redirects are not followed, because the secret would go with them. */
function sender(net: Net, clock: Clock): CustomFetch {
  return async (url, { method, headers, body }) => {
    const response = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
      net.request({
        url: new URL(url),
        method,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
        ...(body !== null && body !== undefined && { body: String(body) }),
        maxRedirects: 0,
        verify: true,
        maxBytes,
        ipVersion: 'any',
        signal,
      }),
    )
    const type = response.headers['content-type'] ?? ''
    const { status } = response
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : new Uint8Array(response.body), { status, headers: { 'content-type': type } })
  }
}

async function explained<Result>(issuer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw explanation(issuer, error)
  }
}

function explanation(issuer: string, error: unknown): unknown {
  const { host } = new URL(issuer)
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof TargetDown)
      return new OpenIdError('unreachable', `Couldn't reach ${host}: ${cause.message}`, { cause: error })
  if (error instanceof OpenIdError) return new OpenIdError('refused', `${host}: ${error.message}`, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  if (code === null) return error
  return new OpenIdError('refused', `${host}: ${reasonOf(code, error as Error)}`, { cause: error })
}

/** Texts of the provider are not repeated: only the error codes of OAuth, which are words. */
function reasonOf(code: string, error: Error): string {
  const named = 'error' in error && /^[a-z_]{1,50}$/.test(String(error.error)) ? ` (${String(error.error)})` : ''
  return `${reasons[code] ?? 'its response is not valid'}${named}`
}

const reasons: Readonly<Record<string, string>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'the provider ended the sign-in',
  OAUTH_RESPONSE_BODY_ERROR: 'the provider does not accept the code or the client secret',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'the provider does not accept the client secret',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'no OpenID Connect provider responds at this address',
  OAUTH_RESPONSE_IS_NOT_JSON: 'no OpenID Connect provider responds at this address',
  OAUTH_PARSE_ERROR: 'no OpenID Connect provider responds at this address',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the provider names another issuer; enter exactly the one it names',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'its token is for someone else',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'its token is expired, or the clocks of both servers differ',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'it asks for requests without TLS',
  OAUTH_KEY_SELECTION_FAILED: 'its token is signed with an unknown key',
}
