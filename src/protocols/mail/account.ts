// Credentials of a mail account: how they are sent to a server, and redacted from its replies.
import type { MailAccount } from '../../domain/mail-server.ts'
import type { Reach } from '../../net/index.ts'
import { type TokenTransport, accessToken } from '../oauth-token.ts'

export interface MailLogin {
  readonly username: string
  /** Or the access token that is sent in its place. */
  readonly password: string
  readonly isToken?: boolean
  /** Replaces a token that came from the cache and may have been revoked since; it is redacted as well. */
  readonly renew?: (() => Promise<void>) | null
  readonly spent?: string
}

/** Gets the access token of an account that needs one; without a token it throws TargetDown. */
export async function openLogin(
  { username, password, client }: MailAccount,
  transport: TokenTransport & { readonly verifyTls: boolean; readonly ipVersion: Reach['ipVersion'] },
): Promise<MailLogin> {
  if (!client) return { username, password }
  const wanted = { ...client, ...transport }
  const { token, isCached } = await accessToken(wanted, transport)
  const login: { -readonly [K in keyof MailLogin]: MailLogin[K] } = { username, password: token, isToken: true }
  if (isCached)
    login.renew = async () => {
      login.renew = null
      login.spent = token
      login.password = (await accessToken(wanted, transport, true)).token
    }
  return login
}

/** Logs in once more with a new token if a cached one is rejected. */
export async function withNewToken<R>(
  login: MailLogin,
  attempt: () => Promise<R>,
  isAccepted: (reply: R) => boolean,
): Promise<R> {
  const reply = await attempt()
  if (isAccepted(reply) || !login.renew) return reply
  await login.renew()
  return attempt()
}

/** The response to AUTH PLAIN in every mail protocol. */
export function plainLogin({ username, password }: MailLogin): string {
  return base64(`\0${username}\0${password}`)
}

/** The response to AUTH XOAUTH2. A server that rejects it says why, and waits for an empty line. */
export function tokenLogin({ username, password }: MailLogin): string {
  return base64(`user=${username}\x01auth=Bearer ${password}\x01\x01`)
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
  if (!account) return []
  const { username } = account
  return [account.password, account.spent ?? ''].filter(Boolean).flatMap((password) => {
    const sent = [plainLogin({ username, password }), tokenLogin({ username, password })]
    return [...sent, base64(password), quoted(password).slice(1, -1), password]
  })
}
