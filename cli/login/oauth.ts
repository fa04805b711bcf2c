// The OAuth requests of `lapwing login`: device authorization (RFC 8628), refresh and revocation.
import { ApiError } from '../../sdk/src/errors.ts'
import { sleep } from '../../sdk/src/sleep.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { StoredLogin } from './credentials.ts'

const clientId = 'lapwing-cli'
const scope = 'read write offline_access'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const timeoutMs = 30_000

export interface DeviceAuthorization {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete?: string
  readonly expires_in: number
  readonly interval?: number
}

interface TokenResponse {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in?: number
}

export class OAuthError extends CommandError {
  override name = 'OAuthError'
  readonly code: string

  constructor(code: string, description: string | undefined) {
    super(description ?? code, exitCodes.notAllowed)
    this.code = code
  }
}

export async function authorizeDevice(url: string, signal: AbortSignal): Promise<DeviceAuthorization> {
  const metadata = await request(`${url}/.well-known/oauth-authorization-server`, { signal })
  if (!('device_authorization_endpoint' in metadata))
    throw new CommandError(`${url} has no login for the command line. Set LAPWING_TOKEN to an API key instead.`)
  const path = '/oauth/device_authorization'
  return (await post(url, path, { client_id: clientId, scope }, signal)) as unknown as DeviceAuthorization
}

/** Asks again and again until the person has decided in the browser. */
export async function waitForLogin(
  url: string,
  { device_code, expires_in, interval = 5 }: DeviceAuthorization,
  signal: AbortSignal,
): Promise<StoredLogin> {
  let seconds = interval
  for (const until = Date.now() + expires_in * 1000; Date.now() < until;) {
    await sleep(seconds * 1000, signal)
    try {
      return await requestTokens(url, { grant_type: deviceGrant, client_id: clientId, device_code }, signal)
    } catch (error) {
      const code = error instanceof OAuthError ? error.code : undefined
      if (code === 'slow_down') seconds += 5
      else if (code === 'access_denied') throw new CommandError('The login was denied.', exitCodes.notAllowed)
      else if (code === 'expired_token') break
      else if (code !== 'authorization_pending' && !isPassing(error)) throw error
    }
  }
  throw new CommandError('The code has expired. Run `lapwing login` again.', exitCodes.notAllowed)
}

const isPassing = (error: unknown): boolean => error instanceof ApiError && error.status === 0

export const refreshLogin = (url: string, refreshToken: string): Promise<StoredLogin> =>
  requestTokens(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })

export async function revokeLogin(url: string, token: string): Promise<void> {
  await post(url, '/oauth/revoke', { client_id: clientId, token })
}

async function requestTokens(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<StoredLogin> {
  const tokens = (await post(url, '/oauth/token', form, signal)) as unknown as TokenResponse
  return {
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? form['refresh_token'] ?? null,
    expires_at: Date.now() + (tokens.expires_in ?? 3600) * 1000,
  }
}

const post = (url: string, path: string, form: Record<string, string>, signal?: AbortSignal) =>
  request(url + path, { method: 'POST', body: new URLSearchParams(form), ...(signal && { signal }) })

async function request(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  // A redirect could lead tokens elsewhere.
  const response = await fetch(address, { ...init, signal, redirect: 'error' }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new ApiError('Lapwing cannot be reached', { code: 'unreachable', status: 0, cause })
  })
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok) return body
  if (typeof body['error'] === 'string')
    throw new OAuthError(body['error'], body['error_description'] as string | undefined)
  if (response.status === 404 || response.status === 405) return body
  throw new ApiError(`Lapwing responded with status ${response.status}`, {
    code: 'internal_error',
    status: response.status,
    headers: response.headers,
  })
}
