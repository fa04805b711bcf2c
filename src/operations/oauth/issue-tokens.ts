import type { KeyScope } from '../../domain/caller.ts'
import { type OAuthSecret, lifetimesMs, newSecret } from '../../domain/oauth/secrets.ts'
import { scopeText } from '../../domain/oauth/scopes.ts'
import type { Database } from '../../store/database/database.ts'
import { noteClientUse } from '../../store/oauth/clients.ts'
import { type OAuthGrant, extendGrant } from '../../store/oauth/grants.ts'
import { addToken } from '../../store/oauth/tokens.ts'

export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
}

/** `scope`: of the access token, if it is less than that of the grant. `refresh`: the refresh token, if it is known. */
export async function issueTokens(
  db: Database,
  grant: OAuthGrant,
  { now, scope = grant.scope, refresh: known }: { now: Date; scope?: KeyScope; refresh?: OAuthSecret },
): Promise<TokenResponse> {
  const after = (ms: number): Date => new Date(now.getTime() + ms)
  const access = newSecret('access')
  const accessEnd = after(lifetimesMs.accessToken)
  await addToken(db, { hash: access.hash, grantId: grant.id, kind: 'access', scope, expiresAt: accessEnd }, now)
  const refresh = grant.offline ? (known ?? newSecret('refresh')) : null
  const grantEnd = refresh ? after(lifetimesMs.refreshToken) : accessEnd
  if (refresh)
    await addToken(
      db,
      { hash: refresh.hash, grantId: grant.id, kind: 'refresh', scope: grant.scope, expiresAt: grantEnd },
      now,
    )
  if (grant.expiresAt !== null) await extendGrant(db, { id: grant.id, expiresAt: grantEnd })
  if (grant.client.rowId !== null) await noteClientUse(db, { id: grant.client.rowId, now })
  return {
    access_token: access.text,
    token_type: 'Bearer',
    expires_in: lifetimesMs.accessToken / 1000,
    ...(refresh && { refresh_token: refresh.text }),
    scope: scopeText({ scope, offline: grant.offline }),
  }
}
