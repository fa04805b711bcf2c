import { expect, it } from 'vitest'
import type { CheckMemory } from '../domain/outcome.ts'
import { type NamedFacts, compare, maxPerHour } from './changes.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const at = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000)

interface How {
  readonly changeMs?: number
  readonly confirmations?: number
  readonly subjects?: readonly string[]
}

type Look = readonly [minutes: number, facts: NamedFacts | string]

/** Runs checks in order, each with the memory of those before, and returns what each is compared with. */
function follow(checks: readonly Look[], { changeMs = maxPerHour, confirmations = 1, subjects = [] }: How = {}) {
  let known: CheckMemory | undefined
  return checks.map(([minutes, seen], index) => {
    const facts = typeof seen === 'string' ? { is: seen } : seen
    const look = {
      subject: subjects[index] ?? 'example.com',
      now: at(minutes),
      changeMs,
      config: { confirmationThreshold: confirmations },
    }
    const { before, since, remember } = compare(known, facts, look)
    known = remember ?? known
    return { before: typeof seen === 'string' ? (before?.['is'] ?? null) : before, isRecent: since !== null, remember }
  })
}

const befores = (...story: Parameters<typeof follow>) => follow(...story).map(({ before }) => before)
const isRecentOf = (...story: Parameters<typeof follow>) => follow(...story).map(({ isRecent }) => isRecent)

it('compares nothing on the first check', () => {
  expect(befores([[0, 'a']])).toEqual([null])
})

it('reports a change for its time, then no more', () => {
  const checks: Look[] = [
    [0, 'a'],
    [60, 'b'],
    [60.5, 'b'],
    [110, 'b'],
    [120, 'b'],
  ]
  expect(befores(checks)).toEqual([null, 'a', 'a', 'a', 'b'])
  expect(isRecentOf(checks)).toEqual([false, true, true, true, false])
})

it('reports a change for at least as many checks as a confirmation needs', () => {
  const checks = ['a', 'a', 'b', 'b', 'b', 'b', 'a'].map((is, hour): Look => [hour * 60, is])
  expect(isRecentOf(checks, { confirmations: 3 })).toEqual([false, false, true, true, true, false, true])
})

it('drops a change that is undone, and reports another change as new', () => {
  const checks: Look[] = [
    [0, 'a'],
    [1, 'b'],
    [2, 'a'],
    [3, 'b'],
    [50, 'c'],
    [100, 'c'],
    [106, 'c'],
  ]
  expect(befores(checks)).toEqual([null, 'a', 'a', 'a', 'a', 'a', 'c'])
  expect(isRecentOf(checks)).toEqual([false, true, false, true, true, true, false])
})

it('keeps the last value of a fact that could not be read', () => {
  expect(
    befores([
      [0, { ns: 'a', registrar: 'r' }],
      [60, { ns: 'a' }],
      [120, { ns: 'a', registrar: 'q' }],
      [121, { ns: 'a' }],
    ]),
  ).toEqual([null, { ns: 'a', registrar: 'r' }, { ns: 'a', registrar: 'r' }, { ns: 'a', registrar: 'r' }])
})

it('does not report a new fact as a change', () => {
  expect(
    isRecentOf([
      [0, { ns: 'a' }],
      [1, { ns: 'a', registrar: 'r' }],
      [2, { ns: 'a', registrar: 'q' }],
    ]),
  ).toEqual([false, false, true])
})

it('ignores the memory of another subject', () => {
  const checks: Look[] = [
    [0, 'a'],
    [60, 'b'],
  ]
  expect(befores(checks, { subjects: ['example.com', 'example.org'] })).toEqual([null, null])
})

it('stores nothing if a check learned nothing', () => {
  const checks = [0, 1, 2, 3, 4].map((minute): Look => [minute, minute === 0 ? 'a' : 'b'])
  const kept = follow(checks).map(({ remember }) => remember !== undefined)
  expect(kept).toEqual([true, true, true, false, false])
})
