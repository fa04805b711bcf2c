import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { seeLocations } from './locations.ts'
import { addProcess, noteLateness } from '../database/processes.ts'
import { claimTurns } from './turns.ts'
import { ownFigures } from './self-monitoring.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

it('distinguishes late checks from running ones, and silent locations from live ones', async () => {
  const store = await newStore()
  expect(await ownFigures(store, now)).toEqual({
    lateChecks: 0,
    latePercent: 0,
    waitedForHost: 0,
    silentLocations: [],
    missedLocations: [],
    liveLocations: 0,
    refusedItems: [],
    stuckAlerts: 0,
  })
  const { locations } = await watchedMonitor(store, { strategy: 'parallel', locations: 2, now })
  await seeLocations(store, [locations[0]!], later(70))
  expect(await ownFigures(store, later(59))).toMatchObject({ lateChecks: 0 })
  expect(await ownFigures(store, later(70))).toEqual({
    lateChecks: 1,
    latePercent: 0,
    waitedForHost: 0,
    silentLocations: ['L1'],
    missedLocations: [],
    liveLocations: 1,
    refusedItems: [],
    stuckAlerts: 0,
  })
  await claimTurns(store, { locations, limit: 10, now: later(70) })
  expect(await ownFigures(store, later(71))).toMatchObject({ lateChecks: 0 })
})

it('returns the lateness of the worst process, and the sum of checks that waited for their host', async () => {
  const store = await newStore()
  const processes = [await addProcess(store, now), await addProcess(store, now)]
  for (const id of processes) await noteLateness(store, id, { latePercent: 20 * id, waitedForHost: 5 })
  expect(await ownFigures(store, now)).toMatchObject({ latePercent: 20 * Math.max(...processes), waitedForHost: 10 })
  for (const id of processes) await noteLateness(store, id, { latePercent: 0, waitedForHost: 0 })
  expect(await ownFigures(store, now)).toMatchObject({ latePercent: 0, waitedForHost: 0 })
})
