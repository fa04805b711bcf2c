// Credentials of a mail account: how they are sent to a server, and redacted from its replies.

export interface MailLogin {
  readonly username: string
  readonly password: string
}

/** The response to AUTH PLAIN in every mail protocol. */
export function plainLogin({ username, password }: MailLogin): string {
  return base64(`\0${username}\0${password}`)
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A quoted string of IMAP. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const maxShownLength = 200

/** A server reply for display: short, and without credentials that it may repeat. */
export function redactReply(text: string, account: MailLogin | null): string {
  return secretsOf(account)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
    .trim()
    .slice(0, maxShownLength)
}

function secretsOf(account: MailLogin | null): string[] {
  if (!account || account.password === '') return []
  const { password } = account
  return [plainLogin(account), base64(password), quoted(password).slice(1, -1), password]
}
