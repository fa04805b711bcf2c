import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { HeldChecks } from './held-checks.ts'
import type { DueCheck } from './plans.ts'

/** Holds checks that are due after so many milliseconds; returns how many began at which millisecond. */
function beginnings(dueMs: readonly number[], intervalSeconds = 60): Record<number, number> {
  const clock = fakeClock()
  const begun: Record<number, number> = {}
  const begin = (): void => {
    begun[clock.monotonicMs()] = (begun[clock.monotonicMs()] ?? 0) + 1
  }
  const held = new HeldChecks({ clock, begin })
  const checks = dueMs.map((ms) => {
    const turn = { dueAt: new Date(clock.now().getTime() + ms) }
    return { turn, plan: { intervalSeconds } } as DueCheck
  })
  held.add(checks, 500)
  for (let ms = 0; ms < 500; ms += 5) clock.advance(5)
  expect(held.size).toBe(0)
  return begun
}

const everyMs = (ms: number): number[] => Array.from({ length: 500 / ms }, (_, n) => (n + 1) * ms)

it('begins a check alone when it is due, and at once if it is due already', () => {
  expect(beginnings([-20, 0, 450])).toEqual({ 0: 2, 450: 1 })
})

it('begins a few checks together that are due within a quarter of a second', () => {
  expect(beginnings([300, 100, 350, 351, 480])).toEqual({ 350: 3, 480: 2 })
})

it('begins about sixteen of many checks together', () => {
  expect(beginnings(everyMs(10))).toEqual({ 170: 17, 340: 17, 500: 16 })
})

it('begins very many checks together that are due within 50 milliseconds', () => {
  expect(Object.keys(beginnings([...everyMs(5), ...everyMs(5), ...everyMs(5)]))).toHaveLength(10)
})

it('lets no check wait for longer than a twentieth of its interval', () => {
  expect(beginnings([100, 150, 155, 300], 1)).toEqual({ 150: 2, 155: 1, 300: 1 })
})
