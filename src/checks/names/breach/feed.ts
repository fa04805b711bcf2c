// The public directory of breaches in the form that all monitors share: the newest breaches of each domain.
import { TargetDown } from '../../../domain/outcome.ts'
import type { RunContext } from '../../run.ts'

export interface Breach {
  readonly title: string
  /** In milliseconds: formatting dates would take longer than all other work on an entry. */
  readonly addedAt: number
  readonly accounts: number | null
}

/** By domain, newest first. */
export type BreachFeed = Readonly<Record<string, readonly Breach[]>>

// Parsing JSON of this size takes 30 ms; the directory has a third of it.
const maxBytes = 4 * 1_048_576
const maxDomains = 20_000
const maxPerDomain = 5
const sliceSize = 500

export async function fetchFeed({ net, sources, signal }: RunContext): Promise<BreachFeed> {
  const url = new URL(sources.breachFeedUrl)
  const { status, body, isCut } = await net.request({
    url,
    method: 'GET',
    headers: [
      { key: 'Accept', value: 'application/json' },
      { key: 'User-Agent', value: 'Lapwing' },
    ],
    maxRedirects: 3,
    maxBytes,
    verify: true,
    ipVersion: 'any',
    signal,
  })
  if (status !== 200)
    throw new TargetDown('http_status', `the breach directory at ${url.host} responded with HTTP ${status}`)
  if (isCut) throw new TargetDown('content', `the breach directory at ${url.host} is larger than 4 MiB`)
  const entries = readJson(body)
  if (!Array.isArray(entries))
    throw new TargetDown('content', `the breach directory at ${url.host} sent no list of breaches`)
  return byDomain(entries)
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

async function byDomain(entries: readonly unknown[]): Promise<BreachFeed> {
  const found: BreachSearch = { byDomain: {}, domains: 0 }
  for (let start = 0; start < entries.length; start += sliceSize) {
    if (start > 0) await new Promise(setImmediate)
    for (let n = start; n < Math.min(start + sliceSize, entries.length); n++) take(entries[n], found)
  }
  return found.byDomain
}

interface BreachSearch {
  readonly byDomain: Record<string, Breach[]>
  domains: number
}

function take(entry: unknown, found: BreachSearch): void {
  if (entry === null || typeof entry !== 'object') return
  const { Domain, Title, Name, AddedDate, PwnCount, IsFabricated } = entry as Record<string, unknown>
  if (typeof Domain !== 'string' || !/^[a-z0-9.-]{3,253}$/i.test(Domain) || IsFabricated === true) return
  const addedAt = Date.parse(typeof AddedDate === 'string' ? AddedDate : '')
  if (Number.isNaN(addedAt)) return
  const domain = Domain.toLowerCase()
  const title = plain(typeof Title === 'string' ? Title : Name) ?? domain
  const breach = { title, addedAt, accounts: typeof PwnCount === 'number' ? PwnCount : null }
  const others = Object.hasOwn(found.byDomain, domain) ? found.byDomain[domain] : undefined
  if (others) found.byDomain[domain] = [...others, breach].sort(newestFirst).slice(0, maxPerDomain)
  else if (++found.domains <= maxDomains) found.byDomain[domain] = [breach]
}

const newestFirst = (one: Breach, other: Breach): number => other.addedAt - one.addedAt

/** Cleans names from the directory, which are shown and stored. */
function plain(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null
  return text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .slice(0, 120)
    .toWellFormed()
}

/** Breaches of the host itself and of the domains above it. */
export function breachesOf(host: string, feed: BreachFeed): readonly Breach[] {
  const labels = host.split('.')
  const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  const found = above.flatMap((domain) => (Object.hasOwn(feed, domain) ? feed[domain]! : []))
  return found.toSorted(newestFirst)
}
