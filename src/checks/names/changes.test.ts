import { expect, it } from 'vitest'
import type { Memory } from '../../domain/outcome.ts'
import { type Facts, compare } from './changes.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const at = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000)

/** Checks one after the other, each with the memory of those before. */
function follow(checks: readonly (readonly [minutes: number, facts: Facts, subject?: string])[]): (Facts | null)[] {
  let known: Memory | undefined
  return checks.map(([minutes, facts, subject = 'example.com']) => {
    const { before, remember } = compare(known, facts, { subject, now: at(minutes) })
    known = remember ?? known
    return before
  })
}

it('has nothing to compare the first check with', () => {
  expect(follow([[0, { ns: 'a' }]])).toEqual([null])
})

it('tells a change to every check for most of an hour, and then no more', () => {
  const checks = [
    [0, 'a'],
    [60, 'b'],
    [60.5, 'b'],
    [110, 'b'],
    [120, 'b'],
  ] as const
  const seen = follow(checks.map(([minutes, ns]) => [minutes, { ns }]))
  expect(seen).toEqual([null, { ns: 'a' }, { ns: 'a' }, { ns: 'a' }, { ns: 'b' }])
})

it('takes what could not be found out for what it was', () => {
  expect(
    follow([
      [0, { ns: 'a', registrar: 'r' }],
      [60, { ns: 'a' }],
      [120, { ns: 'a', registrar: 'q' }],
    ]),
  ).toEqual([null, { ns: 'a', registrar: 'r' }, { ns: 'a', registrar: 'r' }])
})

it('knows nothing of another subject', () => {
  expect(
    follow([
      [0, { ns: 'a' }],
      [60, { ns: 'b' }, 'example.org'],
    ]),
  ).toEqual([null, null])
})
