import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { monitorsToJudge } from '../incidents/judged-monitors.ts'
import { seeLocations } from '../checking/locations.ts'
import { setMuted } from './monitors.ts'
import { sql } from '../database/sql.ts'

it.each([
  { muted: [], alive: [0, 1, 2], believed: [0, 1, 2] },
  { muted: [1], alive: [0, 1, 2], believed: [0, 2] },
  { muted: [1, 2], alive: [0, 1, 2], believed: [0] },
  { muted: [1], alive: [1, 2], believed: [2] },
  { muted: [1], alive: [1], believed: [1] },
  { muted: [0, 1], alive: [0, 1], believed: [0, 1] },
  { muted: [1], alive: [], believed: [] },
])('with $muted muted and $alive alive, the judge believes $believed', async ({ muted, alive, believed }) => {
  const store = await newStore()
  const now = fakeClock().now()
  const monitor = await watchedMonitor(store, { locations: 3, now })
  const ids = (await store.rows<{ id: string }>(sql`select id from locations order by slug`)).map(({ id }) => id)
  await seeLocations(
    store,
    alive.map((n) => monitor.locations[n]!),
    now,
  )
  await setMuted(store, monitor.monitorNumber, { locationIds: muted.map((n) => ids[n]!), now })
  const [found] = await monitorsToJudge(store, { monitorNumbers: [monitor.monitorNumber], reporting: [], now })
  expect([...found!.live].sort()).toEqual(believed.map((n) => monitor.locations[n]))
})
