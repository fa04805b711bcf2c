import { describe, expect, it } from 'vitest'
import { Matcher } from './regexp.ts'

describe("a user's regexp", () => {
  it.each([
    ['b+', 'abbc', true],
    ['^b', 'abbc', false],
    ['', 'anything', true],
    ['(?i)ABBC', 'abbc', true],
  ])('%j is searched for in %j: %s', (source, text, found) => expect(new Matcher().matches(source, text)).toBe(found))

  it('supports every syntax', () => {
    expect(new Matcher().matches('(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false)
  })

  it('is dropped from the cache after many others, and still works', () => {
    const matcher = new Matcher()
    for (let count = 0; count < 1200; count++) expect(matcher.matches(`^${count}$`, String(count))).toBe(true)
    expect(matcher.matches('^0$', '0')).toBe(true)
  })
})

describe('the limit of a check', () => {
  const megabyte = 'ab'.repeat(524_288)

  it('allows long words in long pages', () => {
    expect(new Matcher().matches('Everything is fine|All systems are go|Nothing to see here', megabyte)).toBe(false)
  })

  it('rejects large patterns on long texts before they run', () => {
    expect(() => new Matcher().matches('(?:[ab]*a[ab]{300}){2}[^ab]', megabyte)).toThrow(
      'not checked: the patterns of this monitor are too complex for this response; simplify them',
    )
  })

  it('is shared by all patterns of the check', () => {
    const matcher = new Matcher(10_000)
    expect(matcher.matches('b+', 'a'.repeat(900))).toBe(false)
    expect(() => matcher.matches('b+', 'a'.repeat(9000))).toThrow('not checked')
  })
})
