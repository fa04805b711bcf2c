// The body of a scrape. It is written once a minute for each organization and filter, and kept compressed: a hundred
// thousand monitors are 250 MB of text.
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ScrapeFilter } from '../../store/monitors/scrape.ts'
import type { CallerContext } from '../registry/define.ts'
import { headOf } from './exposition.ts'
import { linesOf, monitorFamilies } from './monitor-series.ts'
import { organizationSeries } from './organization-series.ts'
import { scrapedMonitors } from './scraped-monitors.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const keptForMs = 60_000
const mostKeptBytes = 128 * 1024 * 1024

/** Parts of the text, each compressed, in their order. */
export type Body = readonly Buffer[]

interface Kept {
  readonly body: Promise<Body>
  readonly until: number
  bytes: number
}

export type Bodies = (context: CallerContext, filter: ScrapeFilter) => Promise<Body>

export function createBodies(): Bodies {
  const kept = new Map<string, Kept>()

  function makeRoom(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    // A map keeps the order of insertion: the oldest go first, and the one that was written last stays.
    for (const [key, one] of kept) {
      if (bytes <= mostKeptBytes || kept.size === 1) return
      kept.delete(key)
      bytes -= one.bytes
    }
  }

  return (context, filter) => {
    const now = context.now.getTime()
    const key = JSON.stringify([context.caller.organization.id, filter.tag, filter.type, filter.monitorId])
    const known = kept.get(key)
    if (known && known.until > now) return known.body
    const one: Kept = { body: write(context, filter), until: now + keptForMs, bytes: 0 }
    kept.delete(key)
    kept.set(key, one)
    one.body.then(
      (body) => {
        one.bytes = body.reduce((sum, part) => sum + part.length, 0)
        makeRoom(now)
      },
      // Whoever asked is told; the next one tries again.
      () => kept.delete(key),
    )
    return one.body
  }
}

/** Lines of one family stand together, so each family gathers its own parts. */
async function write(context: CallerContext, filter: ScrapeFilter): Promise<Body> {
  const head = await compress(await organizationSeries(context))
  const parts: Buffer[][] = await Promise.all(monitorFamilies.map(async (family) => [await compress(headOf(family))]))
  for await (const monitors of scrapedMonitors(context, filter))
    for (const [at, family] of monitorFamilies.entries()) {
      const text = linesOf(family, monitors)
      if (text !== '') parts[at]!.push(await compress(text))
    }
  return [head, ...parts.flat()]
}

export async function* textOf(body: Body): AsyncGenerator<Buffer> {
  for (const part of body) yield await decompress(part)
}
