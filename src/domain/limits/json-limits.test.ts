import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countValues, isWithin, parseJson, usualLimits } from './json-limits.ts'

const limits = { maxValues: 5, maxDepth: 3 }
const read = (json: string, within = limits): unknown => parseJson(Buffer.from(json), within)

const count = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + count(part), 1)
    : 1

describe('the number of values', () => {
  it('is that of the parsed JSON, however it is written', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '{,[', '],', '\\"', '\u2028'))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.double({ noNaN: true }),
        fc.constantFrom(null, true, false, [], {}),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, fc.constantFrom('', ' ', '\t', '\n\n'), (given, indent) => {
        const json = JSON.stringify(given, null, indent)
        expect(countValues(Buffer.from(json))).toBe(count(JSON.parse(json)))
      }),
    )
  })

  it('of invalid JSON is at least that of its valid beginning', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.nat(), (json, noise, at) => {
        const cut = at % (json.length + 1)
        const spoiled = json.slice(0, cut) + noise
        const before = countValues(Buffer.from(json.slice(0, cut)))
        expect(countValues(Buffer.from(spoiled))).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('counts each of two equal keys', () => expect(countValues(Buffer.from('{"a":1,"a":2}'))).toBe(3))
})

describe('JSON', () => {
  it.each([
    ['[1,2,3,4]', [1, 2, 3, 4]],
    ['[[[]]]', [[[]]]],
    ['\ufeff{"a":1}', { a: 1 }],
    [' \n', undefined],
    ['"[[[[,,,,,,"', '[[[[,,,,,,'],
    [`${'9'.repeat(1_000_000)}`, Infinity],
    ['{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
    [`{"${'k'.repeat(300_000)}":1}`, { ['k'.repeat(300_000)]: 1 }],
  ])('within the limits is parsed: %.30s', (json, value) => expect(read(json)).toEqual(value))

  it.each([
    ['[1,2,3,4,5]', 'payload_too_large', 'body: has more than 5 values (objects, lists, texts, numbers)'],
    ['[{},{},{},{},{}', 'payload_too_large', 'body: has more than 5 values (objects, lists, texts, numbers)'],
    ['[[[[]]]]', 'invalid_request', 'body: nested deeper than 3 levels'],
    ['[1,', 'invalid_request', /^Malformed JSON: /],
    ['"\\', 'invalid_request', /^Malformed JSON: /],
    [']]]]', 'invalid_request', /^Malformed JSON: /],
    ['{"secret":x}', 'invalid_request', /^Malformed JSON: (?!.*secret)/],
  ])('%s is refused', (json, code, message) => {
    const error = (() => {
      try {
        return read(json)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  it('that is not UTF-8 is refused', () =>
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), limits)).toThrow('must be UTF-8'))

  it('is within limits of bytes, too', () => {
    expect(isWithin(Buffer.from('[1]'), { ...usualLimits, maxBytes: 3 })).toBe(true)
    expect(isWithin(Buffer.from('[1] '), { ...usualLimits, maxBytes: 3 })).toBe(false)
  })
})
