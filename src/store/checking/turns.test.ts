import { expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { sql } from '../database/sql.ts'
import { claimTurns, nextDue, nextScheduledAfter, renewTurns } from './turns.ts'

const store = sharedStore()
const created = Date.parse('2026-03-01T12:00:07Z')
const interval = 60_000

/** The due times of two hundred monitors, each settled some time after it was due. */
async function rhythms(settledAfterMs: number, { checks = 4, from = created } = {}): Promise<number[][]> {
  const monitors = Array.from({ length: 200 }, (_, n) => n + 1)
  let dues = monitors.map(() => [from])
  for (let check = 0; check < checks; check++)
    dues = await Promise.all(
      dues.map(async (known, index) => {
        const due = known.at(-1)!
        const row = await store().row<{ next: Date }>(sql`
          select ${nextDue(new Date(due + settledAfterMs))} as next
          from (select ${new Date(due)}::timestamptz as due_at) t
          cross join (
            select ${monitors[index]}::bigint as monitor_number, ${interval / 1000}::int as interval_seconds
          ) m`)
        return [...known, row!.next.getTime()]
      }),
    )
  return dues
}

const gapsOf = (dues: readonly number[]): number[] => dues.slice(1).map((due, index) => due - dues[index]!)

it.each([
  ['at once', 60],
  ['after a slow check', 9000],
])(
  'checks a new monitor again within one interval, not before half of it, and then in its own rhythm: settled %s',
  async (_when, settledAfterMs) => {
    const gaps = (await rhythms(settledAfterMs)).map(gapsOf)
    const first = gaps.map(([gap]) => gap!)
    expect(Math.min(...first)).toBeGreaterThanOrEqual(interval / 2)
    expect(Math.max(...first)).toBeLessThanOrEqual(interval)
    expect(new Set(gaps.map((own) => own[3]))).toEqual(new Set([interval]))
  },
)

it.each([500, 5000, 20_000])(
  'is back in its own rhythm after a few checks wherever it started, so that locations are asked together: %i ms each',
  async (settledAfterMs) => {
    const phases = async (from: number): Promise<number[]> =>
      (await rhythms(settledAfterMs, { checks: 6, from })).map((dues) => dues.at(-1)! % interval)
    expect(await phases(created + 1700)).toEqual(await phases(created))
  },
)

it('schedules a check after the given time, and never at it', async () => {
  const nextAfter = async (ms: number): Promise<number> => {
    const row = await store().row<{ next: Date }>(sql`
      select ${nextScheduledAfter(new Date(ms))} as next
      from (select 7::bigint as monitor_number, ${interval / 1000}::int as interval_seconds) m`)
    return row!.next.getTime()
  }
  const first = await nextAfter(created)
  expect(await nextAfter(first - 1)).toBe(first)
  expect(await nextAfter(first)).toBe(first + interval)
})

it('spreads the schedules of monitors created at the same time', async () => {
  const phases = new Set((await rhythms(60)).map((dues) => Math.floor((dues.at(-1)! % interval) / 1000)))
  expect(phases.size).toBeGreaterThan(30)
})

it('hands out turns that need a browser separately', async () => {
  const now = new Date(created)
  const { organizationId, id, locations } = await watchedMonitor(store(), { locations: 1, now })
  const claim = (inBrowser?: boolean) => claimTurns(store(), { locations, limit: 10, inBrowser, now })
  await store().run(sql`update monitors set needs_browser = true where id = ${id}`)
  const renew = () => renewTurns(store(), { organizationId, monitorIds: [id], now })
  await renew()
  expect(await claim(false)).toEqual([])
  expect(await claim(true)).toHaveLength(1)
  await renew()
  expect(await claim()).toHaveLength(1)
  await store().run(sql`update monitors set needs_browser = false where id = ${id}`)
  await renew()
  expect(await claim(true)).toEqual([])
  expect(await claim(false)).toHaveLength(1)
})
