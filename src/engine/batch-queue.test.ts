import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { ownFigures } from '../store/checking/self-monitoring.ts'
import { ConnectionLost } from '../store/database/failures.ts'
import { sql } from '../store/database/sql.ts'
import { BatchQueue } from './batch-queue.ts'

async function queueOfNumbers() {
  const store = await newStore()
  const clock = fakeClock()
  await store.script('create table numbers (n smallint check (n <> 13))')
  onTestFinished(() => store.script('drop table numbers'))
  const log: object[] = []
  const refused: number[] = []
  let away: Error | null = null
  let tries = 0
  const queue = new BatchQueue<number>({
    store,
    clock,
    log: { ...quiet, error: (message, fields) => void log.push({ message, ...fields }) },
    kind: 'numbers',
    async save(items) {
      tries += 1
      if (away) throw away
      await store.run(sql`insert into numbers select unnest(${items}::int[])`)
    },
    idsOf: (n) => ({ n }),
    onRefused: async (n) => void refused.push(n),
  })
  onTestFinished(() => queue.stop())
  return {
    queue,
    clock,
    log,
    refused,
    fail: (error: Error | null) => void (away = error),
    tries: () => tries,
    stored: async () => (await store.rows<{ n: number }>(sql`select n from numbers order by n`)).map(({ n }) => n),
    counted: async () => (await ownFigures(store, clock.now())).refusedItems,
  }
}

it('drops items that violate a constraint or a type, stores the others at once, and counts and logs what it dropped', async () => {
  const { queue, stored, refused, log, counted } = await queueOfNumbers()
  for (const n of [1, 2, 13, 3, 99_999, 4]) queue.add(n)
  await queue.stop()
  expect(await stored()).toEqual([1, 2, 3, 4])
  expect(refused).toEqual([13, 99_999])
  expect(log).toMatchObject([
    {
      message: 'numbers were dropped',
      count: 2,
      first: [
        { ids: { n: 13 }, error: expect.stringContaining('violates check constraint') },
        { ids: { n: 99_999 }, error: expect.stringContaining('out of range') },
      ],
    },
  ])
  expect(await counted()).toEqual([{ kind: 'numbers', count: 2 }])
})

it('isolates an item that our own code cannot handle', async () => {
  const { queue, fail, refused, stored } = await queueOfNumbers()
  fail(new TypeError('undefined is not a function'))
  queue.add(1)
  await queue.stop()
  expect(refused).toEqual([1])
  expect(await stored()).toEqual([])
})

it.each([
  new ConnectionLost('Connection terminated unexpectedly'),
  Object.assign(new Error('too many connections'), { code: '53300' }),
  Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
])('waits ever longer while the server is at fault, and keeps everything: $message', async (error) => {
  const { queue, clock, fail, tries, log, stored, refused } = await queueOfNumbers()
  fail(error)
  queue.add(1)
  queue.add(2)
  clock.advance(50)
  await waitUntil(() => log.length === 1)
  for (const [waitMs, expected] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [8000, 5],
    [8000, 6],
  ] as const) {
    clock.advance(waitMs - 1)
    await new Promise(setImmediate)
    expect(tries()).toBe(expected - 1)
    clock.advance(1)
    await waitUntil(() => log.length === expected)
  }
  fail(null)
  await waitUntil(async () => (clock.advance(1000), (await stored()).length === 2))
  expect(refused).toEqual([])
})

it('drops the oldest when too many wait, and says so', async () => {
  const { queue, clock, fail, tries, log } = await queueOfNumbers()
  fail(new ConnectionLost('away'))
  queue.add(7)
  clock.advance(50)
  await waitUntil(() => tries() === 1)
  for (let count = 0; count < 50_000; count++) queue.add(1)
  await waitUntil(() => (clock.advance(1000), log.length > 1))
  expect(log).toContainEqual({
    message: 'numbers were dropped',
    count: 1,
    first: [{ ids: { n: 7 }, error: 'too many wait' }],
  })
})
