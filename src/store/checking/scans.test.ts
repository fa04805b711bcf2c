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

it('hands out a scan once, with the plan of the organization', async () => {
  const { monitorNumber, take } = await watched()
  expect(await take()).toMatchObject([{ monitorNumber, plan: 'enterprise', limits: {} }])
  expect(await take()).toEqual([])
})

it('hands out a scan to one of several concurrent callers', async () => {
  const { take } = await watched()
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.flat()).toHaveLength(1)
})

it('repeats a failed scan after an hour, and a finished one after a day', async () => {
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

it('hands out a requested scan, even if another was just running', async () => {
  const { clock, store, monitorNumber, take } = await watched()
  const [scan] = await take()
  await askForScan(store, monitorNumber, clock.now())
  await finishScan(store, scan!, { evidence: null, now: clock.now() })
  expect(await take()).toHaveLength(1)
})

it('ignores deleted monitors and those without scans', async () => {
  const { clock, store, monitorNumber, take } = await watched()
  await askForScan(store, monitorNumber, clock.now())
  expect(await store.rows(sql`select from scans`)).toEqual([])
  await take()
  await store.run(sql`delete from monitors`)
  expect(await take()).toEqual([])
})
