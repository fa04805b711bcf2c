import { expect, it } from 'vitest'
import { WorkerSilence, cpuSecondsOf } from './silence.ts'

/** How many seconds count after each of so many looks, if the process gets this share of a core. */
function lookedAt(share: number | null, looks: number): number[] {
  let seconds = 0
  const silence = new WorkerSilence(() => (share === null ? null : (seconds += share)))
  return Array.from({ length: looks }, () => silence.look())
}

it.each([
  ['that runs all the time', 1, 6],
  ['on two cores', 2, 6],
  ['whose CPU time is unknown', null, 6],
])('counts each second of a process %s', (_which, share, expected) => {
  expect(lookedAt(share, 6).at(-1)).toBe(expected)
})

it('counts seconds without CPU time little, but not as nothing', () => {
  expect(lookedAt(0.1, 12).at(-1)).toBeCloseTo(3)
  const waiting = lookedAt(0, 60)
  expect(waiting[12]).toBeLessThan(3)
  expect(waiting.at(-1)).toBeGreaterThan(5)
})

it('restarts after a sign of life', () => {
  let seconds = 0
  const silence = new WorkerSilence(() => (seconds += 1))
  for (let count = 0; count < 4; count++) silence.look()
  silence.end()
  expect(silence.look()).toBe(1)
})

it.runIf(process.platform === 'linux')('reads the CPU time of a process', () => {
  const { user, system } = process.cpuUsage()
  const before = (user + system) / 1e6
  const read = cpuSecondsOf(process.pid)!
  const after = process.cpuUsage()
  expect(read).toBeGreaterThanOrEqual(before - 0.1)
  expect(read).toBeLessThanOrEqual((after.user + after.system) / 1e6 + 0.1)
  expect(cpuSecondsOf(2 ** 30)).toBeNull()
})
