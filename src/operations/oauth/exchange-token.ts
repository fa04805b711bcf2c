// The token endpoint. Each grant type is a function that runs in a transaction; a refusal is returned and not thrown,
// because what it writes, such as the end of a grant, must survive.
import { type GrantType, type OAuthClient, deviceGrant, grantTypes, summaryOf } from '../../domain/oauth/client.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { accessOf, isWithin } from '../../domain/oauth/scopes.ts'
import { isVerifierOf, lifetimesMs, successorOf } from '../../domain/oauth/secrets.ts'
import { fingerprint } from '../../domain/secret.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Database } from '../../store/database/database.ts'
import { lockClient } from '../../store/oauth/clients.ts'
import { lockCode, noteCodeUse } from '../../store/oauth/codes.ts'
import { deleteDeviceRequest, lockDevicePoll, notePoll } from '../../store/oauth/device-codes.ts'
import { addGrant, grantOfService, lockGrant } from '../../store/oauth/grants.ts'
import { findToken, noteReplaced } from '../../store/oauth/tokens.ts'
import type { Services } from '../registry/services.ts'
import { type OAuthForm, authenticateClient } from './authenticate-client.ts'
import { endGrant } from '../registry/end-grant.ts'
import { type TokenResponse, issueTokens } from './issue-tokens.ts'
import { namedResource, refuseOtherResource, scopesIn } from './read-access.ts'

interface TokenExchange extends OAuthForm {
  readonly db: Database
  readonly client: OAuthClient
  readonly origin: string
  readonly vault: Vault
  readonly now: Date
}

type ExchangeResult = Promise<TokenResponse | OAuthError>

const exchanges: Readonly<Record<GrantType, (exchange: TokenExchange) => ExchangeResult>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  [deviceGrant]: exchangeDeviceCode,
  client_credentials: exchangeCredentials,
}

export async function exchangeToken(services: Services, form: OAuthForm): Promise<TokenResponse> {
  const type = grantTypes.find((known) => known === form.parameters.required('grant_type'))
  if (!type) throw new OAuthError('unsupported_grant_type', `grant_type: must be one of ${grantTypes.join(', ')}`)
  const client = await authenticateClient(services, form)
  if (!client.grantTypes.includes(type)) throw new OAuthError('unauthorized_client', `This client may not use ${type}`)
  const { store, clock, origin, vault } = services
  const result = await store.transaction((db) =>
    exchanges[type]({ ...form, db, client, origin: origin(), vault, now: clock.now() }),
  )
  if (result instanceof OAuthError) throw result
  return result
}

const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description)
const unknownCode = invalidGrant('The code is unknown, expired or was issued to another client')

async function exchangeCode({ db, client, origin, now, parameters, ip }: TokenExchange): ExchangeResult {
  const code = await lockCode(db, fingerprint(parameters.required('code')))
  const verifier = parameters.required('code_verifier')
  const grant = code && (await lockGrant(db, code.grantId))
  if (!grant || grant.client.id !== client.id) return unknownCode
  if (code.usedAt) {
    await endGrant(db, grant, { reason: 'code used twice', via: 'api', ip, now })
    return invalidGrant('The code was used before; its tokens are revoked')
  }
  if (code.expiresAt <= now) return unknownCode
  const redirectUri = parameters.optional('redirect_uri')
  if (redirectUri !== null && redirectUri !== code.redirectUri)
    return invalidGrant('redirect_uri: differs from that of the authorization request')
  if (!isVerifierOf(code.codeChallenge, verifier)) return invalidGrant('code_verifier: does not fit the code challenge')
  refuseOtherResource(parameters, origin, grant.resource)
  await noteCodeUse(db, code.hash, now)
  return issueTokens(db, grant, { now })
}

const unknownToken = invalidGrant('The refresh token is unknown, revoked, expired or was issued to another client')

async function exchangeRefreshToken({ db, client, origin, now, vault, parameters, ip }: TokenExchange): ExchangeResult {
  const text = parameters.required('refresh_token')
  const hash = fingerprint(text)
  const presented = await findToken(db, hash)
  const grant = presented?.kind === 'refresh' ? await lockGrant(db, presented.grantId) : undefined
  // Read again, because another request may have replaced it before the lock.
  const token = grant && (await findToken(db, hash))
  if (!token || grant.client.id !== client.id || token.expiresAt <= now) return unknownToken
  if (token.replacedAt && now.getTime() - token.replacedAt.getTime() > lifetimesMs.replacedToken) {
    await endGrant(db, grant, { reason: 'refresh token used twice', via: 'api', ip, now })
    return invalidGrant('The refresh token was used before; all tokens of this sign-in are revoked')
  }
  const successor = successorOf(vault, text)
  // Replaced under another key, or by a version that chose successors at random.
  if (token.replacedAt && !(await findToken(db, successor.hash))) return unknownToken
  refuseOtherResource(parameters, origin, grant.resource)
  const requested = scopesIn(parameters)
  const scope = requested ? accessOf(requested) : grant.scope
  if (!isWithin(scope, grant.scope)) return new OAuthError('invalid_scope', 'scope: more than was granted')
  await noteReplaced(db, hash, now)
  return issueTokens(db, grant, { now, scope, refresh: successor })
}

const slowDownSeconds = 5

async function exchangeDeviceCode({ db, client, origin, now, parameters }: TokenExchange): ExchangeResult {
  const device = await lockDevicePoll(db, fingerprint(parameters.required('device_code')))
  if (!device || device.clientId !== client.id) return invalidGrant('The device code is unknown or was used')
  if (device.expiresAt <= now) return new OAuthError('expired_token', 'The device code has expired; start again')
  if (device.denied) return new OAuthError('access_denied', 'The request was denied')
  if (device.grantId === null) {
    const { id, polledAt, intervalSeconds } = device
    const isTooFast = polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 1000
    await notePoll(db, { id, intervalSeconds: intervalSeconds + (isTooFast ? slowDownSeconds : 0), now })
    return isTooFast
      ? new OAuthError('slow_down', `Wait ${intervalSeconds + slowDownSeconds} s between requests`)
      : new OAuthError('authorization_pending', 'The code has not been entered yet')
  }
  const grant = await lockGrant(db, device.grantId)
  if (!grant) return invalidGrant('The user left the organization')
  refuseOtherResource(parameters, origin, grant.resource)
  await deleteDeviceRequest(db, device.id)
  return issueTokens(db, grant, { now })
}

async function exchangeCredentials({ db, client, origin, now, parameters }: TokenExchange): ExchangeResult {
  const requested = scopesIn(parameters)
  const scope = requested ? accessOf(requested) : client.scope
  if (!isWithin(scope, client.scope)) return new OAuthError('invalid_scope', 'scope: this client may only read')
  const resource = namedResource(parameters, origin) ?? 'api'
  if (!(await lockClient(db, client.rowId!))) return new OAuthError('invalid_client', 'The client was deleted')
  const known = await grantOfService(db, { clientRowId: client.rowId!, resource })
  const draft = { organizationId: client.organizationId!, userId: null, client: summaryOf(client) }
  const grant =
    known ?? (await addGrant(db, { ...draft, scope: client.scope, resource, offline: false, expiresAt: null }, now))
  return issueTokens(db, grant, { now, scope })
}
