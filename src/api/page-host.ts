import type { IncomingMessage } from 'node:http'
import { hostNameOfHeader } from '../domain/status-page/host-name.ts'

/**
 * Programs reach these at every host name, also at a status page's own: a name that a page has taken never keeps jobs
 * from checking in or people from calling the API. None of them is an address of a page.
 */
const installationPaths = [
  '/app',
  '/v1',
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
  /** The status page that a host name leads to. */
  readonly pageAt: ((host: string) => string | undefined) | undefined
  /** Where people reach this installation: no page's, whatever was claimed before it was set. */
  origin(): string
}

/** At the host name of a status page everything else belongs to that page. */
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
