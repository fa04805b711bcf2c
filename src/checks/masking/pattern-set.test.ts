import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PatternSet } from './pattern-set.ts'

const few = fc.uint8Array({ min: 0x61, max: 0x63, minLength: 1, maxLength: 8 })

/** The longest pattern that ends at each position, by brute force. */
function expectedMatches(patterns: readonly Uint8Array[], text: Uint8Array): [number, number][] {
  const found: [number, number][] = []
  for (let end = 1; end <= text.length; end++) {
    const ending = patterns.filter((one) => Buffer.from(text.subarray(0, end)).subarray(-one.length).equals(one))
    const length = Math.max(0, ...ending.map((one) => one.length))
    if (length > 0) found.push([end - length, end])
  }
  return found
}

function expectedDepth(patterns: readonly Uint8Array[], text: Uint8Array): number {
  for (let length = text.length; length > 0; length--) {
    const end = Buffer.from(text.subarray(text.length - length))
    if (patterns.some((one) => Buffer.from(one.subarray(0, length)).equals(end))) return length
  }
  return 0
}

describe('a set of patterns', () => {
  it('finds in one pass what a search for each of them finds', () => {
    const text = fc.uint8Array({ min: 0x61, max: 0x63, maxLength: 60 })
    fc.assert(
      fc.property(fc.array(few, { maxLength: 12 }), text, (patterns, text) => {
        const found: [number, number][] = []
        const depth = new PatternSet(patterns).scan(text, (start, end) => found.push([start, end]))
        expect(found).toEqual(expectedMatches(patterns, text))
        expect(depth).toBe(expectedDepth(patterns, text))
      }),
      { numRuns: 150 },
    )
  })

  it('supports any bytes in its patterns, and treats a plus as a space', () => {
    const found: string[] = []
    const set = new PatternSet([Buffer.from('a b'), Uint8Array.of(0, 255, 0)])
    const text = Buffer.concat([Buffer.from('a+b a b '), Uint8Array.of(0, 255, 0)])
    set.scan(text, (start, end) => found.push(text.toString('latin1', start, end)))
    expect(found).toEqual(['a+b', 'a b', '\x00ÿ\x00'])
  })

  it('takes as many steps as the text is long, whatever the patterns', () => {
    const set = new PatternSet(
      Array.from({ length: 200 }, (_, n) => Buffer.from(`${'a'.repeat(2000)}${String.fromCharCode(200 + n)}`)),
    )
    let matches = 0
    const depth = set.scan(Buffer.alloc(2_000_000, 'a'), () => matches++)
    expect([matches, depth]).toEqual([0, 2000])
  })
})
