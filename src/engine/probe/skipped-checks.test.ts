import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { sql } from '../../store/database/sql.ts'
import { createSkippedChecks } from './skipped-checks.ts'

it('skips missed checks when the clock is set forward, and logs it once', async () => {
  const [store, clock, said] = [await newStore(), fakeClock(), [] as string[]]
  await watchedMonitor(store, { locations: 1, now: clock.now() })
  const skipMissed = createSkippedChecks({
    store,
    clock,
    log: { ...quiet, warn: (message) => void said.push(message) },
  })
  await skipMissed()
  clock.advance(60_000)
  await skipMissed()
  expect(said).toEqual([])
  clock.set(7_200_000)
  for (let n = 0; n < 2; n++) await skipMissed()
  const row = await store.row<{ at: Date }>(sql`select due_at as at from turns`)
  expect(row!.at.getTime()).toBeGreaterThanOrEqual(clock.now().getTime())
  expect(said).toEqual(['the clock was set forward; missed checks are skipped'])
})
