// One of the two compared servers, in a separate process that reports its cost.
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { systemClock } from '../../src/domain/clock.ts'
import {
  type ScrapedSeries,
  infoFamily,
  infoLabels,
  monitorFamilies,
} from '../../src/operations/metrics/monitor-series.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { type ScrapedMonitor, scrapeSlice } from '../../src/store/monitors/scrape.ts'
import { listMonitors, showMonitor } from '../../src/store/monitors/shown-monitors.ts'
import { log } from '../kit/database.ts'
import { startForBench } from '../kit/lapwing.ts'

export interface BareRoutes {
  organizationId: string
  monitorId: string
  me: string
}

const [kind = '', databaseUrl = '', dataDir = '', provision = '', bare = '{}'] = process.argv.slice(2)

process.on('message', (message) => {
  if (message === 'cpu') process.send!({ cpu: process.cpuUsage() })
  if (message === 'memory') {
    globalThis.gc!()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    process.send!({ peak: process.resourceUsage().maxRSS * 1024, kept: heapUsed + arrayBuffers })
  }
})
process.on('disconnect', () => process.exit())

if (kind === 'lapwing') {
  const { origin } = await startForBench({
    LAPWING_PORT: '0',
    LAPWING_DATABASE_URL: databaseUrl,
    LAPWING_DATA_DIR: dataDir,
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'server',
  })
  process.send!({ port: Number(new URL(origin!).port) })
} else {
  process.send!({ port: await serveBare(JSON.parse(bare) as BareRoutes) })
}

const allUp = { '24h': 1, '7d': 1, '30d': 1 }

/** Fastify and the same SQL, without any of our code. */
async function serveBare({ organizationId, monitorId, me }: BareRoutes): Promise<number> {
  const store = openStore({ connectionString: databaseUrl }, { log, connections: 10 })
  const app = fastify()
  app.get('/v1/me', (_request, reply) => reply.header('content-type', 'application/json').send(me))
  app.get('/v1/monitors', async (request, reply) => {
    const { q } = request.query as { q?: string }
    const rows = await listMonitors(store, organizationId, { filter: { q }, after: undefined, limit: 51 })
    const data = rows
      .slice(0, 50)
      .map(({ json }) => json)
      .join(',')
    return reply.header('content-type', 'application/json').send(`{"data":[${data}]}`)
  })
  app.get('/v1/monitors/:id', async (_request, reply) => {
    const shown = await showMonitor(store, organizationId, monitorId)
    return reply.header('content-type', 'application/json').send(shown!.json)
  })
  app.get('/v1/metrics', (request, reply) => {
    const { tag } = request.query as { tag: string }
    const query = { organizationId, filter: { tag: tag.split(',') }, now: systemClock.now() }
    return reply.header('content-type', 'text/plain').send(Readable.from(scrapeText(store, query)))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

/** The same SQL and the same lines, in the order in which they arrive. */
async function* scrapeText(store: Store, query: Parameters<typeof scrapeSlice>[1]): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    const slice: ScrapedMonitor[] = await scrapeSlice(store, query, { after, limit: 500 })
    const known = { uptime: allUp, certificateExpiresAt: null, domainExpiresAt: null }
    const monitors = slice.map((one) => ({ ...one, ...known }))
    yield* linesOf(monitors)
    if (slice.length < 500) return
    after = slice.at(-1)!.id
  }
}

function* linesOf(monitors: readonly ScrapedSeries[]): Generator<string> {
  yield monitors.map((one) => `${infoFamily.name}{monitor_id="${one.id}"${infoLabels(one)}} 1\n`).join('')
  for (const { name, series } of monitorFamilies) {
    let text = ''
    for (const monitor of monitors)
      for (const { labels, value } of series) {
        const number = value(monitor)
        if (typeof number === 'number') text += `${name}{monitor_id="${monitor.id}"${labels}} ${number}\n`
      }
    yield text
  }
}
