import { describe, expect, it, onTestFinished } from 'vitest'
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts'
import { emptyDatabase, newStore, storeOn } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import * as dueTimes from '../store/checking/due-times.ts'
import type { Store } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { Statement, sql } from '../store/database/sql.ts'
import { DueBoard } from './due-board.ts'
import { startRounds } from './rounds.ts'

const nextTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => void setImmediate(resolve))
}

/** A database that knows two due times, by the order in which the queues were added. */
function start(times: (string | null)[], isAlone = false) {
  const clock = fakeClock()
  const listeners = new Set<(change: ChangeNotice) => void>()
  const state = { times, reads: 0, isDown: false }
  const store = {
    async row() {
      state.reads += 1
      if (state.isDown) throw new Error('the database is away')
      return { times: [...state.times] }
    },
    onPublish(listener: (change: ChangeNotice) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as Store
  const board = new DueBoard({ store, clock, log: quiet, isAlone: () => isAlone })
  onTestFinished(() => board.stop())
  const publish = (change: ChangeNotice): void => listeners.forEach((listener) => listener(change))
  return { clock, state, board, publish }
}

function startQueue(board: DueBoard, clock: FakeClock, maxRestMs?: () => number) {
  const queue = { rounds: 0 }
  const round = async (): Promise<boolean> => {
    queue.rounds += 1
    return false
  }
  const untilDue = board.add({ dueAt: () => sql`null`, maxRestMs })
  const rounds = startRounds({ round, clock, log: quiet, failureMessage: 'it failed', restMs: 100, untilDue })
  onTestFinished(() => rounds.stop())
  return queue
}

async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50)
    await nextTurns()
  }
}

describe('the due board', () => {
  it('lets queues sleep while nothing is due, and asks for all of them in one statement per second', async () => {
    const { clock, state, board } = start([null, null])
    const queues = [startQueue(board, clock), startQueue(board, clock)]
    await pass(clock, 10_000)
    expect(queues).toEqual([{ rounds: 1 }, { rounds: 1 }])
    expect(state.reads).toBeGreaterThanOrEqual(9)
    expect(state.reads).toBeLessThanOrEqual(10)
  })

  it('begins a round at its due time, not at the next poll', async () => {
    const { clock, board } = start(['2026-03-01T12:00:02.550Z', null])
    const [first, second] = [startQueue(board, clock), startQueue(board, clock)]
    await pass(clock, 2500)
    expect(first.rounds).toBe(1)
    await pass(clock, 50)
    expect(first.rounds).toBe(2)
    expect(second.rounds).toBe(1)
  })

  it('begins a round that is due because the clock was set forward', async () => {
    const { clock, board } = start(['2026-03-01T12:00:20Z'])
    const queue = startQueue(board, clock)
    await pass(clock, 2000)
    clock.set(60_000)
    await pass(clock, 1500)
    expect(queue.rounds).toBeGreaterThan(1)
  })

  it('keeps the usual pause while something is due all the time', async () => {
    const { clock, board } = start(['2026-03-01T11:00:00Z'])
    const queue = startQueue(board, clock)
    await pass(clock, 5000)
    expect(queue.rounds).toBeGreaterThan(20)
    expect(queue.rounds).toBeLessThanOrEqual(51)
  })

  it('asks at once when work is published, and not for finished checks', async () => {
    const { clock, state, board, publish } = start([null])
    const queue = startQueue(board, clock)
    await pass(clock, 1500)
    state.times = ['2026-03-01T12:00:00Z']
    publish({ checked: [1] })
    await pass(clock, 100)
    expect(queue.rounds).toBe(1)
    publish({ work: true })
    await pass(clock, 100)
    expect(queue.rounds).toBe(2)
  })

  it('asks every five seconds while nothing happens and no other process queues anything', async () => {
    const { clock, state, board, publish } = start([null], true)
    startQueue(board, clock)
    const readsIn = async (ms: number): Promise<number> => {
      const before = state.reads
      await pass(clock, ms)
      return state.reads - before
    }
    await pass(clock, 15_000)
    expect(await readsIn(20_000)).toBe(4)
    publish({ events: [{ organizationId: 'one', name: 'activity', data: {} }] })
    await pass(clock, 5000)
    expect(await readsIn(5000)).toBeGreaterThanOrEqual(4)
    await pass(clock, 10_000)
    expect(await readsIn(20_000)).toBe(4)
    state.times = [new Date(clock.now().getTime() + 14_000).toISOString()]
    await pass(clock, 5000)
    expect(await readsIn(5000)).toBeGreaterThanOrEqual(4)
  })

  it('begins a round within two minutes anyway, and sooner for a queue that watches something', async () => {
    const { clock, board } = start([null, null, null])
    const idle = [startQueue(board, clock), startQueue(board, clock)]
    const watching = startQueue(board, clock, () => 1000)
    await pass(clock, 10_000)
    expect(idle).toEqual([{ rounds: 1 }, { rounds: 1 }])
    expect(watching.rounds).toBe(10)
    await pass(clock, 110_000)
    expect(idle).toEqual([{ rounds: 2 }, { rounds: 2 }])
  })

  it('lets queues that look anyway do so one after the other', async () => {
    const { clock, board } = start(Array.from({ length: 20 }, () => null))
    const queues = Array.from({ length: 20 }, () => startQueue(board, clock))
    await pass(clock, 120_000)
    const roundsPerSecond: number[] = []
    const rounds = (): number => queues.reduce((sum, queue) => sum + queue.rounds, 0)
    for (let second = 0; second < 120; second++) {
      const before = rounds()
      await pass(clock, 1000)
      roundsPerSecond.push(rounds() - before)
    }
    expect(Math.max(...roundsPerSecond)).toBe(1)
    expect(roundsPerSecond.reduce((sum, count) => sum + count)).toBe(20)
  })

  it('wakes every queue while the database does not respond', async () => {
    const { clock, state, board } = start([null])
    const queue = startQueue(board, clock)
    state.isDown = true
    await pass(clock, 1100)
    expect(queue.rounds).toBeGreaterThan(1)
  })
})

describe('due times', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const { readDueTimes, nextTurn, nextBrowserTurn, nextTry, ...others } = dueTimes
  const times = Object.values(others).map((time) => (time instanceof Statement ? time : time(now)))
  const all = [...times, nextTurn([1], now), nextBrowserTurn([1], now), nextTry([1], now)]

  it('are never in an empty installation', async () => {
    const store = storeOn(await emptyDatabase())
    await migrate(store, { log: quiet, now })
    expect(await readDueTimes(store, all)).toEqual(all.map(() => null))
  })

  it('are read with one plan, not with a new one each time', async () => {
    const store = await newStore()
    const customPlans = await store.transaction(async (tx) => {
      // Servers of the tests plan every statement once.
      await tx.script('set local plan_cache_mode = auto')
      for (let round = 0; round < 10; round++) await readDueTimes(tx, all)
      return tx.row(sql`
        select custom_plans::int as count from pg_prepared_statements where statement like 'select to_json(array[%'`)
    })
    expect(customPlans).toEqual({ count: 5 })
  })
})
