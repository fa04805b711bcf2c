import { expect, it } from 'vitest'
import type { WireOrder } from '../domain/probing/protocol.ts'
import { Repetitions } from './repetitions.ts'

const minute = 60_000
const order = (id: string, everyMs: number | undefined = minute): WireOrder => ({
  ticket: `ticket of ${id}`,
  type: 'http',
  target: 'https://shop.example/',
  config: {},
  monitor_id: id,
  version: 1,
  deadline_ms: 1000,
  ...(everyMs !== undefined && { repeat_every_ms: everyMs }),
})

/** The monitors of what is repeated at this time; each repetition ends at once. */
function takenAt(repetitions: Repetitions, ms: number, max = 100): string[] {
  return repetitions.take(ms, max).map(({ order, end }) => {
    end()
    return order.monitor_id
  })
}

it('repeats each order at its interval, only while the server is away', () => {
  const repetitions = new Repetitions(0)
  repetitions.noteContact(0)
  repetitions.noteOrder(order('shop', 10_000), 0)
  repetitions.noteOrder({ ...order('browser'), repeat_every_ms: undefined as never }, 0)
  const seconds = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, n) => from + n).filter((at) => takenAt(repetitions, at * 1000).length > 0)
  expect(seconds(0, 60)).toEqual([20, 30, 40, 50])
  repetitions.noteContact(60_000)
  expect(seconds(60, 80)).toEqual([])
})

it('stops after half an hour, and forgets its orders', () => {
  const repetitions = new Repetitions(0)
  repetitions.noteOrder(order('shop'), 0)
  expect(takenAt(repetitions, 30 * minute)).toEqual(['shop'])
  expect(takenAt(repetitions, 30 * minute + 1)).toEqual([])
  repetitions.noteContact(31 * minute)
  expect(takenAt(repetitions, 33 * minute)).toEqual([])
})

it('keeps the newest order of a monitor, and none that is not renewed', () => {
  const repetitions = new Repetitions(0)
  repetitions.noteOrder(order('moved'), 0)
  repetitions.noteOrder(order('shop'), 0)
  repetitions.noteOrder({ ...order('shop'), ticket: 'newer' }, 3 * minute)
  repetitions.noteContact(3 * minute + 1)
  const taken = repetitions.take(5 * minute, 100)
  expect(taken.map(({ order }) => order.ticket)).toEqual(['newer'])
  // It still runs.
  expect(repetitions.take(7 * minute, 100)).toEqual([])
})

it('takes no more than fit, and the rest next', () => {
  const repetitions = new Repetitions(0)
  for (const id of ['a', 'b', 'c']) repetitions.noteOrder(order(id), 0)
  expect(takenAt(repetitions, 2 * minute, 2)).toEqual(['a', 'b'])
  expect(takenAt(repetitions, 2 * minute, 2)).toEqual(['c'])
})
