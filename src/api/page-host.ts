import type { IncomingMessage } from 'node:http'

/** At the host name of a status page everything belongs to that page. */
export function addressAtHost(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  pageAt: ((host: string) => string | undefined) | undefined,
): string {
  const slug = headers.host === undefined ? undefined : pageAt?.(nameIn(headers.host))
  return slug === undefined ? url : `/status/${slug}${url === '/' ? '' : url}`
}

/** An address in brackets has colons, too, and is no page's. */
function nameIn(host: string): string {
  const colon = host.indexOf(':')
  return (colon === -1 ? host : host.slice(0, colon)).toLowerCase()
}
