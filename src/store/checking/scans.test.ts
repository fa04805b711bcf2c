import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { askForScan, finishScan, takeScans } from './scans.ts'
import { sql } from '../database/sql.ts'

const hour = 3_600_000

async function watched() {
  const clock = fakeClock()
  const store = await newStore()
  const { monitorNumber } = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const take = () => takeScans(store, [monitorNumber], clock.now())
  return { clock, store, monitorNumber, take }
}

it('gives out a scan once, with the plan that has to allow it', async () => {
  const { monitorNumber, take } = await watched()
  expect(await take()).toMatchObject([{ monitorNumber, plan: 'enterprise', limits: {} }])
  expect(await take()).toEqual([])
})

it('gives a scan to one of those who ask together', async () => {
  const { take } = await watched()
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.flat()).toHaveLength(1)
})

it('gives out a scan that came to nothing an hour later, and one that was finished a day later', async () => {
  const { clock, store, take } = await watched()
  await take()
  clock.advance(hour)
  const [scan] = await take()
  await finishScan(store, scan!, { evidence: '{"grade":"A"}', now: clock.now() })
  expect(await store.rows(sql`select evidence, scanned_at from scans`)).toEqual([
    { evidence: { grade: 'A' }, scanned_at: clock.now() },
  ])
  clock.advance(23 * hour)
  expect(await take()).toEqual([])
  clock.advance(hour)
  expect(await take()).toHaveLength(1)
})

it('gives out a scan that was asked for, also when another was just under way', async () => {
  const { clock, store, monitorNumber, take } = await watched()
  const [scan] = await take()
  await askForScan(store, monitorNumber, clock.now())
  await finishScan(store, scan!, { evidence: null, now: clock.now() })
  expect(await take()).toHaveLength(1)
})

it('knows nothing of monitors that are gone, and asks nothing of those that were never scanned', async () => {
  const { clock, store, monitorNumber, take } = await watched()
  await askForScan(store, monitorNumber, clock.now())
  expect(await store.rows(sql`select from scans`)).toEqual([])
  await take()
  await store.run(sql`delete from monitors`)
  expect(await take()).toEqual([])
})
