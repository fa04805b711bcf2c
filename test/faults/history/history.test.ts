// The checker of objects is tested by the trial itself, because it needs Go.
import { describe, expect, it } from 'vitest'
import { type ListWalk, type ObjectOperation, listViolations } from './history.ts'

const created: ObjectOperation = {
  object: 'a',
  client: 0,
  call: 0,
  return: 10,
  kind: 'create',
  value: 'x',
  outcome: 'found',
}
const deleted: ObjectOperation = { ...created, call: 50, return: 60, kind: 'delete', value: '' }
const walk = (call: number, objects: readonly string[]): ListWalk => ({ call, return: call + 10, objects })

describe('lists', () => {
  it.each([
    ['an object that exists all the time is missing', walk(20, [])],
    ['an object is listed twice', walk(20, ['a', 'a'])],
    ['an object is listed after its deletion', walk(70, ['a'])],
    ['an object is listed that nobody created', walk(20, ['a', 'b'])],
    ['an object is listed before its creation', walk(-20, ['a'])],
  ])('are wrong if %s', (_, one) => {
    expect(listViolations([created, deleted], [one])).toHaveLength(1)
  })

  it.each([
    ['before it is created', walk(-5, [])],
    ['while it is created', walk(5, ['a'])],
    ['while it exists', walk(20, ['a'])],
    ['while it is deleted', walk(55, [])],
    ['while it is deleted, but still there', walk(55, ['a'])],
    ['after its deletion', walk(70, [])],
  ])('are right if an object is or is not listed %s', (_, one) => {
    expect(listViolations([created, deleted], [one])).toEqual([])
  })

  it('may go either way after a deletion without a response', () => {
    const lost = { ...deleted, return: Infinity, outcome: 'unknown' as const }
    expect(listViolations([created, lost], [walk(70, []), walk(90, ['a'])])).toEqual([])
  })
})
