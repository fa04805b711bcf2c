import { describe, expect, it } from 'vitest'
import { matches } from './regexp.ts'

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
