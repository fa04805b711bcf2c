/** A mail server that accepts messages for delivery. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly secure: 'starttls' | 'tls' | 'none'
  readonly login: { readonly username: string; readonly password: string } | null
}
