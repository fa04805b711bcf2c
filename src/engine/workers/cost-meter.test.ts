import { expect, it } from 'vitest'
import { createCostMeter } from './cost-meter.ts'

function meter() {
  let [used, now, reads] = [0, 0, 0]
  const costs = createCostMeter({
    usedMs() {
      reads += 1
      return used
    },
    nowMs: () => now,
  })
  const work = (ms: number): void => {
    used += ms
    now += ms
  }
  return { ...costs, work, reads: () => reads }
}

it('divides the CPU time among the checks that run meanwhile', () => {
  const { begin, work } = meter()
  work(1000)
  const long = begin()
  work(100)
  const short = begin()
  work(50)
  expect(short()).toBe(25)
  work(10)
  expect(long()).toBe(135)
  work(1000)
  expect(begin()()).toBe(0)
})

it('does not read the CPU time for every check of a burst', () => {
  const { begin, work, reads } = meter()
  work(1000)
  const ends = Array.from({ length: 100 }, () => begin())
  work(200)
  expect(ends.map((end) => end())).toEqual(Array.from({ length: 100 }, () => 2))
  expect(reads()).toBe(3)
})
