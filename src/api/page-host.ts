import type { IncomingMessage } from 'node:http'

/** At the host name of a status page everything belongs to that page. */
export function addressAtHost(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  pageAt: ((host: string) => string | undefined) | undefined,
): string {
  const slug = headers.host === undefined ? undefined : pageAt?.(headers.host.replace(/:\d+$/, '').toLowerCase())
  return slug === undefined ? url : `/status/${slug}${url === '/' ? '' : url}`
}
