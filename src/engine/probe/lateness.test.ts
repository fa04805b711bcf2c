import { expect, it } from 'vitest'
import { quiet } from '../../../test/kit/log.ts'
import { createLatenessMeter } from './lateness.ts'

const minute = 60_000

/** Ten seconds in which this many checks were taken on time, and this many late. */
function meter(log = quiet) {
  const lateness = createLatenessMeter(log)
  const period = (onTime: number, late: number, { lateMs = 16_000, intervalMs = minute } = {}): number => {
    for (let n = 0; n < onTime; n++) lateness.noteTaken(80, intervalMs)
    for (let n = 0; n < late; n++) lateness.noteTaken(lateMs, intervalMs)
    return lateness.measure().latePercent
  }
  return { lateness, period }
}

it('reports checks that are seconds late for most of a minute', () => {
  const { period } = meter()
  expect([1, 2, 3, 4].map(() => period(700, 1180))).toEqual([0, 0, 0, 63])
})

it('ignores a machine that was busy for a moment', () => {
  const { period } = meter()
  const shares = [1, 2, 3, 4, 5].flatMap(() => [period(1000, 4000), period(1000, 4000), period(4900, 100)])
  expect(new Set(shares)).toEqual(new Set([0]))
})

it('reports that checks are on time again after half a minute with checks', () => {
  const { period } = meter()
  for (let n = 0; n < 4; n++) period(0, 10)
  expect([period(10, 0), period(10, 0), period(0, 0), period(1, 9), period(0, 0)]).toEqual([100, 100, 100, 90, 90])
  expect([period(10, 0), period(10, 0), period(10, 0)]).toEqual([90, 90, 0])
})

it('counts half of a short interval as late', () => {
  const { period } = meter()
  const ofOneSecond = { lateMs: 600, intervalMs: 1000 }
  expect([1, 2, 3, 4].map(() => period(0, 100, ofOneSecond)).at(-1)).toBe(100)
  expect([1, 2, 3].map(() => period(0, 100, { lateMs: 600, intervalMs: minute })).at(-1)).toBe(0)
})

it('counts checks that waited too long for their host, and logs the host', () => {
  const said: object[] = []
  const { lateness } = meter({ ...quiet, warn: (_message, fields = {}) => void said.push(fields) })
  for (const host of ['a.example', 'b.example', 'b.example']) lateness.noteWaited(host)
  const counts = Array.from({ length: 7 }, () => lateness.measure().waitedForHost)
  expect(counts).toEqual([3, 3, 3, 3, 3, 3, 0])
  expect(said).toEqual([{ checks: 3, host: 'b.example' }])
})
