// npm run bench -- dashboard: the cost of each read operation of the dashboard with 10,000 monitors, compared with a
// bare count of them. The limit of a list is 300 ms.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { systemClock } from '../src/domain/clock.ts'
import { parse } from '../src/domain/validation.ts'
import { listIncidentRows } from '../src/operations/incidents/incident-rows.ts'
import { listCheckRows } from '../src/operations/monitors/check-rows.ts'
import { getMetrics } from '../src/operations/metrics/metrics.ts'
import { listMonitorDays } from '../src/operations/monitors/days.ts'
import { listLocationRows } from '../src/operations/monitors/location-rows.ts'
import { listMonitorRows } from '../src/operations/monitors/monitor-rows.ts'
import { getMonitorSeries } from '../src/operations/monitors/series.ts'
import { getStatusGrid } from '../src/operations/overview/status-grid.ts'
import { getOverview } from '../src/operations/overview/overview.ts'
import { searchEverything } from '../src/operations/overview/search.ts'
import { getUpcoming } from '../src/operations/overview/upcoming.ts'
import { type CallerContext, JsonText, type Operation, RawContent } from '../src/operations/registry/define.ts'
import { findOrganizationById } from '../src/store/accounts/organizations.ts'
import { sql } from '../src/store/database/sql.ts'
import { fillDashboard, putOwner } from './kit/dashboard-data.ts'
import { startDatabase } from './kit/database.ts'
import { median } from './kit/figures.ts'
import { cpuSecondsBelow } from './kit/processes.ts'

const monitors = Number(process.argv[2] ?? 10_000)
/** Days of hourly data; single results cover one, daily figures 90. */
const days = Number(process.argv[3] ?? 1)
const rounds = 7

interface Case {
  readonly title: string
  readonly operation: Operation
  readonly query?: Record<string, string>
  readonly id?: string
  /** Maximum size in KB, gzipped. */
  readonly budget?: number
}

const databaseCpuMs = (): number => cpuSecondsBelow(database.pid) * 1000

async function measure(context: CallerContext, { title, operation, query = {}, id, budget }: Case): Promise<void> {
  const input = {
    params: id === undefined ? {} : { id },
    query: operation.query ? (parse(operation.query, query) as object) : {},
    body: undefined,
  }
  const times: number[] = []
  let bytes: Buffer = Buffer.alloc(0)
  const [cpu, database] = [process.cpuUsage(), databaseCpuMs()]
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    // Scrapes are cached for a minute.
    const now = new Date(context.now.getTime() + round * 61_000)
    const { body } = await operation.handle(input, { ...context, now })
    bytes = await bytesOf(body)
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(cpu)
  report(title, times, {
    cpuMs: (user + system) / 1000 / rounds,
    databaseMs: (databaseCpuMs() - database) / rounds,
    gzipped: gzipSync(bytes).length,
    budget,
  })
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (body instanceof JsonText) return Buffer.from(body.text)
  if (!(body instanceof RawContent)) return Buffer.from(JSON.stringify(body))
  return body.content instanceof Readable ? buffer(body.content) : Buffer.from(body.content)
}

interface Weighed {
  readonly cpuMs: number
  readonly databaseMs: number
  readonly gzipped: number
  readonly budget?: number
}

function report(title: string, times: number[], { cpuMs, databaseMs, gzipped, budget }: Weighed): void {
  const [first] = times
  console.log(
    `${title.padEnd(40)} ${median(times).toFixed(0).padStart(6)} ms  first ${first!.toFixed(0).padStart(5)} ms  ` +
      `ours ${cpuMs.toFixed(1).padStart(6)} + database ${databaseMs.toFixed(0).padStart(4)} ms CPU  ${(gzipped / 1024).toFixed(1).padStart(6)} KB gz${budget === undefined ? '' : `, of ${budget}`}`,
  )
}

const database = await startDatabase({ connections: 8 })
const { store } = database
try {
  const now = systemClock.now()
  const organizationId = await fillDashboard(store, { monitors, days, now })
  const organization = (await findOrganizationById(store, organizationId))!
  const services = { problems: async () => [], mail: null, origin: () => 'http://localhost', version: '0' }
  const caller = { organization, user: await putOwner(store, organizationId, now), credential: { id: randomUUID() } }
  const context = { db: store, now, services, caller, record() {} } as unknown as CallerContext
  const monitor = (await store.row<{ id: string }>(sql`select id from monitors where name = 'Monitor 77'`))!.id
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await store.row(sql`select count(*) from monitors where organization_id = ${organizationId}`)
    bare.push(performance.now() - began)
  }
  report(`bare select count(*), ${monitors.toLocaleString('en')}`, bare, { cpuMs: 0, databaseMs: 0, gzipped: 0 })
  const page = { limit: '100' }
  const cases: Case[] = [
    { title: 'overview', operation: getOverview },
    { title: 'overview, as a page opens', operation: getOverview, query: { with: 'session,notices,upcoming' } },
    { title: 'upcoming', operation: getUpcoming },
    { title: 'status grid by tag', operation: getStatusGrid, budget: 12 },
    { title: 'status grid by location', operation: getStatusGrid, query: { by: 'location' } },
    { title: 'monitors', operation: listMonitorRows, query: page },
    {
      title: 'monitors, page 91, no facets',
      operation: listMonitorRows,
      query: { ...page, offset: '9000', facets: 'false' },
    },
    { title: 'monitors, search', operation: listMonitorRows, query: { ...page, q: 'host-77' } },
    { title: 'monitors by tag', operation: listMonitorRows, query: { ...page, group: 'tag' } },
    { title: 'monitors by uptime', operation: listMonitorRows, query: { ...page, order: 'uptime', facets: 'false' } },
    { title: 'monitors, 7 d', operation: listMonitorRows, query: { ...page, span: '7d', facets: 'false' } },
    { title: 'monitors, 90 d', operation: listMonitorRows, query: { ...page, span: '90d', facets: 'false' } },
    { title: 'series, 24 h', operation: getMonitorSeries, id: monitor, budget: 30 },
    { title: 'days', operation: listMonitorDays, id: monitor },
    { title: 'checks', operation: listCheckRows, id: monitor, query: page },
    { title: 'locations', operation: listLocationRows, id: monitor },
    { title: 'incidents', operation: listIncidentRows, query: { ...page, status: 'all' } },
    { title: 'metrics', operation: getMetrics },
    { title: 'search', operation: searchEverything, query: { q: 'monitor 7' } },
  ]
  for (const one of cases) await measure(withCursors(context), one)
} finally {
  await database.stop()
}

function withCursors(context: CallerContext): CallerContext {
  return { ...context, services: { ...context.services, cursors: { seal: () => 'next', open: () => [] } } }
}
