import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import {
  type PageInspection,
  acceptBaselines,
  comparedPages,
  forgetPages,
  lockInspections,
  saveInspections,
  listPageChanges,
} from './integrity.ts'

const now = new Date('2026-03-01T12:00:00Z')
const page = 'https://example.com/'

async function watched() {
  const db = await newStore()
  const { monitorNumber, locations } = await watchedMonitor(db, { locations: 2, now })
  const [here, there] = locations as [number, number]
  const keep = (location: number, look: Partial<PageInspection>): Promise<void> => {
    const whole = { page, version: 0, baseline: null, look: { text: 'a' }, digest: 'd', changes: [], ...look }
    return saveInspections(db, { monitorNumber, location, looks: [whole] }, now)
  }
  const known = async (location: number): Promise<any> => {
    const [row] = await comparedPages(db, [{ monitorNumber, location }])
    return JSON.parse(row!.pages)[page]
  }
  return { db, monitorNumber, here, there, keep, known }
}

const change = (item: string, first_seen_at = '2026-03-01T12:00:00.000Z') => ({
  kind: 'script_source',
  item,
  before: null,
  after: item,
  first_seen_at,
})

const changesOf = (db: Database, monitorNumber: number, after?: { firstSeenAt: string; key: string }, limit = 50) =>
  listPageChanges(db, monitorNumber, { pages: [page], security: ['script_source'], after, limit })

it('has no baseline at first, and then the same one for every location', async () => {
  const { here, there, keep, known } = await watched()
  expect(await known(here)).toBeUndefined()
  await keep(here, { baseline: { scripts: ['a'] }, digest: 'first' })
  expect(await known(here)).toMatchObject({ baseline: { scripts: ['a'] }, version: 1, changes: [], digest: 'first' })
  expect(await known(there)).toMatchObject({ baseline: { scripts: ['a'] }, version: 1, changes: null, digest: null })
})

it('returns the plan of the organization', async () => {
  const { db, monitorNumber, here } = await watched()
  expect(await comparedPages(db, [{ monitorNumber, location: here }])).toMatchObject([
    { plan: expect.any(String), pages: '{}' },
  ])
})

it('keeps the first of two concurrent baselines, and drops the other comparison', async () => {
  const { here, there, keep, known } = await watched()
  await keep(here, { baseline: { scripts: ['a'] } })
  await keep(there, { baseline: { scripts: ['b'] } })
  expect(await known(there)).toMatchObject({ baseline: { scripts: ['a'] }, changes: null })
  await keep(there, { version: 1, baseline: { scripts: ['a', 'b'] } })
  expect(await known(there)).toMatchObject({ baseline: { scripts: ['a', 'b'] }, version: 2, changes: [] })
})

it('drops a comparison with a baseline that was replaced', async () => {
  const { db, monitorNumber, here, keep, known } = await watched()
  await keep(here, { baseline: { scripts: [] } })
  await acceptBaselines(db, { monitorNumber, baselines: [{ page, baseline: { scripts: ['x'] } }] }, now)
  await keep(here, { version: 1, changes: [change('x')] })
  expect(await known(here)).toMatchObject({ baseline: { scripts: ['x'] }, version: 2, changes: [] })
})

it('lists each change once for all locations, newest first', async () => {
  const { db, monitorNumber, here, there, keep } = await watched()
  await keep(here, { baseline: { scripts: [] } })
  await keep(here, {
    version: 1,
    changes: [change('x', '2026-03-01T12:05:00.000Z'), change('y', '2026-03-01T12:07:00.000Z')],
  })
  await keep(there, { version: 1, changes: [change('x', '2026-03-01T12:01:00.000Z')] })
  const rows = await changesOf(db, monitorNumber)
  expect(rows.map(({ json }) => JSON.parse(json))).toMatchObject([
    { page, item: 'y', first_seen_at: '2026-03-01T12:07:00.000Z', security: true, locations: [expect.any(String)] },
    { page, item: 'x', first_seen_at: '2026-03-01T12:01:00.000Z', locations: [expect.any(String), expect.any(String)] },
  ])
  const [first] = await changesOf(db, monitorNumber, undefined, 1)
  expect(await changesOf(db, monitorNumber, first)).toEqual(rows.slice(1))
})

it('returns what every location saw, and clears changes when they are accepted', async () => {
  const { db, monitorNumber, here, there, keep } = await watched()
  await keep(here, { look: { text: 'here' }, changes: [change('x')] })
  await keep(there, { look: { text: 'there' }, changes: [change('x')] })
  expect(await db.transaction((tx) => lockInspections(tx, monitorNumber, [page]))).toEqual([
    { page, look: { text: 'here' } },
    { page, look: { text: 'there' } },
  ])
  await acceptBaselines(db, { monitorNumber, baselines: [{ page, baseline: {} }] }, now)
  expect(await changesOf(db, monitorNumber)).toEqual([])
})

it('deletes chosen pages, and all of them with the monitor', async () => {
  const { db, monitorNumber, here, keep, known } = await watched()
  await keep(here, { baseline: {} })
  await forgetPages(db, monitorNumber, [page])
  expect(await known(here)).toBeUndefined()
  await db.run(sql`delete from monitors`)
  await keep(here, { baseline: {} })
  expect(await comparedPages(db, [{ monitorNumber, location: here }])).toEqual([])
})
