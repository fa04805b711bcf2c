import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { onlyErrors } from '../../../test/kit/log.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { sql } from '../../store/database/sql.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { startTableStatistics } from './table-statistics.ts'

const changed = (count: number) => ({ changed: Array.from({ length: count }, (_, n) => n + 1) })

async function ready() {
  const store = await newStore()
  const clock = fakeClock()
  const statistics = startTableStatistics({ store, clock, log: onlyErrors })
  const organization = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, clock.now())
  const add = () => addMonitor(store, organizationId, monitorRow(clock.now()), clock.now())
  /** How many monitors PostgreSQL believes there are. */
  const believed = async () =>
    (await store.row<{ monitors: number }>(
      sql`select reltuples::int as monitors from pg_class where oid = 'monitors'::regclass`,
    ))!.monitors
  return { store, clock, statistics, add, believed }
}

it('has tables analyzed a moment after many monitors have changed', async () => {
  const { store, clock, statistics, add, believed } = await ready()
  for (let n = 0; n < 3; n++) await add()
  store.publish(changed(400))
  store.publish(changed(100))
  clock.advance(1999)
  await statistics.stop()
  expect(await believed()).not.toBe(3)
  const again = startTableStatistics({ store, clock, log: onlyErrors })
  store.publish(changed(500))
  clock.advance(2000)
  await waitUntil(async () => (await believed()) === 3)
  await add()
  store.publish(changed(500))
  clock.advance(2000)
  await waitUntil(async () => (await believed()) === 4)
  await again.stop()
})

it('leaves a few changes to PostgreSQL', async () => {
  const { store, clock, statistics, add, believed } = await ready()
  await add()
  store.publish(changed(400))
  clock.advance(2000)
  await statistics.stop()
  expect(await believed()).not.toBe(1)
})

it('waits for a running analysis when it stops, and survives one that fails', async () => {
  const { store, clock, statistics, add, believed } = await ready()
  await add()
  const warnings: string[] = []
  const log = { ...onlyErrors, warn: (message: string) => void warnings.push(message) }
  const failing = startTableStatistics({ store: { ...store, run: () => Promise.reject(new Error('no')) }, clock, log })
  store.publish(changed(500))
  clock.advance(2000)
  await failing.stop()
  await statistics.stop()
  expect(warnings).toEqual(['tables could not be analyzed; PostgreSQL does it later'])
  expect(await believed()).toBe(1)
})
