import type { IncomingMessage } from 'node:http'
import { hostNameOfHeader } from '../domain/status-page/host-name.ts'

/**
 * Programs reach these at every hostname, including those of status pages, so that a page's hostname never blocks
 * check-ins or API calls. Pages use none of these paths.
 */
const installationPaths = [
  '/app',
  '/v1',
  '/mcp',
  '/ping',
  '/api/push',
  '/api/v1',
  '/agent',
  '/healthz',
  '/readyz',
  '/calendar/on-call',
  '/sandbox',
  '/policies',
]

interface HostNames {
  /** The slug of the status page at a hostname. */
  readonly pageAt: ((host: string) => string | undefined) | undefined
  /** The installation's own address, which no page can take. */
  origin(): string
}

/** At the hostname of a status page, all other paths belong to that page. */
export function addressAtHost(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  { pageAt, origin }: HostNames,
): string {
  const name = hostNameOfHeader(headers.host)
  const slug = name === null ? undefined : pageAt?.(name)
  if (slug === undefined || isForInstallation(url) || name === new URL(origin()).hostname) return url
  return `/status/${slug}${url === '/' ? '' : url}`
}

function isForInstallation(url: string): boolean {
  const path = `${url.split('?', 1)[0]}/`
  return installationPaths.some((root) => path.startsWith(`${root}/`))
}
