import { getDomain } from 'tldts'

/**
 * Two customers of github.io are two sites, so private suffixes count; an IP address or a bare name is its own site.
 */
export function siteOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}
