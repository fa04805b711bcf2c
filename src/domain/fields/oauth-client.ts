// Fields of a client that gets OAuth access tokens, for configs of monitors and channels.
import { text } from '../field.ts'
import type { OauthClient } from '../mail-server.ts'

/** `authType` is the value of that key with which the fields are used. */
export function oauthClientFields(authType: string) {
  const place = { group: 'login', shownWhen: { key: 'authType', in: [authType] } } as const
  return {
    oauthTokenUrl: text({
      ...place,
      label: 'Token URL',
      help: 'URL that issues the OAuth access token',
      maxLength: 2000,
      rule: webUrlProblem,
    }),
    oauthClientId: text({
      ...place,
      label: 'Client ID',
      help: 'Client id for the OAuth token request',
      maxLength: 500,
    }),
    oauthClientSecret: text({
      ...place,
      label: 'Client secret',
      help: 'Client secret for the OAuth token request',
      secret: true,
    }),
    oauthScopes: text({
      ...place,
      label: 'Scopes',
      help: 'OAuth scopes to request, separated by spaces',
    }),
  }
}

/** Of logins to mail servers, which also take the token of a person. */
export const mailOauthFields = {
  ...oauthClientFields('oauth2'),
  oauthRefreshToken: text({
    label: 'Refresh token',
    group: 'login',
    shownWhen: { key: 'authType', in: ['oauth2'] },
    help: 'Refresh token of the mailbox; without it, the client asks for access tokens in its own name',
    secret: true,
    maxLength: 8000,
  }),
}

/** Both refresh token and secret can be enough: public clients have no secret. */
export function mailOauthProblems(config: OauthClient & { readonly username?: string }): string[] {
  const needed = ['username', 'oauthTokenUrl', 'oauthClientId'] as const
  const missing: string[] = needed.filter((key) => !config[key])
  if (!config.oauthRefreshToken && !config.oauthClientSecret) missing.push('oauthClientSecret')
  return missing.map((key) => `${key}: Required with authType oauth2`)
}

function webUrlProblem(value: string): string | null {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return 'must be an https:// or http:// URL'
  return parsed.username || parsed.password ? 'must not contain a user name or password' : null
}
