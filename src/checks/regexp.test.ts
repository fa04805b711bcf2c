import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MatchBudget, matches } from './regexp.ts'

describe("a user's regexp", () => {
  it.each([
    ['b+', 'abbc', true],
    ['^b', 'abbc', false],
    ['', 'anything', true],
    ['(?i)ABBC', 'abbc', true],
  ])('%j is searched for in %j: %s', (source, text, found) => expect(matches(source, text)).toBe(found))

  it('is answered in time however it was meant', () => {
    expect(matches('(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false)
  })

  it('is forgotten when many others came after it, and works again', () => {
    for (let count = 0; count < 1200; count++) expect(matches(`^${count}$`, String(count))).toBe(true)
    expect(matches('^0$', '0')).toBe(true)
  })
})

describe('the budget of a check for matching', () => {
  // Every letter doubles what has to be remembered.
  const slow = '(?:[ab]*a[ab]{300}){2}[^ab]'
  const bits = randomBytes(40_000)
  const letters = Array.from({ length: 320_000 }, (_, n) => 'ab'[(bits[n >> 3]! >> (n & 7)) & 1]).join('')
  const sentence = 'not checked: the patterns of this monitor take too long to match; make them simpler'

  it('answers what is answered in time', () => {
    const budget = new MatchBudget()
    expect(budget.run(4, () => matches('b+', 'abbc'))).toBe(true)
    expect(() =>
      budget.run(5000, () => {
        throw new TypeError('as it was')
      }),
    ).toThrow('as it was')
  })

  it('ends a regexp in the middle of it, and the next before it begins', () => {
    const budget = new MatchBudget(20)
    expect(() => budget.run(letters.length, () => matches(slow, letters))).toThrow(sentence)
    expect(() => budget.run(1, () => true)).toThrow(sentence)
    expect(matches('b+', 'abbc')).toBe(true)
  })
})
