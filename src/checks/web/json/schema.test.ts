import { describe, expect, it } from 'vitest'
import { Matcher } from '../../regexp.ts'
import { Effort } from './effort.ts'
import { misfits } from './schema.ts'
import { type JsonSchema, schemaProblem } from './schema-syntax.ts'
import { type JsonValue, beginningOf } from './values.ts'

let slices = 0

async function problemsOf(schema: JsonSchema, document: JsonValue): Promise<string[]> {
  const bounds = { effort: new Effort(), matcher: new Matcher() }
  const nextSlice = async (): Promise<void> => void slices++
  const found = await misfits(schema, document, { bounds, show: (value) => beginningOf(value, 100), nextSlice })
  return found.map(({ at, problem }) => `${at} ${problem}`.trim())
}

const order: JsonSchema = {
  type: 'object',
  required: ['id', 'lines'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    lines: { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: '#/$defs/line' } },
    state: { enum: ['open', 'paid'] },
    paid_at: { type: ['string', 'null'], format: 'date-time' },
  },
  if: { properties: { state: { const: 'paid' } }, required: ['state'] },
  ...(JSON.parse('{"then":{"required":["paid_at"]}}') as object),
  $defs: {
    line: { $anchor: 'line', properties: { count: { type: 'integer', minimum: 1 }, sku: { pattern: '^[A-Z]+$' } } },
  },
}
const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

describe('a JSON Schema', () => {
  it.each<[JsonValue, string[]]>([
    [{ id, lines: [{ count: 1, sku: 'ABC' }], state: 'open' }, []],
    [{ id, lines: [{ count: 1 }], state: 'paid', paid_at: '2026-02-28T10:00:00Z' }, []],
    [{ id, lines: [{ count: 1 }], state: 'paid' }, ['must have "paid_at"']],
    [[], ['must be object, is array']],
    [{ id: 'x', lines: [] }, ['/id must be a uuid, is x', '/lines must have at least 1 item(s), has 0']],
    [
      { id, lines: [{ count: 0.5, sku: 'abc' }], extra: 1 },
      [
        '/lines/0/count must be integer, is number',
        '/lines/0/count must be at least 1, is 0.5',
        '/lines/0/sku must match ^[A-Z]+$, is abc',
        '/extra must not be present',
      ],
    ],
    [
      {
        id,
        lines: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      ['/lines must not have duplicate items'],
    ],
    [{ id, lines: [1], state: 'lost' }, ['/state must be one of ["open","paid"], is lost']],
  ])('reports what is wrong with %j', async (document, problems) => {
    expect(schemaProblem(order)).toBeNull()
    expect((await problemsOf(order, document)).sort()).toEqual(problems.sort())
  })

  it.each<[JsonSchema, JsonValue, boolean]>([
    [true, 1, true],
    [false, 1, false],
    [{ type: 'integer' }, 1.0, true],
    [{ multipleOf: 0.1 }, 0.3, true],
    [{ exclusiveMinimum: 1 }, 1, false],
    [{ minimum: 1, exclusiveMinimum: true }, 1, false],
    [{ maxLength: 2 }, '😀😀', true],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], false],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 1], true],
    [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], false],
    [{ contains: { const: 1 }, minContains: 0 }, [], true],
    [{ oneOf: [{ type: 'number' }, { minimum: 2 }] }, 3, false],
    [{ anyOf: [{ type: 'string' }, { minimum: 2 }] }, 3, true],
    [{ not: { required: ['a'] } }, { a: 1 }, false],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, false],
    [{ patternProperties: { '^x': { type: 'number' } }, additionalProperties: false }, { x1: 1 }, true],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, false],
    [{ dependencies: { a: { required: ['b'] } } }, { a: 1, b: 1 }, true],
    [{ const: { a: [1, 2] } }, { a: [1, 2] }, true],
    [
      {
        $id: 'https://example.com/tree',
        properties: { next: { $ref: 'https://example.com/tree#/$defs/x' } },
        $defs: { x: { type: 'null' } },
      },
      { next: 1 },
      false,
    ],
    [{ $ref: '#line', $defs: { line: { $anchor: 'line', type: 'number' } } }, 'a', false],
    [
      { properties: { child: { $ref: '#' } }, required: ['name'] },
      { name: 'a', child: { name: 'b', child: {} } },
      false,
    ],
    [{ required: ['toString'] }, {}, false],
    [{ format: 'email' }, 'a@example.com', true],
    [{ format: 'date' }, '2026-02-30', false],
    [{ format: 'ipv6' }, '::1', true],
    [{ format: 'hostname' }, 'a..b', false],
    [{ format: 'uri' }, '/relative', false],
    [{ format: 'made-up' }, 'anything', true],
  ])('%j matches %j: %s', async (schema, document, fits) => {
    expect(schemaProblem(schema)).toBeNull()
    expect((await problemsOf(schema, document)).length === 0).toBe(fits)
  })

  it.each<[JsonSchema, string]>([
    [{ type: 'text' }, '/type must be one of null, boolean, object, array, number, string, integer, or a list of them'],
    [{ properties: [] } as never, '/properties must be an object'],
    [{ properties: { a: 1 } }, '/properties/a must be a schema: an object, true or false'],
    [{ required: 'id' }, '/required must be a list of names'],
    [{ minLength: -1 }, '/minLength must be a whole number from 0'],
    [{ anyOf: {} }, '/anyOf must be a list of schemas'],
    [{ $ref: '#/$defs/gone' }, '/$ref must lead to a part of this schema, such as #/$defs/name'],
    [{ patternProperties: { '(': true } }, '/patternProperties must be a regular expression'],
    [
      JSON.parse(`${'{"not":'.repeat(150)}{}${'}'.repeat(150)}`) as JsonSchema,
      `${'/not'.repeat(101)} is nested more than 100 levels`,
    ],
  ])('%j is rejected', (schema, problem) => {
    expect(schemaProblem(schema)).toContain(problem)
  })
})

describe('a large document', () => {
  const line = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' }, count: { minimum: 0 } } }
  const lines = (length: number): JsonValue => Array.from({ length }, () => ({ sku: 'a', count: 1 }))

  it('is validated in slices with other work in between, and a small one at once', async () => {
    slices = 0
    expect(await problemsOf({ items: line }, lines(100))).toEqual([])
    expect(slices).toBe(0)
    expect(await problemsOf({ items: line }, lines(40_000))).toEqual([])
    expect(slices).toBeGreaterThan(10)
  })
})

describe('a hostile schema', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`d${n}`, { allOf: Array(2).fill({ $ref: `#/$defs/d${n + 1}` }) }]),
  )

  it.each<[string, JsonSchema, JsonValue, RegExp]>([
    ['refers to itself', { $ref: '#' }, 1, /refers to itself endlessly/],
    ['goes round in circles', { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#' }] } } }, 1, /endlessly/],
    ['doubles', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: true } }, 1, /take too long/],
    [
      'compares a long list with a long list',
      { items: { not: { enum: Array.from({ length: 5000 }, (_, n) => n) } } },
      Array<JsonValue>(50_000).fill(-1),
      /take too long/,
    ],
    [
      'tries many patterns on a long text',
      { allOf: Array<JsonValue>(1000).fill({ not: { pattern: '(x+x+)+y' } }) },
      'x'.repeat(500_000),
      /patterns of this monitor/,
    ],
  ])('that %s ends', async (_what, schema, document, message) => {
    expect(schemaProblem(schema)).toBeNull()
    await expect(problemsOf(schema, document)).rejects.toThrow(message)
  })

  it('reports at most ten problems', async () => {
    expect(await problemsOf({ items: { type: 'string' } }, Array<JsonValue>(10_000).fill(1))).toHaveLength(10)
  })
})
