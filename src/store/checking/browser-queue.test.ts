import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { newId } from '../../domain/id.ts'
import { sql } from '../database/sql.ts'
import { countTriesWaitingForBrowsers, waitingForBrowsers } from './browser-queue.ts'
import { addTry, claimTries, longWaitMs } from './tries.ts'
import { claimTurns, renewTurns } from './turns.ts'

const now = new Date('2026-03-01T12:00:00Z')

async function queue() {
  const store = await newStore()
  const { organizationId, id, monitorNumber, locations } = await watchedMonitor(store, { locations: 1, now })
  await store.run(sql`update monitors set needs_browser = true where id = ${id}`)
  await renewTurns(store, { organizationId, monitorIds: [id], now })
  const [{ id: locationId }] = (await store.rows<{ id: string }>(
    sql`select id from locations where number = ${locations[0]!}`,
  )) as [{ id: string }]
  const draft = { type: 'playwright', target: 'https://shop.example/', config: Buffer.alloc(0), deadlineSeconds: 60 }
  const add = (needsBrowser: boolean, at = now): Promise<void> =>
    addTry(
      store,
      { ...draft, id: newId(at), organizationId, locationIds: [locationId], needsBrowser, isTestRun: true },
      at,
    )
  return { store, organizationId, monitorNumber, locations: [...locations], add }
}

it('lists checks waiting for a browser by organization and kind, until they are claimed', async () => {
  const { store, organizationId, monitorNumber, locations, add } = await queue()
  await add(true)
  await add(true, new Date(now.getTime() - 1000))
  await add(false)
  await add(true, new Date(now.getTime() - longWaitMs - 1))
  const waiting = await waitingForBrowsers(store, { locations, now })
  expect(waiting.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    { organizationId, kind: 'check', count: 1, since: now },
    { organizationId, kind: 'try', count: 2, since: new Date(now.getTime() - 1000) },
  ])
  expect(await countTriesWaitingForBrowsers(store, { organizationId, now })).toBe(2)
  const theirs = { locations, limit: 9, inBrowser: true, now }
  const other = newId(now)
  expect(await claimTurns(store, { ...theirs, organizationId: other })).toEqual([])
  expect(await claimTries(store, { ...theirs, organizationId: other })).toEqual([])
  expect(await claimTurns(store, { ...theirs, organizationId })).toMatchObject([{ monitorNumber }])
  expect(await claimTries(store, { ...theirs, organizationId })).toHaveLength(2)
  expect(await waitingForBrowsers(store, { locations, now })).toEqual([])
  expect(await countTriesWaitingForBrowsers(store, { organizationId, now })).toBe(0)
})
