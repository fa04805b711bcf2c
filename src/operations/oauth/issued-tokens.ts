// What a program can do with a token it was issued: end it (RFC 7009), or ask about it (RFC 7662).
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { resourceUrl } from '../../domain/oauth/resources.ts'
import { scopeText } from '../../domain/oauth/scopes.ts'
import { fingerprint } from '../../domain/secret.ts'
import { lockGrant } from '../../store/oauth/grants.ts'
import { deleteToken, findToken } from '../../store/oauth/tokens.ts'
import type { Services } from '../registry/services.ts'
import { type OAuthForm, authenticateClient, authenticateConfidentialClient } from './authenticate-client.ts'
import { endGrant } from '../registry/end-grant.ts'

/** Ends everything that was granted together with the token; of a service account only the token itself. */
export async function revokeToken(services: Services, form: OAuthForm): Promise<void> {
  const client = await authenticateClient(services, form)
  const hash = fingerprint(form.parameters.required('token'))
  const now = services.clock.now()
  await services.store.transaction(async (db) => {
    const token = await findToken(db, hash)
    const grant = token && (await lockGrant(db, token.grantId))
    if (!grant) return
    if (grant.client.id !== client.id)
      throw new OAuthError('unauthorized_client', 'token: was issued to another client')
    if (grant.userId === null) await deleteToken(db, hash)
    else await endGrant(db, grant, { reason: 'revoked by the program', via: 'api', ip: form.ip, now })
  })
}

/** Tokens of other clients look like unknown ones. */
export async function introspectToken(services: Services, form: OAuthForm): Promise<object> {
  const client = await authenticateConfidentialClient(services, form)
  const hash = fingerprint(form.parameters.required('token'))
  const { store, clock, origin } = services
  return store.transaction(async (db) => {
    const token = await findToken(db, hash)
    const grant = token && (await lockGrant(db, token.grantId))
    const isOver = !token || token.expiresAt <= clock.now() || token.replacedAt !== null
    if (!grant || isOver || grant.client.id !== client.id) return { active: false }
    return {
      active: true,
      scope: scopeText({ scope: token.scope, offline: grant.offline }),
      client_id: client.id,
      token_type: token.kind === 'access' ? 'Bearer' : 'refresh_token',
      exp: Math.floor(token.expiresAt.getTime() / 1000),
      iat: Math.floor(token.createdAt.getTime() / 1000),
      sub: grant.userId ?? client.id,
      aud: resourceUrl(origin(), grant.resource),
      iss: origin(),
    }
  })
}
