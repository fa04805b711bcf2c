// Reads the settings of the installation's mail server.
import type { MailServer, OauthClient } from './domain/mail-server.ts'
import { WrongValue, isDecodable } from './setting-values.ts'

const mailSchemes: Record<string, { secure: 'starttls' | 'tls'; port: number }> = {
  'smtp:': { secure: 'starttls', port: 587 },
  'smtps:': { secure: 'tls', port: 465 },
}

// The value may contain a password and must not appear in the message.
export function mailUrlIn(text: string): string {
  const url = URL.canParse(text) && isDecodable(text) ? new URL(text) : null
  const isPlain = url && Object.hasOwn(mailSchemes, url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
  const isWhole = url && (url.username !== '' || url.password === '') && /^(\?secure=none)?$/.test(url.search)
  if (!isPlain || !isWhole || (url.search !== '' && (url.username !== '' || url.protocol === 'smtps:')))
    throw new WrongValue(
      'an address such as smtp://user:password@smtp.example.com:587, smtps://… for TLS from the start, ' +
        'or smtp://…?secure=none without a login',
    )
  return text
}

// The value contains secrets, too.
export function tokenUrlIn(text: string): string {
  const url = URL.canParse(text) && isDecodable(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username === '')
    throw new WrongValue('an address such as https://client-id:secret@login.example.com/token?scope=…')
  return text
}

/** Null without such a URL. */
function oauthClientIn(text: string | null): OauthClient | null {
  if (text === null) return null
  const url = new URL(text)
  const taken = (name: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined
    url.searchParams.delete(name)
    return value
  }
  const [oauthScopes, oauthRefreshToken] = [taken('scope'), taken('refresh_token')]
  const { username, password } = url
  url.username = url.password = ''
  return {
    oauthTokenUrl: url.href,
    oauthClientId: decodeURIComponent(username),
    oauthClientSecret: decodeURIComponent(password),
    ...(oauthScopes !== undefined && { oauthScopes }),
    ...(oauthRefreshToken !== undefined && { oauthRefreshToken }),
  }
}

export function mailServerIn(text: string, tokenUrl: string | null): MailServer {
  const url = new URL(text)
  const client = oauthClientIn(tokenUrl)
  const { secure, port } = mailSchemes[url.protocol]!
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return {
    host: url.hostname,
    port: url.port === '' ? port : Number(url.port),
    secure: url.search === '' ? secure : 'none',
    login: username === '' ? null : { username, password, ...(client && { client }) },
  }
}
