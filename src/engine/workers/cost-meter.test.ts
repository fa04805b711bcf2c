import { expect, it } from 'vitest'
import { createCostMeter } from './cost-meter.ts'

it('divides the CPU time among the checks that run meanwhile', () => {
  let used = 0
  const { begin } = createCostMeter(() => used)
  used += 1000
  const long = begin()
  used += 100
  const short = begin()
  used += 50
  expect(short()).toBe(25)
  used += 10
  expect(long()).toBe(135)
  used += 1000
  expect(begin()()).toBe(0)
})
