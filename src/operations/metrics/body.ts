// The body of a scrape. Its values are read once a minute per organization and filter and cached in packed form. The
// text, which is many times larger, is written for each response, as fast as the client reads it.
import { scrapeHosts } from '../../store/hosts/host-reads.ts'
import type { ScrapeFilter } from '../../store/monitors/scrape.ts'
import type { CallerContext } from '../registry/define.ts'
import { headOf } from './exposition.ts'
import { hostSeries } from './host-series.ts'
import { infoFamily, monitorFamilies } from './monitor-series.ts'
import { organizationSeries } from './organization-series.ts'
import { type PackedMonitors, infoLines, linesOf, packed } from './packed-monitors.ts'
import { scrapedMonitors } from './scraped-monitors.ts'

const keptForMs = 60_000
/** For all organizations and filters together; a monitor takes about 100. */
const maxKeptBytes = 64 * 2 ** 20

export interface MetricsBody {
  readonly organization: string
  readonly hosts: string
  readonly slices: readonly PackedMonitors[]
}

interface CachedBody {
  readonly body: Promise<MetricsBody>
  readonly until: number
  bytes: number
}

export type Bodies = (context: CallerContext, filter: ScrapeFilter) => Promise<MetricsBody>

export function createBodies(): Bodies {
  const cache = new Map<string, CachedBody>()

  function makeRoom(now: number): void {
    for (const [key, { until }] of cache) if (until <= now) cache.delete(key)
    let bytes = [...cache.values()].reduce((sum, one) => sum + one.bytes, 0)
    // Evicts in insertion order: the oldest first, and never the latest.
    for (const [key, one] of cache) {
      if (bytes <= maxKeptBytes || cache.size === 1) return
      cache.delete(key)
      bytes -= one.bytes
    }
  }

  return (context, filter) => {
    const now = context.now.getTime()
    const key = JSON.stringify([context.caller.organization.id, filter.tag, filter.type, filter.monitorId])
    const known = cache.get(key)
    if (known && known.until > now) return known.body
    const one: CachedBody = { body: read(context, filter), until: now + keptForMs, bytes: 0 }
    cache.delete(key)
    cache.set(key, one)
    one.body.then(
      ({ slices }) => {
        one.bytes = slices.reduce((sum, slice) => sum + slice.bytes, 0)
        makeRoom(now)
      },
      // This request gets the error; the next one retries.
      () => cache.delete(key),
    )
    return one.body
  }
}

async function read(context: CallerContext, filter: ScrapeFilter): Promise<MetricsBody> {
  const { db, caller, now } = context
  const organization = await organizationSeries(context)
  const hosts = hostSeries(await scrapeHosts(db, { organizationId: caller.organization.id, filter, now }))
  return { organization, hosts, slices: await Array.fromAsync(scrapedMonitors(context, filter), packed) }
}

/** Yields after each slice, so that a fast client does not block the event loop. */
export async function* withPauses(text: Iterable<string>): AsyncGenerator<string> {
  for (const part of text) {
    yield part
    await new Promise(setImmediate)
  }
}

/** Groups the lines by family. */
export function* textOf(
  { organization, hosts, slices }: MetricsBody,
  { withHosts }: { withHosts: boolean },
): Generator<string> {
  yield organization
  yield headOf(infoFamily)
  for (const slice of slices) yield infoLines(slice)
  for (const [place, family] of monitorFamilies.entries()) {
    yield headOf(family)
    for (const slice of slices) {
      const text = linesOf(slice, place)
      if (text !== '') yield text
    }
  }
  if (withHosts) yield hosts
}
