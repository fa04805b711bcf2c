// Which Lapwing a command talks to, and with which token.
import { type Client, createClient } from '../sdk/src/client.ts'
import { CommandError, UsageError, exitCodes } from './exit-codes.ts'
import { lightFetch } from './light-fetch.ts'
import { openCredentials } from './login/credentials.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Connection {
  readonly url: string
  connect(): Promise<Client>
}

const usualUrl = 'http://127.0.0.1:8080'
// A person waits: about a second of retries is enough.
const maxRetries = 2

/** A stored login is only used for the Lapwing that it belongs to. */
export function createConnection(environment: Environment, urlOption: string | undefined): Connection {
  const credentials = openCredentials(environment)
  const url = parseUrl(urlOption ?? (environment['LAPWING_URL'] || credentials.latestUrl()) ?? usualUrl)
  return {
    url,
    connect: async () => {
      const token = environment['LAPWING_TOKEN']
      if (token) return createClient({ url, token, maxRetries, fetch: lightFetch })
      if (credentials.loginAt(url))
        return createClient({
          url,
          token: async () => (await import('./login/access-token.ts')).accessTokenOf(credentials, url),
          maxRetries,
          fetch: lightFetch,
        })
      throw new CommandError(
        `There is no token for ${url}. Set LAPWING_TOKEN to an API key, or run \`lapwing login\`.`,
        exitCodes.notAllowed,
      )
    },
  }
}

export function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${text}: must be a URL like https://monitoring.example.com (LAPWING_URL or --url).`)
  if (url.username || url.password)
    throw new UsageError('The URL must not contain a user name or password. Set LAPWING_TOKEN instead.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}
