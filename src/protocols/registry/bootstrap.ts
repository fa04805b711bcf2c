// The RDAP servers of a top-level domain (RFC 9224): a bundled list, and IANA's newer one.
import bundled from './rdap-servers.json' with { type: 'json' }

/** Servers of the longest matching suffix, those with TLS first; null when the list has none. */
export function serversIn(list: unknown, domain: string): string[] | null {
  const services = (list as { services?: unknown } | null)?.services
  if (!Array.isArray(services)) return null
  const labels = domain.toLowerCase().split('.')
  for (let start = 1; start < labels.length; start++) {
    const suffix = labels.slice(start).join('.')
    const service = services.find((one: unknown) => Array.isArray(one) && names(one[0]).includes(suffix)) as unknown[]
    if (service) return addresses(service[1])
  }
  return null
}

export const bundledServers = (domain: string): string[] | null => serversIn(bundled, domain)

export function isBootstrap(list: unknown): boolean {
  const services = (list as { services?: unknown } | null)?.services
  return Array.isArray(services) && services.length > 0
}

function names(entry: unknown): string[] {
  return Array.isArray(entry) ? entry.filter((name) => typeof name === 'string').map((name) => name.toLowerCase()) : []
}

const maxServers = 4

function addresses(entry: unknown): string[] {
  const urls = Array.isArray(entry) ? entry.filter((url) => typeof url === 'string' && /^https?:/.test(url)) : []
  const usable = (urls as string[]).filter((url) => URL.canParse(url) && url.length <= 200)
  return usable
    .sort((one, other) => Number(other.startsWith('https:')) - Number(one.startsWith('https:')))
    .slice(0, maxServers)
}
