// The addresses that a browser may be sent back to. They are compared as text, because parsers disagree about odd ones.
const maxLength = 2000
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/
/** Schemes that browsers run or open by themselves, so none of them belongs to a program. */
const browserSchemes = /^(http|javascript|data|vbscript|file|filesystem|blob|about|view-source|wss?|ftp):$/

/** What is wrong with an address that a program registers, as the rest of a sentence; null if it is fine. */
export function redirectUriProblem(text: string): string | null {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text) || !URL.canParse(text)) return 'must be an absolute URL'
  const url = new URL(text)
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) return 'must not have a user name'
  if (url.protocol === 'https:') return /^https:\/\/[^/]/i.test(text) ? null : 'must name a host'
  if (isLoopback(text)) return null
  if (browserSchemes.test(url.protocol))
    return 'must use https, http on a loopback address, or a scheme of the program itself'
  return /^[a-z][a-z0-9+.-]*:\//i.test(text) ? null : 'must have a path'
}

const authorityOf = (text: string): string => /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(text)?.[1] ?? ''

/** Whether the address is on the machine of the user; its port changes with every start (RFC 8252, 7.3). */
export const isLoopback = (text: string): boolean => loopback.test(text)

export function isRegistered(registered: readonly string[], given: string): boolean {
  if (redirectUriProblem(given) !== null) return false
  return registered.some((known) => known === given || (isLoopback(known) && withoutPort(known) === withoutPort(given)))
}

const withoutPort = (text: string): string => text.replace(loopback, (start) => start.replace(/:\d{1,5}$/, ''))

/** How people recognize where they are sent: the host, or the scheme of a program. */
export function redirectHost(text: string): string {
  const { protocol, host } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

/** Adds parameters to an address without changing the rest of it. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
