// Compares figures without excluded time with a count of every result, on a real database.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { type PastResult, monitorWithPast, windowRow } from '../../../test/kit/resources/maintenance.ts'
import { type MaintenanceWindow, activeAt, recurrences } from '../../domain/maintenance.ts'
import type { Span } from '../../domain/span.ts'
import type { Database, Store } from '../database/database.ts'
import { excludedSpans } from './exclusions.ts'
import { type ResultFigures, figuresByLocation, figuresOf } from './figures.ts'
import { recountDailyRollups } from './daily-rollups.ts'
import { finishDay } from './final-figures.ts'
import { addWindow, changeWindow, deleteWindow } from '../monitors/maintenance-windows.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { packResults } from './packing.ts'
import { keepPartitions } from './partitions.ts'
import { sql } from '../database/sql.ts'

const minute = 60_000
const days = 5
const start = new Date('2026-03-26T00:00:00Z')
const at = (minutes: number): Date => new Date(start.getTime() + Math.round(minutes * minute))
const end = at(days * 1440)
const kept = { resultDays: 30, rollupDays: 400 }

async function ready(): Promise<{ store: Store; organizationId: string }> {
  const store = await newStore()
  for (const day of [0, 3, 6]) await keepPartitions(store, { now: at(day * 1440), ...kept })
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    start,
  )
  return { store, organizationId }
}

const aMinute = fc.double({ min: 0, max: days * 1440 - 0.001, noNaN: true })
const result: fc.Arbitrary<PastResult> = fc.record({
  at: aMinute.map(at),
  location: fc.integer({ min: 1, max: 2 }),
  success: fc.boolean(),
  infrastructure: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  durationMs: fc.integer({ min: 1, max: 5000 }),
})
const past = fc.array(result, { minLength: 100, maxLength: 300, size: 'max' })

const drawnWindow = fc.record({
  startsAt: fc.integer({ min: -2000, max: days * 1440 }).map(at),
  durationMinutes: fc.oneof(fc.integer({ min: 5, max: 180 }), fc.integer({ min: 180, max: 3000 })),
  recurrence: fc.constantFrom(...recurrences),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
  enabled: fc.integer({ min: 0, max: 5 }).map((n) => n < 5),
  excludeFromSla: fc.integer({ min: 0, max: 5 }).map((n) => n < 5),
})
const drawnWindows = fc.array(drawnWindow, { minLength: 1, maxLength: 3 })

const period = fc
  .oneof(
    fc.tuple(aMinute, aMinute),
    fc
      .tuple(fc.integer({ min: 0, max: days * 24 }), fc.integer({ min: 0, max: days * 24 }))
      .map(([a, b]) => [a * 60, b * 60]),
  )
  .map(([a = 0, b = 0]): Span => ({ from: at(Math.min(a, b)), to: at(Math.max(a, b)) }))

const isExcluded = (windows: readonly MaintenanceWindow[], moment: Date): boolean =>
  windows.some((window) => window.excludeFromSla && activeAt(window, moment))

function countByHand(
  results: readonly PastResult[],
  windows: readonly MaintenanceWindow[],
  { from, to }: Span,
): ResultFigures {
  const counted = results.filter(
    (one) => one.at >= from && one.at < to && !one.infrastructure && !isExcluded(windows, one.at),
  )
  const times = counted.filter(({ success }) => success).map(({ durationMs }) => durationMs)
  return {
    checks: counted.length,
    failures: counted.length - times.length,
    duration_sum: times.reduce((sum, ms) => sum + ms, 0),
    duration_min: times.length > 0 ? Math.min(...times) : null,
    duration_max: times.length > 0 ? Math.max(...times) : null,
  }
}

interface Watched {
  organizationId: string
  id: string
  monitorNumber: number
  tags: string[]
}

async function read(
  store: Store,
  { organizationId, id, monitorNumber, tags }: Watched,
  span: Span,
): Promise<ResultFigures> {
  const excluded = await excludedSpans(store, { organizationId, monitorId: id, tags, ...span })
  return figuresOf(store, monitorNumber, { ...span, excluded })
}

it('counts exactly the results outside excluded windows, over any period, packed or not', async () => {
  const { store, organizationId } = await ready()
  await fc.assert(
    fc.asyncProperty(
      past,
      drawnWindows,
      fc.array(period, { minLength: 3, maxLength: 5 }),
      async (results, drawn, spans) => {
        const monitor = await monitorWithPast(store, { organizationId, past: results, now: start })
        const windows = drawn.map(({ startsAt, ...fields }) =>
          windowRow(startsAt, { ...fields, monitorIds: [monitor.id] }),
        )
        for (const window of windows) await addWindow(store, organizationId, window)
        for (const isPacked of [false, true]) {
          if (isPacked) while (await packResults(store, at((days + 1) * 1440))) continue
          for (const span of spans)
            expect(await read(store, { organizationId, ...monitor }, span)).toEqual(countByHand(results, windows, span))
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})

it('counts the same after days are packed and dropped, concurrently and repeatedly', async () => {
  const monitors = fc.array(fc.record({ results: past, drawn: drawnWindows }), { minLength: 6, maxLength: 6 })
  const wholeHours = fc.integer({ min: 0, max: days * 24 }).map((hours) => at(hours * 60))
  await fc.assert(
    fc.asyncProperty(
      monitors,
      wholeHours,
      fc.integer({ min: 1, max: days }),
      fc.boolean(),
      async (drawnMonitors, from, droppedDays, arePacked) => {
        const { store, organizationId } = await ready()
        const spans = [
          { from: start, to: end },
          { from, to: end },
          { from: start, to: from },
        ]
        const watched = []
        for (const { results, drawn } of drawnMonitors) {
          const monitor = await monitorWithPast(store, { organizationId, past: results, now: start })
          const windows = drawn.map(({ startsAt, ...fields }) =>
            windowRow(startsAt, { ...fields, monitorIds: [monitor.id] }),
          )
          for (const window of windows) await addWindow(store, organizationId, window)
          watched.push({
            monitor: { organizationId, ...monitor },
            expected: spans.map((span) => countByHand(results, windows, span)),
          })
        }
        if (arePacked) while (await packResults(store, at((days + 1) * 1440))) continue
        const now = at((30 + droppedDays) * 1440)
        await Promise.all([1, 2, 3].map(() => keepPartitions(store, { now, ...kept })))
        await keepPartitions(store, { now, ...kept })
        for (const { monitor, expected } of watched)
          expect(await Promise.all(spans.map((span) => read(store, monitor, span)))).toEqual(expected)
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
})

const everyMinute = (count: number): PastResult[] =>
  Array.from({ length: count }, (_, n) => ({
    at: at(n),
    location: 1,
    success: n % 10 !== 0,
    infrastructure: false,
    durationMs: 20,
  }))

async function halfAnHourOff(): Promise<{
  store: Store
  window: MaintenanceWindow
  checks(): Promise<number>
  watched: Watched
}> {
  const { store, organizationId } = await ready()
  const monitor = await monitorWithPast(store, {
    organizationId,
    tags: ['env:prod'],
    past: everyMinute(240),
    now: start,
  })
  const watched = { organizationId, ...monitor }
  const window = windowRow(at(70), { durationMinutes: 30, monitorTags: ['env:prod'] })
  await addWindow(store, organizationId, window)
  const checks = async (): Promise<number> => (await read(store, watched, { from: start, to: end })).checks
  return { store, window, checks, watched }
}

it('reflects every change of a window at once', async () => {
  const { store, window, checks, watched } = await halfAnHourOff()
  expect(await checks()).toBe(210)
  const changed = async (fields: Partial<MaintenanceWindow>): Promise<number> => {
    await changeWindow(store, watched.organizationId, { ...window, ...fields })
    return checks()
  }
  expect(await changed({ durationMinutes: 45 })).toBe(195)
  expect(await changed({ startsAt: at(230) })).toBe(230)
  expect(await changed({ enabled: false })).toBe(240)
  expect(await changed({ excludeFromSla: false })).toBe(240)
  expect(await changed({ monitorTags: ['env:test'] })).toBe(240)
  expect(await changed({ monitorTags: [] })).toBe(210)
  await deleteWindow(store, watched.organizationId, window.id)
  expect(await checks()).toBe(240)
})

it('keeps figures whose results are deleted, and reflects changes to later days', async () => {
  const { store, window, checks, watched } = await halfAnHourOff()
  await store.run(sql`
    insert into results (at, monitor_number, duration_ms, location, success, infrastructure)
    values (${at(1440)}, ${watched.monitorNumber}, 1, 1, true, false)`)
  await store.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max)
    values (${watched.monitorNumber}, 1, ${at(1440)}, 1, 0, 1, 1, 1)`)
  await recountDailyRollups(store, { from: at(1440), to: at(2880) }, [watched.monitorNumber])
  expect(await checks()).toBe(211)
  await keepPartitions(store, { now: at(31 * 1440), ...kept })
  expect(await checks()).toBe(211)
  await changeWindow(store, watched.organizationId, { ...window, startsAt: at(100), durationMinutes: 1350 })
  expect(await checks()).toBe(210)
  await deleteWindow(store, watched.organizationId, window.id)
  expect(await checks()).toBe(211)
})

it('recounts a day repeatedly with the same result', async () => {
  const { store, watched } = await halfAnHourOff()
  const day = { from: start, to: at(1440) }
  const rollups = (): Promise<unknown[]> =>
    store.rows(sql`select * from rollups where monitor_number = ${watched.monitorNumber} order by hour`)
  await finishDay(store, day)
  const once = await rollups()
  expect(once).toMatchObject([{ checks: 60 }, { checks: 30, failures: 3 }, { checks: 60 }, { checks: 60 }])
  await finishDay(store, day)
  expect(await rollups()).toEqual(once)
  const days = await store.rows(sql`
    select checks, failures from daily_rollups where monitor_number = ${watched.monitorNumber}`)
  expect(days).toEqual([{ checks: 210, failures: expect.any(Number) }])
})

it('reads the same figures while partitions are created and dropped', async () => {
  const { store, watched } = await halfAnHourOff()
  const excluded = [{ from: at(70), to: at(100) }]
  const seen = new Set<number>()
  let dropping = true
  const readers = [1, 2].map(async () => {
    while (dropping)
      seen.add((await figuresOf(store, watched.monitorNumber, { from: start, to: end, excluded })).checks)
  })
  // The last of them creates a day and a month.
  const keeping = async (): Promise<void> => {
    for (const days of [31, 33, 36]) await keepPartitions(store, { now: at(days * 1440), ...kept })
  }
  await Promise.all([...readers, keeping().finally(() => (dropping = false))])
  expect([...seen]).toEqual([210])
})

it('writes nothing before it drops a day without exclusions', async () => {
  const { store, organizationId } = await ready()
  await monitorWithPast(store, { organizationId, past: everyMinute(10), now: start })
  await addWindow(store, organizationId, windowRow(at(2 * 1440)))
  let writes = 0
  const watching: Database = { ...store, run: (statement) => (writes++, store.run(statement)) }
  await finishDay(watching, { from: start, to: at(1440) })
  expect(writes).toBe(0)
  await finishDay(watching, { from: at(2 * 1440), to: at(3 * 1440) })
  expect(writes).toBe(2)
})

it('groups figures by location without excluded time, and still returns the last result of each', async () => {
  const { store, watched } = await halfAnHourOff()
  await store.run(sql`
    insert into locations (id, slug, name, region, country, country_code, embedded, created_at)
    values (gen_random_uuid(), 'fra', 'Frankfurt', 'eu', 'Germany', 'DE', true, ${start})`)
  await store.run(sql`update results set location = (select number from locations where slug = 'fra')`)
  const excluded = [
    { from: at(70), to: at(100) },
    { from: at(200), to: end },
  ]
  expect(await figuresByLocation(store, watched.monitorNumber, { since: start, excluded })).toMatchObject([
    { name: 'Frankfurt', checks: 170, failures: 17, last_at: at(239), last_success: true },
  ])
})
