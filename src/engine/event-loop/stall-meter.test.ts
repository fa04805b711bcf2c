import { expect, it } from 'vitest'
import { createStallMeter } from './stall-meter.ts'

/** The tick at which a loop that never turns again counts as stuck, at this share of a core. */
function stuckAfter(cpuShare: number): number {
  const isStuck = createStallMeter({ tickMs: 1000, maxStallMs: 30_000 })
  isStuck({ beat: 1, cpuMs: 0 })
  for (let tick = 1; tick <= 1000; tick++) if (isStuck({ beat: 1, cpuMs: tick * 1000 * cpuShare })) return tick
  return Infinity
}

it.each([
  ['spins with a whole core', 1, 30],
  ['spins with half a core', 0.5, 30],
  ['gets a quarter of a core', 0.25, 60],
  ['gets a tenth of a core', 0.1, 120],
  ['is blocked and uses no CPU', 0, 120],
])('counts a loop that %s as stuck, the sooner the more CPU it burns', (_what, share, ticks) => {
  expect(stuckAfter(share)).toBe(ticks)
})

it('never treats a loop that turns slowly as stuck', () => {
  const isStuck = createStallMeter({ tickMs: 1000, maxStallMs: 30_000 })
  const samples = Array.from({ length: 500 }, (_, tick) => ({ beat: Math.floor(tick / 29), cpuMs: tick * 1000 }))
  expect(samples.some((sample) => isStuck(sample))).toBe(false)
})
