// The access token of a stored login, refreshed before it expires.
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Credentials, StoredLogin } from './credentials.ts'
import { OAuthError, refreshLogin } from './oauth.ts'

const earlyMs = 30_000

const isFresh = ({ expires_at }: StoredLogin): boolean => expires_at - earlyMs > Date.now()

export async function accessTokenOf(credentials: Credentials, url: string): Promise<string> {
  const login = credentials.loginAt(url)
  if (!login) throw expired(url)
  if (isFresh(login)) return login.access_token
  return credentials.alone(async () => {
    // Another command may have refreshed it meanwhile; its refresh token replaced ours.
    const latest = credentials.loginAt(url) ?? login
    if (isFresh(latest)) return latest.access_token
    if (latest.refresh_token === null) throw expired(url)
    try {
      const renewed = await refreshLogin(url, latest.refresh_token)
      credentials.save(url, renewed)
      return renewed.access_token
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      credentials.remove(url)
      throw expired(url)
    }
  })
}

const expired = (url: string): CommandError =>
  new CommandError(`Your login at ${url} has ended. Run \`lapwing login\`.`, exitCodes.notAllowed)
