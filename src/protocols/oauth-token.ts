// OAuth access tokens by a refresh token or by client credentials (RFC 6749, 6 and 4.4), cached until shortly before
// they expire.
import { createHash } from 'node:crypto'
import type { Clock } from '../domain/clock.ts'
import type { OauthClient } from '../domain/mail-server.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { HttpResponseData, Net, Reach } from '../net/index.ts'

interface OauthConfig extends OauthClient {
  readonly verifyTls: boolean
  readonly ipVersion: Reach['ipVersion']
}

export interface TokenTransport {
  readonly net: Net
  readonly clock: Clock
  readonly signal: AbortSignal
}

interface AccessToken {
  readonly token: string
  /** It comes from the cache, and may have been revoked since. */
  readonly isCached: boolean
}

interface CachedToken {
  readonly token: string
  readonly untilMs: number
}

const maxKept = 500
const usualSeconds = 300
const reserveSeconds = 30
const maxToken = 8000
const maxAnswer = 65_536
const maxShown = 500

/** By a hash of all inputs including the secret, so that a monitor without the secret cannot get the token. */
const cachedTokens = new WeakMap<Net, Map<string, CachedToken>>()

/** Pass `isRenewal` after a token was rejected. */
export async function accessToken(
  config: OauthConfig,
  context: TokenTransport,
  isRenewal = false,
): Promise<AccessToken> {
  const tokens = cachedTokens.get(context.net) ?? new Map<string, CachedToken>()
  cachedTokens.set(context.net, tokens)
  const key = keyOf(config)
  const cached = tokens.get(key)
  if (!isRenewal && cached && cached.untilMs > context.clock.monotonicMs())
    return { token: cached.token, isCached: true }
  tokens.delete(key)
  const fetched = await fetchToken(config, context)
  if (tokens.size >= maxKept) tokens.delete(tokens.keys().next().value as string)
  tokens.set(key, fetched)
  return { token: fetched.token, isCached: false }
}

function keyOf(config: OauthConfig): string {
  const { oauthTokenUrl, oauthClientId, oauthClientSecret, oauthScopes, oauthRefreshToken, verifyTls } = config
  const parts = [oauthTokenUrl, oauthClientId, oauthClientSecret, oauthScopes, oauthRefreshToken, verifyTls]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

async function fetchToken(config: OauthConfig, context: TokenTransport): Promise<CachedToken> {
  const requestedMs = context.clock.monotonicMs()
  const inHeader = await askForToken(config, context, 'header')
  // Some servers accept the secret only in the form.
  const response =
    inHeader.status === 401 || inHeader.status === 400 ? await askForToken(config, context, 'form') : inHeader
  const { token, seconds } = readToken(response, config)
  const lasts = Math.max(0, seconds - Math.min(reserveSeconds, seconds / 2))
  return { token, untilMs: requestedMs + lasts * 1000 }
}

async function askForToken(
  config: OauthConfig,
  context: TokenTransport,
  secretIn: 'header' | 'form',
): Promise<HttpResponseData> {
  const { oauthTokenUrl = '', oauthClientId = '', oauthClientSecret = '', oauthScopes = '' } = config
  const { oauthRefreshToken } = config
  const form = new URLSearchParams(
    oauthRefreshToken
      ? { grant_type: 'refresh_token', refresh_token: oauthRefreshToken }
      : { grant_type: 'client_credentials' },
  )
  if (oauthScopes !== '') form.set('scope', oauthScopes)
  if (secretIn === 'form') {
    form.set('client_id', oauthClientId)
    if (oauthClientSecret !== '') form.set('client_secret', oauthClientSecret)
  }
  const login = { username: formEncoded(oauthClientId), password: formEncoded(oauthClientSecret) }
  try {
    return await context.net.request({
      url: new URL(oauthTokenUrl),
      method: 'POST',
      headers: [
        { key: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        { key: 'Accept', value: 'application/json' },
      ],
      body: form.toString(),
      // A public client has no secret.
      login: secretIn === 'header' && oauthClientSecret !== '' ? { kind: 'basic', ...login } : null,
      maxRedirects: 0,
      verify: config.verifyTls,
      maxBytes: maxAnswer,
      ipVersion: config.ipVersion,
      signal: context.signal,
    })
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    const { reason, message, local, evidence } = error
    throw new TargetDown(reason, `no OAuth token: ${message}`, { cause: error, local, evidence })
  }
}

/** RFC 6749, 2.3.1: both are encoded before they become a user name and a password. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

function fieldsIn({ body }: HttpResponseData): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body.toString())
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

function readToken(response: HttpResponseData, config: OauthConfig): { token: string; seconds: number } {
  const fields = fieldsIn(response)
  const said = [fields['error'], fields['error_description']].filter((part) => typeof part === 'string').join(': ')
  const refusal = [config.oauthClientSecret, config.oauthRefreshToken].reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '[redacted]') : text),
    said.slice(0, maxShown),
  )
  const whose = `${response.url.origin}${response.url.pathname}`
  if (response.status !== 200)
    throw new TargetDown(
      'auth',
      `no OAuth token: ${whose} responded with HTTP ${response.status}${refusal && ` (${refusal})`}`,
    )
  const { access_token: token, token_type: type = 'bearer', expires_in: seconds } = fields
  if (typeof token !== 'string' || token === '' || token.length > maxToken || /[^\x20-\x7e]/.test(token))
    throw new TargetDown('auth', `no OAuth token: the response of ${whose} has no usable access_token`)
  if (String(type).toLowerCase() !== 'bearer')
    throw new TargetDown('auth', `no OAuth token: ${whose} issues tokens of type ${String(type)}, not Bearer`)
  return { token, seconds: Number.isFinite(Number(seconds ?? NaN)) ? Number(seconds) : usualSeconds }
}
