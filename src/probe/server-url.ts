import { StartupError } from '../domain/fault.ts'

const ownNames = ['localhost', '127.0.0.1', '[::1]']

/** The address of a server without a trailing slash. Orders contain secrets, so it is encrypted unless it is local. */
export function serverUrl(text: string, allowsHttp: boolean): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new StartupError(`--server: ${text} is not the address of a Lapwing, such as https://lapwing.example.com.`)
  if (url.protocol === 'http:' && !allowsHttp && !ownNames.includes(url.hostname))
    throw new StartupError(
      `--server: ${text} is not encrypted, so the token and the secrets of monitors could be intercepted. Use https.`,
    )
  return url.origin + url.pathname.replace(/\/$/, '')
}
