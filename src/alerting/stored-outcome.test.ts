import { expect, it } from 'vitest'
import { EvidenceFilter } from './stored-outcome.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute))

it('keeps the whole response of a failure, of the first success after it, and every five minutes', () => {
  const filter = new EvidenceFilter()
  const kept = (minute: number, success = true): boolean => filter.isWorthKeeping(1, success, at(minute))
  expect([kept(0), kept(1), kept(4), kept(5), kept(6)]).toEqual([true, false, false, true, false])
  expect([kept(7, false), kept(8, false), kept(9), kept(10)]).toEqual([true, true, true, false])
})

it('forgets monitors that are not checked any more when others need their place', () => {
  const filter = new EvidenceFilter(20)
  filter.isWorthKeeping(1, true, at(0))
  filter.isWorthKeeping(2, true, at(0))
  for (let monitorNumber = 3; monitorNumber < 100; monitorNumber++) {
    expect(filter.isWorthKeeping(2, true, at(1))).toBe(false)
    filter.isWorthKeeping(monitorNumber, true, at(1))
  }
  expect([1, 2, 99].map((monitorNumber) => filter.hasSucceeded(monitorNumber))).toEqual([false, true, true])
})
