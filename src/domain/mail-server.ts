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
  readonly login: { readonly username: string; readonly password: string } | null
}
