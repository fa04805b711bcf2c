import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedMessage, Reader, sized, varint } from './wire.ts'

describe('a number of QUIC', () => {
  // RFC 9000, appendix A.1
  it.each([
    // 151,288,809,941,952,652: larger than any allowed value.
    ['c2197c5eff14e88c', Number.MAX_SAFE_INTEGER],
    ['9d7f3e7d', 494_878_333],
    ['7bbd', 15_293],
    ['25', 37],
  ])('%s is %i', (hex, value) => {
    expect(new Reader(Buffer.from(hex, 'hex')).varint()).toBe(value)
  })

  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const reader = new Reader(varint(value))
        expect([reader.varint(), reader.left]).toEqual([value, 0])
      }),
    )
  })
})

describe('a reader', () => {
  it('reads bytes after their length', () => {
    const reader = new Reader(sized(2, Buffer.from('one'), Buffer.from('two')))
    expect(reader.sized(2).toString()).toBe('onetwo')
  })

  it('throws when bytes are missing', () => {
    expect(() => new Reader(Buffer.from([0, 9, 1])).sized(2)).toThrow(MalformedMessage)
    expect(() => new Reader(Buffer.alloc(0)).varint()).toThrow(MalformedMessage)
  })
})
