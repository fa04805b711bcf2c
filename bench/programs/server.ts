// One of the two servers that are compared, as a process of its own that tells what it spent.
import { fastify } from 'fastify'
import { startLapwing } from '../../src/app.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { linesOf, monitorFamilies } from '../../src/operations/metrics/monitor-series.ts'
import { readSettings } from '../../src/settings.ts'
import { openStore } from '../../src/store/database/database.ts'
import { type ScrapedMonitor, scrapeSlice } from '../../src/store/monitors/scrape.ts'
import { listMonitors, showMonitor } from '../../src/store/monitors/monitors.ts'

export interface BareRoutes {
  organizationId: string
  monitorId: string
  me: string
}

const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
const [kind = '', databaseUrl = '', dataDir = '', provision = '', bare = '{}'] = process.argv.slice(2)

process.on('message', (message) => {
  if (message === 'cpu') process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())

if (kind === 'lapwing') {
  const settings = readSettings({
    LAPWING_PORT: '0',
    LAPWING_DATABASE_URL: databaseUrl,
    LAPWING_DATA_DIR: dataDir,
    LAPWING_PROVISION: provision,
  })
  const { origin } = await startLapwing({
    settings,
    clock: systemClock,
    log,
    version: 'bench',
    operations,
    variable: () => undefined,
    checkEnvironment: process.env,
  })
  process.send!({ port: Number(new URL(origin!).port) })
} else {
  process.send!({ port: await serveBare(JSON.parse(bare) as BareRoutes) })
}

const allUp = (['24h', '7d', '30d'] as const).map((window) => [window, 1] as const)

/** What Fastify and the same SQL cost without anything of ours around them. */
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
  app.get('/v1/metrics', async (_request, reply) => {
    let [after, bytes]: [string | null, number] = [null, 0]
    for (;;) {
      const slice: ScrapedMonitor[] = await scrapeSlice(
        store,
        { organizationId, filter: {}, now: systemClock.now() },
        { after, limit: 500 },
      )
      const monitors = slice.map((one) => ({
        ...one,
        uptime: allUp,
        certificateExpiresAt: null,
        domainExpiresAt: null,
      }))
      for (const family of monitorFamilies) bytes += Buffer.from(linesOf(family, monitors)).length
      if (slice.length < 500) return reply.send({ bytes })
      after = slice.at(-1)!.id
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}
