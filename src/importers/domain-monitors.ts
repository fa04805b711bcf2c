// Other tools watch the registration of a domain as a part of a check; here a monitor of its own does.
import type * as Tldts from 'tldts'
import { onFirstUse } from '../domain/limits/on-first-use.ts'
import { draftMonitor } from './drafting.ts'
import type { ImportChange, ImportedMonitor } from './setup.ts'

const tldts = onFirstUse<typeof Tldts>('tldts')
const minSeconds = 3600

export interface DomainWatch {
  readonly domain: string
  /** When it alerts; our own default if null. */
  readonly days: number | null
  readonly intervalSeconds: number
  readonly isPaused: boolean
  readonly channels: readonly string[]
}

/** The registered domain of a URL or a host, and a note in the report; null if it has none. */
export function domainOf(address: string, from: string, changes: ImportChange[]): string | null {
  const domain = tldts().getDomain(address)
  if (domain === null) changes.push({ field: 'domain', from, to: '', reason: 'the target has no registered domain' })
  else
    changes.push({
      field: 'domain',
      from,
      to: `the monitor ${nameOf(domain)}`,
      reason: 'a monitor of its own checks the registration of a domain',
    })
  return domain
}

const nameOf = (domain: string): string => `${domain} (domain)`

/** One for each domain, with the earliest alert. */
export function domainMonitors(source: string, watches: readonly DomainWatch[]): ImportedMonitor[] {
  return [...Map.groupBy(watches, ({ domain }) => domain)].map(([domain, all]) => {
    const days = Math.max(...all.map((one) => one.days ?? 0))
    return draftMonitor({
      key: `${source}-domain-${domain}`,
      name: nameOf(domain),
      sourceType: 'domain',
      type: 'rdap',
      target: domain,
      intervalSeconds: Math.max(minSeconds, Math.min(...all.map(({ intervalSeconds }) => intervalSeconds))),
      isPaused: all.every(({ isPaused }) => isPaused),
      rules: days > 0 ? [{ defaultRule: 'Domain Expires Soon', value: String(days) }] : [],
      channels: [...new Set(all.flatMap(({ channels }) => channels))],
    })
  })
}
