import { Validator } from '@seriousme/openapi-schema-validator'
import { describe as group, expect, it } from 'vitest'
import { withNotes } from '../../test/kit/lapwing/operations.ts'
import type { OperationDescription } from '../operations/registry/define.ts'
import { operations } from '../operations/index.ts'
import { sandboxEndpoints } from '../operations/sandbox/samples.ts'
import { describe } from './openapi.ts'
import { tagDescriptions } from './discovery/openapi-tags.ts'

const shown = withNotes.filter(({ audience }) => audience === 'public')
const described = (which: readonly OperationDescription[] = withNotes): any =>
  JSON.parse(JSON.stringify(describe(which, { version: '1.2.3', origin: 'https://status.example.com' })))
const description = described()
const { paths, components, info } = description
const entryOf = ({ path, method }: { path: string; method: string }) => paths[path][method.toLowerCase()]
const everyOperation = shown.map((operation) => [operation.id, operation, entryOf(operation)] as const)

const entries = new Map<string, any>(everyOperation.map(([id, , entry]) => [id, entry]))

const resolve = (node: any): any =>
  typeof node?.$ref === 'string'
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((part: any, name: string) => part?.[name], description)
    : node

function walk(node: unknown, visit: (key: string, value: unknown) => void): void {
  if (node === null || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    visit(key, value)
    walk(value, visit)
  }
}

group('the whole description', () => {
  it.each([
    ['what is served', [...operations, ...sandboxEndpoints]],
    ['every kind of operation', withNotes],
    ['nothing at all', []],
  ] as const)('is valid OpenAPI 3.1 of %s', async (_case, which) => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(described(which))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has no dangling references', () => {
    const references: string[] = []
    walk(description, (key, value) => {
      if (key === '$ref') references.push(String(value))
    })
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) expect(resolve({ $ref: reference }), reference).toBeDefined()
  })

  it('lists every public operation and no other', () => {
    const listed = Object.values<object>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(listed.sort()).toEqual(shown.map(({ id }) => id).sort())
  })

  it('names its version, its server, its license and its policies', () => {
    expect(info).toMatchObject({ version: '1.2.3', license: { identifier: 'Apache-2.0' } })
    expect(description.servers).toEqual([{ url: 'https://status.example.com/v1' }])
    for (const policy of ['deprecation', 'sunset']) {
      expect(info[`x-${policy}-policy`]).toBe(`https://status.example.com/policies/${policy}`)
      expect(info.description).toContain(`(https://status.example.com/policies/${policy})`)
    }
  })

  it('says how to authenticate', () => {
    expect(description.security).toEqual([{ bearer: [] }])
    expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('uses each of its tags, and lists them all', () => {
    const used = new Set(everyOperation.flatMap(([, , entry]) => entry.tags))
    expect(new Set(description.tags.map(({ name }: { name: string }) => name))).toEqual(used)
  })

  it('describes the error body with every code', () => {
    expect(components.schemas.Error.properties.error.properties.code.enum).toEqual([
      'invalid_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'conflict',
      'payload_too_large',
      'rate_limited',
      'internal_error',
      'not_implemented',
    ])
    for (const [name, response] of Object.entries<any>(components.responses)) {
      const code = name === 'unavailable' ? 'internal_error' : name
      expect(response.content['application/json']).toEqual({
        schema: { $ref: '#/components/schemas/Error' },
        example: { error: { code, message: expect.stringMatching(/\S/) } },
      })
    }
  })

  it('explains every query parameter', () => {
    const unexplained = everyOperation.flatMap(([id, , entry]) =>
      entry.parameters
        .filter(({ in: place, description: text }: any) => place !== 'path' && !/\S/.test(text))
        .map(({ name }: any) => `${id}: ${name}`),
    )
    expect(unexplained).toEqual([])
  })

  it('suits generators and linters: no choice of types in one list, a description everywhere, nothing unused', () => {
    const text = JSON.stringify(description)
    walk(description, (key, value) => {
      if (key === 'type' && Array.isArray(value)) expect(value.filter((type) => type !== 'null')).toHaveLength(1)
      if (key === 'operationId') expect(entries.get(value as string)?.description, String(value)).toMatch(/\S \S/)
    })
    for (const name of Object.keys(components.responses)) expect(text).toContain(`"#/components/responses/${name}"`)
    const undescribed = operations.filter(({ audience, tag }) => audience === 'public' && !(tag in tagDescriptions))
    expect(undescribed.map(({ tag }) => tag)).toEqual([])
  })

  it('contains no traces of the schema generator', () => {
    walk(description, (key) => expect(['$schema', '$defs', '~standard']).not.toContain(key))
    for (const schema of Object.values<object>(components.schemas)) expect(schema).not.toHaveProperty('id')
  })
})

group.each(everyOperation)('the description of %s', (_id, operation, entry) => {
  it('has a summary, a tag, its scope and its security', () => {
    expect(entry).toMatchObject({ summary: operation.summary, tags: [operation.tag], 'x-scope': operation.access })
    expect(entry.security).toEqual(operation.access === 'none' ? [] : undefined)
  })

  it('has every parameter with its place and its schema', () => {
    const found = entry.parameters.map(({ in: place, name, required }: any) => [place, name, required])
    const expected = [
      ...Object.keys(operation.params?.shape ?? {}).map((name) => ['path', name, true]),
      ...Object.entries(operation.query?.shape ?? {}).map(([name, schema]) => [
        'query',
        name,
        !schema.safeParse(undefined).success,
      ]),
      ...(operation.creating ? [['header', 'Idempotency-Key', false]] : []),
      ...(operation.waits ? [['header', 'Prefer', false]] : []),
    ]
    expect(found).toEqual(expected)
    for (const { name, schema } of entry.parameters)
      expect(resolve(schema).type ?? resolve(schema).enum ?? resolve(schema).anyOf, name).toBeDefined()
  })

  it('has its body, closed to unknown fields, with an example', () => {
    if (!operation.body) return expect(entry.requestBody).toBeUndefined()
    const { schema, example } = entry.requestBody.content['application/json']
    expect(entry.requestBody.required).toBe(!operation.body.safeParse(undefined).success)
    expect(resolve(schema).additionalProperties).toBe(false)
    expect(example).toEqual(operation.bodyExample)
  })

  it('has its responses with schema and example, and its errors', () => {
    const expected = new Set(['400', '429', '500', ...Object.keys(operation.responses)])
    if (operation.access !== 'none') for (const status of ['401', '403']) expected.add(status)
    if (operation.params) expected.add('404')
    if (operation.body) expected.add('413')
    if (operation.creating) expected.add('409')
    expect(new Set(Object.keys(entry.responses)).isSupersetOf(expected)).toBe(true)
    for (const [status, response] of Object.entries(entry.responses).map(
      ([code, node]) => [code, resolve(node)] as const,
    )) {
      expect(response.description, status).toMatch(/\S/)
      if (status === '204') expect(response.content).toBeUndefined()
      else if (operation.responses[Number(status)] && !operation.responses[Number(status)]!.schema)
        expect(Object.keys(response.content)).toEqual(operation.responses[Number(status)]!.types)
      else {
        for (const [type, { schema }] of Object.entries<any>(response.content))
          if (type.endsWith('yaml')) expect(schema).toEqual(response.content['application/json'].schema)
        expect(response.content['application/json'], status).toMatchObject({
          schema: expect.any(Object),
          example: expect.any(Object),
        })
      }
    }
  })

  it('has rate headers on every response, Retry-After on 429 and 503, and Idempotency-Replay if it accepts a key', () => {
    const rate = [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    ]
    for (const [status, node] of Object.entries(entry.responses)) {
      const names = Object.keys(resolve(node).headers)
      for (const name of rate) expect(names, status).toContain(name)
      expect(names.includes('Retry-After')).toBe(['429', '503'].includes(status))
      expect(names.includes('WWW-Authenticate')).toBe(status === '401')
      expect(names.includes('Idempotency-Replay')).toBe(operation.creating && status in operation.responses)
    }
  })

  it('is marked as deprecated exactly when the operation is', () => {
    expect(entry.deprecated).toBe(operation.deprecated ? true : undefined)
  })
})

group('schemas', () => {
  it('body fields have no default, which openapi-typescript would make required; the description has it', () => {
    const found: string[] = []
    const look = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object') return
      if ('properties' in value)
        for (const [name, field] of Object.entries(value.properties as object))
          if ((field as object | null) && 'default' in (field as object)) found.push(`${path}.${name}`)
      const { $ref } = value as { $ref?: string }
      if ($ref) look(description.components.schemas[$ref.split('/').at(-1)!], $ref)
      for (const [key, part] of Object.entries(value)) if (key !== 'example') look(part, `${path}/${key}`)
    }
    for (const [path, methods] of Object.entries<any>(description.paths))
      for (const [method, { requestBody }] of Object.entries<any>(methods)) look(requestBody, `${method} ${path}`)
    expect(found).toEqual([])
    const { required, properties } = description.components.schemas['MonitorCreate']
    expect(required).toEqual(['name', 'type', 'interval'])
    expect(properties.tags.description).toContain('if omitted')
  })

  it('limit is an integer from 1 to 100, 50 by default', () => {
    const [limit] = paths['/notes'].get.parameters
    expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 50 })
  })

  it('an instant is a date-time', () => {
    expect(paths['/notes'].post.requestBody.content['application/json'].schema.properties.startsAt).toMatchObject({
      type: 'string',
      format: 'date-time',
    })
  })

  it('a list is an envelope whose items are components', () => {
    const { schema } = paths['/notes'].get.responses[200].content['application/json']
    expect(schema.properties.data.items).toEqual({ $ref: '#/components/schemas/Note' })
    expect(schema.required).toEqual(['object', 'data', 'has_more', 'next_cursor'])
  })

  it('responses allow additional fields', () => {
    for (const [, operation, entry] of everyOperation)
      for (const status of Object.keys(operation.responses))
        walk(entry.responses[status].content ?? {}, (key, value) => {
          if (key === 'additionalProperties') expect(value).not.toBe(false)
        })
  })
})
