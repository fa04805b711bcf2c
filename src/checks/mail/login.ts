// How checks log in to a mailbox: with a password, or with OAuth access tokens.
import { choice } from '../../domain/field.ts'
import { mailOauthFields, mailOauthProblems } from '../../domain/fields/oauth-client.ts'
import type { MailAccount, OauthClient } from '../../domain/mail-server.ts'
import { password, passwordProblems, username } from '../account.ts'

export const mailLogin = {
  authType: choice(['password', 'oauth2'], {
    labels: { password: 'Password', oauth2: 'OAuth 2' },
    label: 'Log in with',
    group: 'login',
    help: 'How to log in: password, or oauth2, as Microsoft 365 and Google require it',
    default: 'password',
  }),
  username,
  password: { ...password, notes: { ...password.notes, shownWhen: { key: 'authType', in: ['password'] } } },
  ...mailOauthFields,
}

export const mailCredentials = {
  keys: ['password', 'oauthClientSecret', 'oauthRefreshToken'],
  boundTo: ['port', 'tlsMode', 'username', 'oauthTokenUrl', 'oauthClientId'],
} as const

export interface MailLoginConfig extends OauthClient {
  readonly authType?: 'password' | 'oauth2'
  readonly username?: string
  readonly password?: string
}

export function mailLoginProblems(config: MailLoginConfig): string[] {
  return config.authType === 'oauth2' ? mailOauthProblems(config) : passwordProblems(config)
}

/** Null without a user name. */
export function accountOf(config: MailLoginConfig): MailAccount | null {
  const { username: name, password: secret = '', authType } = config
  return name ? { username: name, password: secret, ...(authType === 'oauth2' && { client: config }) } : null
}
