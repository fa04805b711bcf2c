// The body of a scrape. Its figures are read once a minute for each organization and filter and kept, packed; its text,
// which is many times as large, is written anew for each answer, as fast as the client reads it.
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
/** Of all organizations and filters together; a monitor takes about 100. */
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
  const kept = new Map<string, CachedBody>()

  function makeRoom(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    // A map keeps the order of insertion: the oldest go first, and the one that was read last stays.
    for (const [key, one] of kept) {
      if (bytes <= maxKeptBytes || kept.size === 1) return
      kept.delete(key)
      bytes -= one.bytes
    }
  }

  return (context, filter) => {
    const now = context.now.getTime()
    const key = JSON.stringify([context.caller.organization.id, filter.tag, filter.type, filter.monitorId])
    const known = kept.get(key)
    if (known && known.until > now) return known.body
    const one: CachedBody = { body: read(context, filter), until: now + keptForMs, bytes: 0 }
    kept.delete(key)
    kept.set(key, one)
    one.body.then(
      ({ slices }) => {
        one.bytes = slices.reduce((sum, slice) => sum + slice.bytes, 0)
        makeRoom(now)
      },
      // This request gets the error; the next one tries again.
      () => kept.delete(key),
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

/** Others have their turn after each slice: a client that reads as fast as it is written to would leave them none. */
export async function* withPauses(text: Iterable<string>): AsyncGenerator<string> {
  for (const part of text) {
    yield part
    await new Promise(setImmediate)
  }
}

/** Lines of one family stand together. */
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
