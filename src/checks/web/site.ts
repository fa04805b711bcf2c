import type * as Tldts from 'tldts'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'

const tldts = onFirstUse<typeof Tldts>('tldts')

/**
 * Two customers of github.io are two sites, so private suffixes count; an IP address or a bare name is its own site.
 */
export function siteOf(hostname: string): string {
  return tldts().getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}
