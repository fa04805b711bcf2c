// A mail account: how it is proved to a server, and how it stays out of what is shown of the server's words.

export interface MailLogin {
  readonly username: string
  readonly password: string
}

/** The answer to AUTH PLAIN in every mail protocol. */
export function plainLogin({ username, password }: MailLogin): string {
  return base64(`\0${username}\0${password}`)
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** As IMAP quotes a string. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const shownLength = 200

/** What a server said, fit to be shown: short, and without the credentials that it may repeat. */
export function shown(text: string, account: MailLogin | null): string {
  return secretsOf(account)
    .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
    .trim()
    .slice(0, shownLength)
}

function secretsOf(account: MailLogin | null): string[] {
  if (!account || account.password === '') return []
  const { password } = account
  return [plainLogin(account), base64(password), quoted(password).slice(1, -1), password]
}
