/** The mail server of the installation, and the sender of its emails. */
export interface InstallationMail {
  readonly server: MailServer
  readonly from: string
}

/** A mail server that accepts messages for delivery. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly secure: 'starttls' | 'tls' | 'none'
  readonly login: MailAccount | null
}

/** Logs in by a password, or by an access token that the client gets. */
export interface MailAccount {
  readonly username: string
  readonly password: string
  readonly client?: OauthClient
}

/** Asks for access tokens: with a refresh token for its user, without one for itself. */
export interface OauthClient {
  readonly oauthTokenUrl?: string
  readonly oauthClientId?: string
  readonly oauthClientSecret?: string
  readonly oauthRefreshToken?: string
  readonly oauthScopes?: string
}
