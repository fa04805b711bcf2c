import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from './fault.ts'
import { nameOf, parse } from './validation.ts'

function messageOf(schema: z.ZodType, value: unknown, at?: PropertyKey[]): string {
  try {
    parse(schema, value, at)
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    expect((error as Fault).code).toBe('invalid_request')
    return (error as Fault).message
  }
  throw new Error('nothing was wrong')
}

const window = z.strictObject({
  durationMinutes: z.int().min(5).max(43_200),
  startsAt: z.iso.datetime({ offset: true }),
})

describe('parse', () => {
  it('returns the parsed value', () => {
    expect(parse(z.object({ count: z.string().transform(Number) }), { count: '5', more: 1 })).toEqual({ count: 5 })
  })

  it('formats two faults as in the specification', () => {
    expect(messageOf(window, { durationMinutes: 4, startsAt: 'soon' })).toBe(
      'durationMinutes: Number must be greater than or equal to 5; startsAt: must be a valid ISO 8601 datetime',
    )
  })

  const worded: [string, z.ZodType, unknown, string][] = [
    ['a missing value', z.string(), undefined, 'Required'],
    ['a missing choice', z.enum(['a']), undefined, 'Required'],
    ['a missing object', z.object({}), undefined, 'Required'],
    ['text for a number', z.number(), '5', 'Expected number, received string'],
    ['null for text', z.string(), null, 'Expected string, received null'],
    ['a list for an object', z.object({}), [], 'Expected object, received array'],
    ['a text for a map', z.record(z.string(), z.string()), 'x', 'Expected object, received string'],
    ['a fraction for a whole number', z.int(), 1.5, 'Expected integer, received float'],
    ['a number that is too small', z.number().min(1), 0, 'Number must be greater than or equal to 1'],
    ['a number that must be more', z.number().gt(1), 1, 'Number must be greater than 1'],
    ['a number that is too large', z.number().max(9), 10, 'Number must be less than or equal to 9'],
    ['a number that must be less', z.number().lt(9), 9, 'Number must be less than 9'],
    ['a text that is too short', z.string().min(3), 'ab', 'String must contain at least 3 character(s)'],
    ['a text that is too long', z.string().max(3), 'abcd', 'String must contain at most 3 character(s)'],
    ['a list that is too short', z.array(z.string()).min(1), [], 'Array must contain at least 1 element(s)'],
    ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'Array must contain at most 1 element(s)'],
    ['a value that is not offered', z.enum(['up', 'down']), 'left', 'Invalid value. Allowed values: up, down'],
    ['another constant', z.literal(true), false, 'Invalid value. Allowed values: true'],
    ['a wrong date-time', z.iso.datetime(), '2026-02-30T00:00:00Z', 'must be a valid ISO 8601 datetime'],
    ['a wrong date', z.iso.date(), '2026-02-30', 'must be a valid ISO 8601 date'],
    ['a wrong UUID', z.uuid(), 'x', 'must be a valid UUID'],
    ['a wrong address', z.email(), 'x@', 'must be a valid email address'],
    ['a wrong URL', z.url(), 'x', 'must be a valid URL'],
    ['a text that does not fit a pattern', z.string().regex(/^a$/), 'b', 'has the wrong format'],
    [
      'a text that does not fit a pattern with a rule of its own',
      z.string().regex(/^a$/, 'must be an a'),
      'b',
      'must be an a',
    ],
    ['nothing that fits', z.union([z.iso.date(), z.iso.datetime()]), 'x', 'matches none of the accepted forms'],
    ['neither kind', z.union([z.string(), z.number()]), true, 'Expected string or number, received boolean'],
    [
      'one form of two',
      z.union([z.string(), z.array(z.string()).max(1)]),
      ['a', 'b'],
      'Array must contain at most 1 element(s)',
    ],
    ['a refinement with a rule of its own', z.string().refine(() => false, 'must be true'), 'x', 'must be true'],
  ]
  it.each(worded)('says what is wrong with %s', (_case, schema, value, rule) => {
    expect(messageOf(z.object({ field: schema }), { field: value })).toBe(`field: ${rule}`)
  })

  it('names every unsupported field', () => {
    const schema = z.strictObject({ inside: z.array(z.strictObject({})) })
    expect(messageOf(schema, { inside: [{ a: 1, b: 2 }], c: 3 })).toBe(
      'inside[0].a: unsupported field; inside[0].b: unsupported field; c: unsupported field',
    )
  })

  it('names the path within the matching variant', () => {
    const schema = z.object({ field: z.union([z.string(), z.array(z.string())]) })
    expect(messageOf(schema, { field: ['a', 5] })).toBe('field[1]: Expected string, received number')
  })

  it('calls the whole value the body, or by its given name', () => {
    expect(messageOf(z.object({}), 5)).toBe('body: Expected object, received number')
    expect(messageOf(z.object({ url: z.url() }), { url: 5 }, ['config'])).toBe(
      'config.url: Expected string, received number',
    )
    expect(messageOf(z.object({}), 5, ['config'])).toBe('config: Expected object, received number')
  })

  it('never repeats the value', () => {
    expect(messageOf(z.object({ password: z.string().max(3) }), { password: 'hunter22' })).not.toContain('hunter')
  })
})

describe('nameOf', () => {
  it.each([
    [[], 'body'],
    [['a'], 'a'],
    [['a', 'b'], 'a.b'],
    [['a', 0, 'b'], 'a[0].b'],
    [[0, 1], '[0][1]'],
  ] as [PropertyKey[], string][])('writes %j as %s', (path, name) => {
    expect(nameOf(path)).toBe(name)
  })
})
