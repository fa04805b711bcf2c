// Results read the same whether they are packed or not, on a real database.
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { newestResults, resultColumns, storedResults } from '../checking/stored-results.ts'
import type { Database, Store } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'
import { packResults } from './packing.ts'
import { keepPartitions } from './partitions.ts'

const start = new Date('2026-03-28T00:00:00Z')
const dayMs = 86_400_000
const at = (days: number, ms = 0): Date => new Date(start.getTime() + days * dayMs + ms)
/** The first two days are due at this time. */
const now = at(3)
const kept = { resultDays: 30, rollupDays: 400 }

async function ready(): Promise<Store> {
  const store = await newStore()
  await keepPartitions(store, { now: at(1), ...kept })
  return store
}

interface DrawnResult {
  monitorNumber: number
  at: Date
  durationMs: number
  location: number
  statusCode: number | null
  success: boolean
  infrastructure: boolean
  metrics: Buffer | null
  error: string | null
}

// Few different times, so that results share a millisecond, at both ends of a day too.
const moment = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(0, 1, 43_200_000, dayMs - 1))
    .map(([day, ms]) => at(day, ms)),
  fc.integer({ min: 0, max: 3 * dayMs - 1 }).map((ms) => at(0, ms)),
)
const drawnResult: fc.Arbitrary<DrawnResult> = fc.record({
  monitorNumber: fc.constantFrom(1, 2, 2_147_483_647),
  at: moment,
  durationMs: fc.oneof(fc.float(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e-45, 3.4028234e38)),
  location: fc.constantFrom(0, 1, 2, -32_768, 32_767),
  statusCode: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
  success: fc.boolean(),
  infrastructure: fc.boolean(),
  metrics: fc.option(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))),
  error: fc.option(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
      fc.constantFrom('', 'NULL', '{"a,b"}', '\\', '🐦 '.repeat(2000)),
    ),
  ),
})

async function insert(db: Database, results: readonly DrawnResult[]): Promise<void> {
  const column = <Key extends keyof DrawnResult>(key: Key): DrawnResult[Key][] => results.map((one) => one[key])
  await db.run(sql`
    insert into results (monitor_number, at, duration_ms, location, status_code, success, infrastructure, metrics, error)
    select *
    from unnest(
      ${column('monitorNumber')}::int[], ${column('at')}::timestamptz[], ${column('durationMs').map(written)}::real[],
      ${column('location')}::smallint[], ${column('statusCode')}::smallint[], ${column('success')}::boolean[],
      ${column('infrastructure')}::boolean[], ${column('metrics')}::bytea[], ${column('error')}::text[]
    )`)
}
const written = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

// Compared by their bytes, because NaN and -0 are equal to other numbers. Equal rows have no order of their own.
const exactly = sql`
  select r.monitor_number, r.at::text, float4send(r.duration_ms) as duration, r.location, r.status_code, r.success,
    r.infrastructure, r.metrics, r.error`
const inOrder = sql`order by r.at desc, r.location desc, 1, 3, 5, 6, 7, 8, 9`

interface Reading {
  from?: Date
  until?: Date
  limit: number
  onlyFailures: boolean
}
const reading = fc.record({
  from: fc.option(moment, { nil: undefined }),
  until: fc.option(moment, { nil: undefined }),
  limit: fc.integer({ min: 1, max: 30 }),
  onlyFailures: fc.boolean(),
})

/** The same rows twice: all results of a span, and its newest, of which equal times may hide one or the other. */
async function read(db: Database, { from, until, limit, onlyFailures }: Reading): Promise<unknown[]> {
  const columns = resultColumns
  const all = await db.rows(sql`
    ${exactly}
    from ${storedResults({ monitor: sql`= any (${[1, 2, 2_147_483_647]}::int[])`, from, until, columns })} r
    ${inOrder}`)
  const newest = await db.rows(sql`
    select r.at::text, r.location
    from ${newestResults({
      monitor: sql`= ${2}`,
      from,
      until,
      columns,
      where: every([onlyFailures && sql`not r.success`]),
      limit,
    })} r
    order by r.at desc, r.location desc`)
  return [all, newest]
}

async function packAll(db: Database): Promise<void> {
  while (await packResults(db, now)) continue
}

const rowsLeft = async (db: Database): Promise<number> =>
  (await db.rows(sql`select from results where at < ${at(2)}`)).length

it('reads random days the same before and after they are packed, with results that arrive late', async () => {
  const store = await ready()
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnResult, { minLength: 1, maxLength: 80, size: 'max' }),
      fc.array(drawnResult, { maxLength: 20 }),
      fc.array(reading, { minLength: 4, maxLength: 6 }),
      async (results, late, readings) => {
        await store.script('truncate results, packed_results')
        const readAll = (): Promise<unknown[]> => Promise.all(readings.map((one) => read(store, one)))
        await insert(store, results)
        const before = await readAll()
        await packAll(store)
        expect(await rowsLeft(store)).toBe(0)
        expect(await readAll()).toEqual(before)
        await insert(store, late)
        const withLate = await readAll()
        await packAll(store)
        expect(await rowsLeft(store)).toBe(0)
        expect(await readAll()).toEqual(withLate)
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
})

const everyMinute = (days: number): DrawnResult[] =>
  Array.from({ length: days * 1440 }, (_, n) => ({
    monitorNumber: 2,
    at: at(0, n * 60_000),
    durationMs: n % 100,
    location: 1 + (n % 2),
    statusCode: 200,
    success: n % 10 !== 0,
    infrastructure: false,
    metrics: null,
    error: n % 10 === 0 ? 'HTTP 503' : null,
  }))

const countOf = async (db: Database): Promise<number> =>
  (await db.rows(sql`select from ${storedResults({ monitor: sql`= 2`, columns: ['at'] })} r`)).length

it('shows each result once while days are packed, also to a transaction that began before', async () => {
  const store = await ready()
  await insert(store, everyMinute(3))
  const seen = new Set<number>()
  let packing = true
  const reader = async (): Promise<void> => {
    while (packing) seen.add(await countOf(store))
  }
  await store.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read')
    seen.add(await countOf(tx))
    await Promise.all([reader(), packAll(store).finally(() => (packing = false))])
    seen.add(await countOf(tx))
  })
  expect([...seen]).toEqual([3 * 1440])
  expect(await rowsLeft(store)).toBe(0)
})

it('leaves a day as it is if the packing process dies, and packs it later', async () => {
  const store = await ready()
  await insert(store, everyMinute(1))
  const dying: Database = {
    ...store,
    transaction: (work) =>
      store.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed before the commit')
      }),
  }
  await expect(packResults(dying, now)).rejects.toThrow('killed')
  expect([await rowsLeft(store), await countOf(store)]).toEqual([1440, 1440])
  await packAll(store)
  expect([await rowsLeft(store), await countOf(store)]).toEqual([0, 1440])
})

it('packs no result of the last day, and lets one process pack at a time', async () => {
  const store = await ready()
  await insert(store, everyMinute(2))
  expect(await packResults(store, at(2, -1))).toBe(false)
  expect(await rowsLeft(store)).toBe(2880)
  expect(await Promise.all([1, 2, 3].map(() => packResults(store, at(2))))).toContain(true)
  await packAll(store)
  const days = await store.rows(sql`select day::text, cardinality(at) as checks from packed_results order by day`)
  expect(days).toEqual([
    { day: '2026-03-28', checks: 1440 },
    { day: '2026-03-29', checks: 1440 },
  ])
})

it('returns the space of packed days to the disk', async () => {
  const store = await ready()
  await insert(store, everyMinute(2))
  const bytes = async (table: string): Promise<number> =>
    (await store.row<{ bytes: number }>(sql`select pg_total_relation_size(${table}::regclass) as bytes`))!.bytes
  const unpacked = await bytes('results_20260328')
  await packAll(store)
  // An autovacuum in another process can hold the table for a moment.
  await vi.waitUntil(async () => (await packResults(store, now), (await bytes('results_20260328')) <= 40_960))
  expect(await bytes('packed_results')).toBeLessThan(unpacked)
})

it('deletes packed days at the end of their retention', async () => {
  const store = await ready()
  await insert(store, everyMinute(2))
  await packAll(store)
  await keepPartitions(store, { now: at(31), ...kept })
  expect(await store.rows(sql`select day::text from packed_results`)).toEqual([{ day: '2026-03-29' }])
})
