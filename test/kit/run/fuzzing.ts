// Requests that follow from the OpenAPI description: as it says, or wrong in one place.
import type { Random } from '../../simulation/random.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface Described {
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema; example?: unknown } } }
  responses: Record<string, unknown>
}

export interface Fuzzed {
  readonly path: string
  readonly body: unknown
  /** What is wrong with it; null when nothing is. */
  readonly wrong: string | null
}

type Path = readonly (string | number)[]

/** One way to spoil a value, at a place inside it. */
interface Flaw {
  readonly at: Path
  readonly words: string
  /** Undefined leaves it out. */
  readonly value: unknown
}

export function operationsIn(description: any): Described[] {
  return Object.entries<any>(description.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}

export function createFuzzer(description: any, random: Random) {
  const resolved = (schema: Schema): Schema =>
    schema.$ref ? resolved(description.components.schemas[schema.$ref.split('/').at(-1)!]) : schema

  /** A value as the schema says; undefined where that takes more than a schema. */
  function valid(given: Schema): unknown {
    const schema = resolved(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.pattern && schema.format === undefined) return undefined
    switch (schema.type) {
      case 'boolean':
        return random.chance(0.5)
      case 'integer':
        return random.integer(Math.max(schema.minimum ?? -5, -1e9), Math.min(schema.maximum ?? 1000, 1e9))
      case 'string':
        return text(schema)
      case 'array':
        return array(schema)
      default:
        return undefined
    }
  }

  function array(schema: Schema): unknown {
    const one = schema.items && valid(schema.items)
    if (one === undefined) return (schema.minItems ?? 0) === 0 ? [] : undefined
    return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () => one)
  }

  const strange = ['a', 'é', '🐦', '"', "'", '\\', '<b>', '%', '{{x}}', ' ', '--', '$1', '\u202e', '\n']

  function text({ format, minLength = 0, maxLength = 50 }: Schema): string | undefined {
    const formats: Record<string, string> = {
      uuid: `0198c5a2-8a00-7e55-a1b2-${random.integer(0, 0xffffffff).toString(16).padStart(12, '0')}`,
      'date-time': new Date(Date.UTC(2026, random.integer(0, 11), random.integer(1, 28))).toISOString(),
      date: `2026-0${random.integer(1, 9)}-11`,
      email: 'ada@example.com',
      uri: 'https://example.com/x',
    }
    if (format !== undefined) return formats[format]
    let made = ''
    for (let n = random.integer(1, 12); n > 0; n--) made += random.pick(strange)
    return made.slice(0, maxLength).toWellFormed().padEnd(minLength, 'x')
  }

  /** Every way to spoil this value that the schema forbids for sure. */
  function flaws(given: Schema, value: unknown, at: Path = []): Flaw[] {
    const schema = resolved(given)
    const here = (words: string, wrong: unknown): Flaw => ({ at, words, value: wrong })
    const found: Flaw[] = []
    if (schema.enum) found.push(here('no value of the list', 'no-such-value'))
    else if (typeof schema.type === 'string') found.push(...ofType(schema, here))
    if (schema.properties && value !== null && typeof value === 'object' && !Array.isArray(value))
      found.push(...ofObject(schema, value as Record<string, unknown>, at))
    return found
  }

  function ofType(schema: Schema, here: (words: string, value: unknown) => Flaw): Flaw[] {
    const other: Record<string, unknown> = {
      string: { a: 1 },
      integer: 'x',
      number: 'x',
      boolean: 'yes',
      array: 'x',
      object: 5,
    }
    const found = [here('of another type', other[schema.type as string])]
    if (schema.maxLength !== undefined && schema.maxLength < 10_000)
      found.push(here('too long', 'x'.repeat(schema.maxLength + 1)))
    if (schema.minLength) found.push(here('too short', ''))
    if (schema.maximum !== undefined && schema.maximum < 2 ** 53 - 1) found.push(here('too large', schema.maximum + 1))
    if (schema.minimum !== undefined && schema.minimum > -(2 ** 53) + 1)
      found.push(here('too small', schema.minimum - 1))
    if (schema.type === 'integer') found.push(here('no integer', 1.5))
    if (schema.minItems) found.push(here('too few', []))
    if (schema.format === 'uuid' || schema.format === 'date-time') found.push(here(`no ${schema.format}`, 'never'))
    return found
  }

  function ofObject(schema: Schema, value: Record<string, unknown>, at: Path): Flaw[] {
    const fields = Object.entries(schema.properties!)
    return [
      ...(schema.additionalProperties === false ? [{ at: [...at, 'surprise'], words: 'unknown', value: 1 }] : []),
      ...(schema.required ?? []).map((name) => ({ at: [...at, name], words: 'missing', value: undefined })),
      ...fields.flatMap(([name, field]) => flaws(field, value[name], [...at, name])),
    ]
  }

  /** Another value for one field, as the schema says. */
  function varied(schema: Schema, value: unknown): unknown {
    const fields = Object.entries(resolved(schema).properties ?? {})
    if (fields.length === 0 || random.chance(0.3)) return value
    const [name, field] = random.pick(fields)
    const made = valid(field)
    return made === undefined ? value : withValue(value, [name], made)
  }

  function queryOf(parameters: readonly Parameter[]): Record<string, string> {
    const chosen = parameters.filter(({ name, required }) => required || (name !== 'cursor' && random.chance(0.3)))
    const given = chosen.map(({ name, schema }) => [name, valid(schema)] as const)
    return Object.fromEntries(
      given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
    )
  }

  function withFlaw(operation: Described, sound: { query: Record<string, string>; body: unknown }) {
    const parameters = operation.parameters.filter((one) => one.in === 'query')
    const schema = operation.requestBody?.content['application/json'].schema
    const shape = { properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])) }
    // Whatever is in a query is text, so that only what is no such text is wrong.
    const inQuery = ofObject({ ...shape, additionalProperties: false }, {}, []).filter(
      ({ words, at }) =>
        words !== 'of another type' && resolved(shape.properties[String(at[0])] ?? {}).type !== 'array',
    )
    const inBody = schema && sound.body !== undefined ? flaws(schema, sound.body).filter(({ at }) => at.length > 0) : []
    const spoilBody = inBody.length > 0 && random.chance(0.7)
    const flaw = random.pick(spoilBody ? inBody : inQuery)
    const wrong = `${spoilBody ? 'body' : 'query'} ${flaw.at.join('.')}: ${flaw.words}`
    if (spoilBody) return { ...sound, body: withValue(sound.body, flaw.at, flaw.value), wrong }
    return { ...sound, query: withValue(sound.query, flaw.at, String(flaw.value)) as Record<string, string>, wrong }
  }

  return {
    /** A request to a path that has its ids already, from a body that is as it should be. */
    next(operation: Described, path: string, example: unknown): Fuzzed {
      const query = queryOf(operation.parameters.filter((one) => one.in === 'query'))
      const schema = operation.requestBody?.content['application/json'].schema
      const sound = { query, body: schema && varied(schema, example) }
      const made = random.chance(0.5) ? { ...sound, wrong: null } : withFlaw(operation, { query, body: example })
      const search = new URLSearchParams(made.query).toString()
      return { path: search === '' ? path : `${path}?${search}`, body: made.body, wrong: made.wrong }
    },
  }
}

function withValue(whole: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  const copy: any = Array.isArray(whole) ? [...whole] : { ...(whole as object) }
  copy[first] = withValue(copy[first] ?? {}, rest, value)
  return copy
}
