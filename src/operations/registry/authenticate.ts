// Finds the caller of a credential. API keys are cached, so a revoked one works for up to two more seconds. Access
// tokens are not cached.
import type { Caller, KeyScope } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { type OAuthResource, resourceMetadataUrl, resourceUrl } from '../../domain/oauth/resources.ts'
import { scopeText } from '../../domain/oauth/scopes.ts'
import { isAccessToken } from '../../domain/oauth/secrets.ts'
import { fingerprint } from '../../domain/secret.ts'
import { callerOfKey, noteKeyUse } from '../../store/accounts/api-keys.ts'
import { noteClientUse } from '../../store/oauth/clients.ts'
import { noteGrantUse } from '../../store/oauth/grants.ts'
import { callerOfToken } from '../../store/oauth/tokens.ts'
import type { Services } from './services.ts'

/** `wanted`: the scope that a program without a token should request. */
export type Authenticate = (authorization: string | undefined, wanted?: KeyScope) => Promise<Caller>

type AuthenticateServices = Pick<Services, 'store' | 'clock' | 'origin'>

const rememberedForMs = 2000
const maxRemembered = 10_000
const useNotedEveryMs = 60_000

/** `usedFor`: what the credential is used for; access tokens for something else are rejected. */
export function createAuthenticate(services: AuthenticateServices, usedFor: OAuthResource): Authenticate {
  const { store, clock } = services
  const remembered = new Map<string, { caller: Caller; until: number }>()

  async function authenticate(authorization: string | undefined): Promise<Caller> {
    const known = remembered.get(authorization ?? '')
    if (known && known.until > clock.monotonicMs()) return known.caller
    const now = clock.now()
    const credential = bearer(authorization)
    if (isAccessToken(credential)) return callerWithToken(services, credential, usedFor)
    const caller = await callerOfKey(store, { hash: fingerprint(credential), now })
    if (!caller) throw new Fault('unauthorized', 'Unknown, revoked or expired API key')
    if (isUseDue(caller, now)) await noteKeyUse(store, { id: caller.credential.id, now })
    if (remembered.size >= maxRemembered) remembered.clear()
    const leftMs = (caller.credential.expiresAt?.getTime() ?? Infinity) - now.getTime()
    remembered.set(authorization!, { caller, until: clock.monotonicMs() + Math.min(rememberedForMs, leftMs) })
    return caller
  }

  return (authorization, wanted = 'read') =>
    authenticate(authorization).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'unauthorized') throw error
      const metadata = resourceMetadataUrl(services.origin(), usedFor)
      const sent = authorization === undefined ? '' : 'error="invalid_token", '
      throw new Fault(error.code, error.message, { 'www-authenticate': challengeFor(metadata, wanted, sent) })
    })
}

/**
 * Tells a program where it can get a token (RFC 9728). Programs request the scope in the challenge, which
 * is reading: a program that requests more needs it.
 */
export const challengeFor = (metadata: string, wanted: KeyScope = 'read', problem = ''): string =>
  `Bearer ${problem}resource_metadata="${metadata}", scope="${scopeText({ scope: wanted, offline: false })}"`

const isUseDue = ({ credential }: Caller, now: Date): boolean =>
  now.getTime() - (credential.lastUsedAt?.getTime() ?? 0) > useNotedEveryMs

async function callerWithToken(
  { store, clock, origin }: AuthenticateServices,
  token: string,
  usedFor: OAuthResource,
): Promise<Caller> {
  const now = clock.now()
  const found = await callerOfToken(store, { hash: fingerprint(token), prefix: token.slice(0, 8), now })
  if (!found) throw new Fault('unauthorized', 'Unknown, revoked or expired access token')
  const { caller, resource, grantId, clientRowId, hasOrganization } = found
  if (resource !== usedFor)
    throw new Fault('unauthorized', `This access token is only for ${resourceUrl(origin(), resource)}`)
  if (!caller)
    throw hasOrganization
      ? new Fault('unauthorized', 'The user of this access token left the organization')
      : new Fault('forbidden', 'The user of this access token does not belong to an organization')
  if (isUseDue(caller, now)) {
    await noteGrantUse(store, { id: grantId, now })
    if (clientRowId !== null) await noteClientUse(store, { id: clientRowId, now })
  }
  return caller
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw new Fault('unauthorized', 'Authorization header missing; send Authorization: Bearer <API_KEY>')
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'bearer')
    throw new Fault('unauthorized', `unsupported authorization scheme; send Authorization: Bearer <API_KEY>`)
  if (rest.length === 0) throw new Fault('unauthorized', 'Empty credentials; send Authorization: Bearer <API_KEY>')
  if (rest.length > 1)
    throw new Fault('unauthorized', 'Malformed Authorization header; send Authorization: Bearer <API_KEY>')
  return rest[0]!
}
