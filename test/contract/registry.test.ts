// Rules for every operation of the registry, checked without a server.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../src/domain/fault.ts'
import { parse } from '../../src/domain/validation.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { exampleOf, missingExample } from '../../src/operations/registry/fields/example.ts'
import { withNotes } from '../kit/lapwing/operations.ts'

const named = (chosen: readonly Operation[]) => chosen.map((operation) => [operation.id, operation] as const)
const idsWhere = (has: (operation: Operation) => boolean) => withNotes.filter(has).map(({ id }) => id)

it('has no id and no method and path twice', () => {
  const ids = withNotes.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  const places = withNotes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(places).toEqual([...new Set(places)])
})

describe.each(named(withNotes))('%s', (_id, operation) => {
  it('has a camelCase id, a kebab-case path, a summary and a tag', () => {
    expect(operation.id).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/)
    expect(operation.path).toMatch(/^(\/([a-z0-9]+([.-][a-z0-9]+)*|\{[a-z][A-Za-z]*\}))+$/)
    expect(operation.summary).toMatch(/^\S.{5,}/)
    expect(operation.tag).toMatch(/^[A-Z]/)
  })

  it('describes exactly the parameters of its path', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const shape = operation.params?.shape ?? {}
    expect(Object.keys(shape)).toEqual(inPath)
    for (const name of Object.keys(shape)) for (const id of ['no id', '🐦']) refuses(shape[name]!, id, /^body: /)
  })

  it('has successful responses with description and schema, and with a valid example if it is public', () => {
    for (const [status, { description, schema, example, types }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^2\d\d$/)
      expect(description).toMatch(/\S/)
      if (status === '204') expect([schema, example]).toEqual([undefined, undefined])
      else if (schema || !types) expectSnakeCase(operation, schema!)
      if (operation.audience === 'dashboard') expect(example).toBeUndefined()
      else if (schema) expectFittingExample(operation, schema, example)
    }
  })
})

it('creates only with POST, and has no body for GET and no example without a body', () => {
  expect(idsWhere(({ creating, method }) => creating && method !== 'POST')).toEqual([])
  expect(idsWhere(({ body, method }) => body !== undefined && method === 'GET')).toEqual([])
  expect(idsWhere(({ body, bodyExample }) => body === undefined && bodyExample !== undefined)).toEqual([])
})

describe.each(named(withNotes.filter(({ body }) => body)))('the body of %s', (_id, { body, bodyExample }) => {
  it('has camelCase names and a valid example', () => {
    expect(bodyExample).toBeDefined()
    expect(body!.safeParse(bodyExample).error).toBeUndefined()
    const { properties = {} } = z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' })
    for (const name of Object.keys(properties)) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/)
  })

  it('refuses unknown fields and what is no object', () => {
    refuses(body!, { ...(bodyExample as object), surprise: 1 }, /(^|; )surprise: unsupported field/)
    for (const other of [[], 'text', 1, true]) refuses(body!, other, /^body: /)
  })
})

const parameters = withNotes.flatMap(({ id, query }) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({ id, name, schema, query: query! })),
)

it('has snake_case names in queries', () => {
  expect(parameters.map(({ name }) => name).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
})

it.each(parameters.filter(({ name }) => name === 'limit'))('$id refuses a limit outside 1-100', ({ query }) => {
  for (const limit of ['0', '101', '-1', '1.5', 'ten', '']) refuses(query, { limit }, /^limit: /)
})

const singleParameters = parameters.filter(({ schema }) => !schema.safeParse(['a', 'b']).success)
it.each(singleParameters)('$id refuses $name twice', ({ name, query }) => {
  refuses(query, { [name]: ['1', '1'] }, new RegExp(`(^|; )${name}(\\[0\\])?: `))
})

function refuses(schema: z.ZodType, value: unknown, words: RegExp): void {
  const refused = (): unknown => parse(schema, value)
  expect(refused).toThrow(Fault)
  expect(refused).toThrow(words)
}

function expectFittingExample({ id }: Operation, schema: z.ZodType, replaced: object | undefined): void {
  const example = exampleOf(schema, replaced)
  const plain: unknown = structuredClone(example)
  expect(schema.parse(plain)).toEqual(plain)
  expect(JSON.stringify(plain)).not.toContain(missingExample)
  if (!documents.includes(id)) expect(plain).toHaveProperty('object', expect.any(String))
}

// Responses in a format of their own: OpenAPI, JSON Schema, and a document that is sent back as a request.
const documents = ['getOpenapi', 'getConfigSchema', 'getConfig']

function expectSnakeCase({ id }: Operation, schema: z.ZodType): void {
  if (documents.includes(id)) return
  const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  JSON.parse(JSON.stringify(described), (key, value: object) => {
    if (key === 'properties')
      for (const name of Object.keys(value)) expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    return value
  })
}
