import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedMessage } from '../tls/wire.ts'
import { type HeaderField, encodeFields, decodeFields } from './qpack.ts'
import { unpacked } from './huffman.ts'
import { staticTable } from './static-table.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('packed text', () => {
  // RFC 7541, appendix C
  it.each([
    ['f1e3 c2e5 f23a 6ba0 ab90 f4ff', 'www.example.com'],
    ['a8eb 1064 9cbf', 'no-cache'],
    ['25a8 49e9 5ba9 7d7f', 'custom-key'],
    ['25a8 49e9 5bb8 e8b4 bf', 'custom-value'],
    ['6402', '302'],
    ['aec3 771a 4b', 'private'],
    ['d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3', 'https://www.example.com'],
    [
      '94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
      'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
    ],
    ['', ''],
  ])('%s is %j', (packed, text) => {
    expect(unpacked(hex(packed)).toString('latin1')).toBe(text)
  })

  it.each(['ff ff ff ff', '00 ff ff', '18'])('%s is invalid', (packed) => {
    expect(() => unpacked(hex(packed))).toThrow(MalformedMessage)
  })
})

describe('header fields', () => {
  it('are found in the static table', () => {
    expect(staticTable).toHaveLength(99)
    expect([staticTable[25], staticTable[54], staticTable[98]]).toEqual([
      [':status', '200'],
      ['content-type', 'text/plain;charset=utf-8'],
      ['x-frame-options', 'sameorigin'],
    ])
    // RFC 9204, appendix B.1, and a line of each other kind.
    expect(decodeFields(hex('0000 510b 2f69 6e64 6578 2e68 746d 6c'))).toEqual([[':path', '/index.html']])
    expect(decodeFields(hex('0000 d9 ff00 2b 25a849e95ba97d7f 01 78'.replace('2b', '2f01')))).toEqual([
      [':status', '200'],
      [':status', '100'],
      ['custom-key', 'x'],
    ])
  })

  it('are read as they were written', () => {
    const name = fc.stringMatching(/^[a-z][a-z-]{0,200}$/)
    const value = fc.string({
      unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 400,
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (fields: HeaderField[]) => {
        expect(decodeFields(encodeFields(fields))).toEqual(fields)
      }),
    )
  })

  it.each([
    ['a table of their own', '0100 d9'],
    ['a line of their own table', '0000 80'],
    ['a line behind their own table', '0000 10'],
    ['a number that is not in the table', '0000 ff40'],
    ['a number without end', '0000 ffffffffffffff'],
    ['a text that is cut off', '0000 5105 2f'],
  ])('cannot refer to %s', (_what, packed) => {
    expect(() => decodeFields(hex(packed))).toThrow(MalformedMessage)
  })
})
