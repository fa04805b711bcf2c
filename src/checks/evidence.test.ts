import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallEnough } from './evidence.ts'

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

describe('evidence', () => {
  it('is null if it is empty', () => {
    expect(smallEnough({})).toBeNull()
  })

  it('stays as it is while it is small', () => {
    const evidence = { address: '192.0.2.1', body: 'x'.repeat(5000) }
    expect(smallEnough(evidence)).toBe(evidence)
  })

  it('is cut at the end of its largest parts only', () => {
    const kept = smallEnough({ address: '192.0.2.1', body: 'ü'.repeat(20_000), hops: Array(3000).fill('hop') }) ?? {}
    expect(size(kept)).toBeLessThanOrEqual(8192)
    expect(kept.address).toBe('192.0.2.1')
    expect(kept.body).toMatch(/^ü+…$/)
    expect(kept.hops).toContain('hop')
  })

  it('omits a part that cannot be cut', () => {
    expect(smallEnough({ big: { deep: 'x'.repeat(10_000) }, small: 1 })).toEqual({ small: 1, big: undefined })
  })

  it('contains nothing that PostgreSQL cannot store in JSON', () => {
    const evidence = {
      'a\0key': ['zero \0 byte', { deep: 'half \ud83d of a pair' }],
      whole: '🐦',
      written: '\\u0000',
      none: null,
    }
    expect(smallEnough(evidence)).toEqual({
      'a\ufffdkey': ['zero \ufffd byte', { deep: 'half \ufffd of a pair' }],
      whole: '🐦',
      written: '\\u0000',
      none: null,
    })
  })

  it('always fits the limit', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 3000 }), (evidence, times) => {
        const kept = smallEnough({ ...evidence, much: Array(times).fill(evidence) })
        expect(size(kept)).toBeLessThanOrEqual(8192)
      }),
      { numRuns: 50 },
    )
  })
})
