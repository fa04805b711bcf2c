// Results that are older than a day are packed. No response may show it.
import { expect, it } from 'vitest'
import type { Operation } from '../../../src/operations/registry/define.ts'
import { operations } from '../../../src/operations/index.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { addToDailyRollups } from '../../../src/store/results/daily-rollups.ts'
import { packResults } from '../../../src/store/results/packing.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { addToRollups } from '../../../src/store/results/rollups.ts'
import { type TestLapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Person, signedIn } from '../../kit/people/signed-in.ts'
import { checked } from '../../kit/resources/checked.ts'
import { enroll, report, sampleOf } from '../../kit/resources/hosts.ts'
import { fail, recover } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'

// Without the role that packs results and judges silence by itself.
const app = sharedLapwing({ env: { LAPWING_ROLES: 'server' } })
const day = 86_400_000
let person: Person
/** Ids by the last word of a path before them. */
const ids = new Map<string, string>()

const ago = (ms: number): string => new Date(app().clock.now().getTime() - ms).toISOString()

/** Twenty days of checks every ten minutes, with failures, then an incident and a report of a host. */
async function makeHistory({ store, clock }: TestLapwing): Promise<void> {
  for (let days = 20; days > 0; days -= 4)
    await keepPartitions(store, { now: new Date(clock.now().getTime() - days * day), resultDays: 400, rollupDays: 400 })
  const { id } = await make(app())
  await store.run(sql`
    insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, error)
    select ${clock.now()}::timestamptz - n * interval '10 minutes', monitor_number, 80 + n * 7919 % 1000 / 7.0,
      location_numbers[1 + n % cardinality(location_numbers)], case when n % 50 = 0 then 503 else 200 end, n % 50 <> 0,
      n % 97 = 0, case when n % 50 = 0 then 'HTTP 503 (expected 2xx or 3xx)' end
    from monitors, generate_series(1, 2880) as n
    where id = ${id}`)
  const judged = sql`(select * from results where not infrastructure and monitor_number = (
    select monitor_number from monitors where id = ${id}
  ))`
  await store.run(addToRollups(judged))
  await store.run(addToDailyRollups(judged))
  await checked(app(), id, { metrics: { 'http.ssl_expiry_days': 45 }, phases: { 'http.dns_ms': 3.25 } })
  ids.set('monitors', id).set('incidents', String((await fail(app(), id)).id))
  await recover(app(), id)
  const host = await enroll(app())
  await report(app(), host, { samples: [3600, 1800, 0].map((seconds) => sampleOf(app(), { ago: seconds })) })
  const page = await app().post('/status-pages', {
    name: 'Acme',
    slug: 'packed',
    components: [{ name: 'Shop', monitorIds: [id] }],
  })
  expect(page.status, page.text).toBe(201)
  ids.set('hosts', host.id).set('status-pages', page.body.id)
}

const queries: Record<string, () => string[]> = {
  getMonitorUptime: () => ['1h', '24h', '7d', '30d', '90d'].map((period) => `period=${period}`),
  listMonitorChecks: () => ['hours=72', 'hours=168&limit=100'],
  listMonitorRows: () => ['span=24h', 'span=7d', 'span=90d'],
  listMonitorDays: () => ['days=30&timezone=UTC', 'days=30&timezone=Asia/Kolkata'],
  getMonitorSeries: () => [`from=${ago(20 * day)}&points=200`, `by=phase&from=${ago(6 * day)}`],
  listCheckRows: () => ['limit=100', 'result=failed', `from=${ago(9 * day)}&until=${ago(6.5 * day)}&result=ok`],
  getReport: () => ['json', 'csv', 'html'].map((format) => `period=30d&format=${format}`),
  getHostMetrics: () => [`metric=host.cpu_pct&from=${ago(4 * day)}&to=${ago(3 * day)}&step=60`],
  previewStatusPage: () => ['format=html', 'format=json'],
  getIncidentStats: () => ['period=30d'],
}

/** These read no results, and are large or need a query. */
const others = [
  'getOpenapi',
  'listMonitorTypes',
  'getConfigSchema',
  'listIntegrityChanges',
  'listMaintenanceOccurrences',
  'previewChannel',
  'searchEverything',
]

function requests(): { operation: Operation; path: string }[] {
  return operations
    .filter(({ id, method }) => method === 'GET' && !others.includes(id))
    .flatMap((operation) => {
      const path = operation.path.replace(/(\w[\w-]*)\/\{id\}/, (all, name) =>
        ids.has(name) ? `${name}/${ids.get(name)}` : all,
      )
      if (path.includes('{')) return []
      return (queries[operation.id]?.() ?? ['']).map((query) => ({
        operation,
        path: query ? `${path}?${query}` : path,
      }))
    })
}

/** The response to each request, and every page of the list of checks with each of its checks in full. */
async function readEverything(): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  const ask = async (path: string): Promise<any> => {
    const { status, text, body } = await person.ask('GET', path)
    read.set(path, `${status} ${text}`)
    return body
  }
  for (const { path } of requests()) await ask(path)
  const checks = `/dashboard/monitors/${ids.get('monitors')}/checks`
  for (let page = await ask(`${checks}?limit=100`); page.next_cursor;)
    page = await ask(`${checks}?limit=100&cursor=${page.next_cursor}`)
  const failed = await ask(`${checks}?result=failed&limit=100`)
  for (const { id } of failed.data.slice(-20)) await ask(`${checks}/${id}`)
  const preview = await person.ask('POST', '/alert-rules/preview', {
    body: { monitorId: ids.get('monitors'), metric: 'success', operator: '==', value: 'false', hours: 720 },
  })
  read.set('preview', `${preview.status} ${preview.text}`)
  return read
}

it('gives every read operation the same response before and after', async () => {
  const { store, clock } = app()
  await makeHistory(app())
  clock.advance(3 * day)
  person = await signedIn(app())
  const before = await readEverything()
  while (await packResults(store, clock.now())) continue
  expect(await store.rows(sql`select from results where at < ${ago(2 * day)}`)).toEqual([])
  expect(await readEverything()).toEqual(before)
  expect([...before].filter(([, text]) => !text.startsWith('200 ')).map(([path]) => path)).toEqual([])
  expect(before.size).toBeGreaterThan(100)
})
