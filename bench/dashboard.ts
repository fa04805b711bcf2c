// npm run bench -- dashboard: the cost of each read operation of the dashboard with 10,000 monitors, compared with a
// bare count of them. The limit of a list is 300 ms.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { User } from '../src/domain/caller.ts'
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
import { findOrganizationById, putOrganization } from '../src/store/accounts/organizations.ts'
import { putMember, putUser } from '../src/store/accounts/users.ts'
import { putLocation } from '../src/store/checking/locations.ts'
import type { Store } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { keepPartitions } from '../src/store/results/partitions.ts'
import { startDatabase } from './kit/database.ts'
import { median } from './kit/figures.ts'
import { cpuSecondsBelow } from './kit/processes.ts'

const monitors = Number(process.argv[2] ?? 10_000)
/** Days of hourly data; single results cover one, daily figures 90. */
const days = Number(process.argv[3] ?? 1)
const rounds = 7

async function fill(store: Store, now: Date): Promise<string> {
  await keepPartitions(store, { now: new Date(now.getTime() - 86_400_000), resultDays: 40, rollupDays: 400 })
  for (let month = 0; month <= Math.max(days / 28, 4); month++)
    await keepPartitions(store, {
      now: new Date(now.getTime() - month * 28 * 86_400_000),
      resultDays: 400,
      rollupDays: 400,
    })
  const organization = { name: 'Bench', slug: 'bench', plan: 'enterprise' as const, limits: {} }
  const { id } = await putOrganization(store, organization, now)
  for (const name of ['Frankfurt', 'Helsinki', 'New York'])
    await putLocation(
      store,
      { slug: name.slice(0, 3), name, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select ${id}, gen_random_uuid(), 'Monitor ' || n, (array['http', 'tcp', 'dns'])[1 + n % 3],
      'https://host-' || n || '.example.com/health', 300, 'roundrobin', array(select l.id from locations l order by slug),
      array(select number from locations order by slug), array['team:' || n % 40, 'env:' || n % 2], '{}', '{}', 30,
      case when n % 500 = 0 then 'down' when n % 100 = 0 then 'degraded' when n % 50 = 1 then 'paused' else 'up' end,
      ${now}::timestamptz - interval '100 days', ${now}
    from generate_series(1, ${monitors}::int) as n`)
  for (let first = 0; first < 288; first += 12)
    await store.run(sql`
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure)
      select ${now}::timestamptz - n * interval '5 minutes' - m.monitor_number % 300 * interval '1 second',
        m.monitor_number, 100 + random() * 80, 1 + n % 3, 200, random() > 0.001, false
      from generate_series(${first}::int, ${first + 11}::int) as n
      cross join monitors m`)
  for (let day = 0; day < days; day++)
    await store.run(sql`
      insert into rollups
      select m.monitor_number, location, date_trunc('hour', ${now}::timestamptz) - (${day} * 24 + n) * interval '1 hour', 4,
        (random() < 0.01)::int, 600, 100, 180
      from generate_series(0, 23) as n
      cross join generate_series(1, 3) as location
      cross join monitors m`)
  await store.run(sql`
    insert into daily_rollups
    select monitor_number, (hour at time zone 'UTC')::date as day, sum(checks), sum(failures), sum(duration_sum::float8),
      min(duration_min), max(duration_max)
    from rollups
    group by monitor_number, day
    order by day, monitor_number`)
  await store.run(sql`
    insert into daily_rollups (monitor_number, day, checks, failures, duration_sum, duration_min, duration_max)
    select monitor_number, (${now}::timestamptz at time zone 'UTC')::date - n, 288, 0, 28800, 100, 180
    from generate_series(1, 90) as n
    cross join monitors
    order by n, monitor_number
    on conflict do nothing`)
  await store.run(sql`
    insert into incidents (organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target,
      alert_rule_id, rule_id, rule_name, rule_expression, rule_version, status, severity, message, started_at,
      failing_since, resolved_at, last_fired_at, root_cause, diagnosis, expected, detected_value, confirming_locations,
      updated_at)
    select organization_id, id, monitor_number, name, type, target, gen_random_uuid(), monitor_number, 'Up', 'success', 1,
      case state when 'down' then 'firing' else 'resolved' end, 'critical', name || ' is down', ${now}::timestamptz - age,
      ${now}::timestamptz - age, case state when 'down' then null else ${now}::timestamptz - age / 2 end, ${now},
      'connect', 'It cannot be reached.', 'up', 'down', '{1,2}', ${now}
    from monitors, lateral (select monitor_number % 7000 * interval '1 minute' as age) aged`)
  await store.script('vacuum analyze')
  return id
}

async function owner(store: Store, organizationId: string, now: Date): Promise<User> {
  const person = { name: 'Bench', email: 'bench@example.com' }
  const { id } = await putUser(store, person, now)
  await putMember(store, { organizationId, userId: id, role: 'owner' }, now)
  return { id, ...person, role: 'owner' }
}

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
  const organizationId = await fill(store, now)
  const organization = (await findOrganizationById(store, organizationId))!
  const services = { problems: async () => [], mail: null, origin: () => 'http://localhost', version: '0' }
  const caller = { organization, user: await owner(store, organizationId, now), credential: { id: randomUUID() } }
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
