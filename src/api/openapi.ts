// The OpenAPI 3.1 description, generated from the registry.
import { z } from 'zod'
import { type FaultCode, faultStatuses } from '../domain/fault.ts'
import type { OperationDescription, Response } from '../operations/registry/define.ts'
import { exampleOf } from '../operations/registry/fields/example.ts'
import { tagDescriptions } from './discovery/openapi-tags.ts'

type OpenApiObject = Record<string, unknown>

export interface DescribeOptions {
  readonly version: string
  readonly origin: string
}

export function describe(
  operations: readonly OperationDescription[],
  { version, origin }: DescribeOptions,
): OpenApiObject {
  const schemas: OpenApiObject = { Error: errorSchema }
  const shown = operations.filter(({ audience }) => audience === 'public')
  const paths: Record<string, OpenApiObject> = {}
  for (const operation of shown)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lapwing API',
      version,
      summary: 'Uptime and health monitoring',
      description: [
        'Requests are camelCase JSON, responses snake_case JSON. Lists come in an envelope with `has_more`,',
        'errors as `{ error: { code, message } }`. New endpoints, optional parameters and response fields may be added',
        'at any time.',
        `Changes are announced first: see the [deprecation policy](${origin}/policies/deprecation)`,
        `and the [sunset policy](${origin}/policies/sunset).`,
      ].join(' '),
      contact: { name: 'The operator of this installation', url: origin },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-deprecation-policy': `${origin}/policies/deprecation`,
      'x-sunset-policy': `${origin}/policies/sunset`,
    },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    tags: [...new Set(shown.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    components: {
      schemas,
      responses: errorResponses(shown),
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or an OAuth access token' },
      },
    },
  }
}

function describeOperation(operation: OperationDescription, schemas: OpenApiObject): OpenApiObject {
  const { deprecated } = operation
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description ?? describeResult(operation),
    ...(deprecated && {
      deprecated: true,
      'x-deprecated-since': deprecated.since,
      'x-sunset': deprecated.sunset,
      'x-instead': deprecated.instead,
    }),
    ...(operation.access === 'none' && { security: [] }),
    'x-scope': operation.access,
    parameters: parametersOf(operation, schemas),
    ...(operation.body && {
      requestBody: {
        required: !operation.body.safeParse(undefined).success,
        content: {
          'application/json': {
            schema: schemaOf(operation.body, 'body', schemas),
            example: operation.bodyExample,
          },
        },
      },
    }),
    responses: responsesOf(operation, schemas),
  }
}

function describeResult({ responses }: OperationDescription): string {
  const [{ description }] = Object.values(responses) as [Response]
  return `Returns ${description.charAt(0).toLowerCase()}${description.slice(1)}.`
}

function parametersOf(operation: OperationDescription, schemas: OpenApiObject): OpenApiObject[] {
  const found = [...inPlace('path', operation.params, schemas), ...inPlace('query', operation.query, schemas)]
  if (operation.creating) found.push(idempotencyKey)
  if (operation.waits) found.push(prefer)
  return found
}

function inPlace(place: 'path' | 'query', object: z.ZodObject | undefined, schemas: OpenApiObject): OpenApiObject[] {
  return Object.entries(object?.shape ?? {}).map(([name, part]) => {
    const { description, ...schema } = schemaOf(part as z.ZodType, 'input', schemas)
    const required = place === 'path' || !(part as z.ZodType).safeParse(undefined).success
    return { name, in: place, required, ...(description ? { description } : {}), schema }
  })
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any unique string. Repeating the request with it within 24 hours returns the stored response and has no ' +
    'second effect',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const prefer = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`wait=10` delays the response for up to that many seconds, until the result is available',
  schema: { type: 'string' },
}

function responsesOf(operation: OperationDescription, schemas: OpenApiObject): OpenApiObject {
  const answers = Object.entries(operation.responses).map(([status, response]) => [
    status,
    describeResponse(operation, response, schemas),
  ])
  const faults = faultsOf(operation).map((code) => [String(faultStatuses[code]), reference('responses', code)])
  return Object.fromEntries([...answers, ...faults, ['503', reference('responses', 'unavailable')]])
}

function describeResponse(
  operation: OperationDescription,
  { description, schema, example, types = [], headers: own }: Response,
  schemas: OpenApiObject,
): OpenApiObject {
  const ownHeaders = Object.entries(own ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ])
  return {
    description,
    headers: {
      ...rateHeaders,
      ...(operation.creating && { 'Idempotency-Replay': reference('headers', 'Idempotency-Replay') }),
      ...Object.fromEntries(ownHeaders),
    },
    ...((schema || types.length > 0) && {
      content: {
        ...(schema && {
          'application/json': {
            schema: schemaOf(schema, 'output', schemas),
            example: withoutForm(exampleOf(schema, example)),
          },
        }),
        ...Object.fromEntries(
          types.map((type) => [type, { schema: contentSchema(type, schema && schemaOf(schema, 'output', schemas)) }]),
        ),
      },
    }),
  }
}

/** YAML is described by what it contains, as JSON is. */
function contentSchema(type: string, json: OpenApiObject | undefined): OpenApiObject {
  if (json && type.endsWith('yaml')) return json
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function faultsOf(operation: OperationDescription): FaultCode[] {
  const found = new Set<FaultCode>(['invalid_request', 'rate_limited', 'internal_error', ...operation.faults])
  if (operation.access !== 'none') found.add('unauthorized').add('forbidden')
  if (operation.params) found.add('not_found')
  if (operation.body) found.add('payload_too_large')
  if (operation.creating) found.add('conflict')
  return [...found].sort((a, b) => faultStatuses[a] - faultStatuses[b])
}

/** Converts a schema to JSON Schema. A schema with an id becomes a component and is referenced. */
function schemaOf(schema: z.ZodType, use: 'input' | 'body' | 'output', schemas: OpenApiObject): OpenApiObject {
  const json = z.toJSONSchema(schema, {
    io: use === 'output' ? 'output' : 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Responses may gain fields at any time, so they allow additional properties.
      if (use === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.example
      // Zod omits the default of schemas with a transform.
      const { default: fallback } = z.globalRegistry.get(zodSchema) ?? {}
      if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
      if (use === 'body') describeDefault(jsonSchema)
    },
  })
  const {
    $schema: _,
    $defs = {},
    ...root
  } = JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'), splitTypes) as OpenApiObject
  for (const [name, definition] of Object.entries($defs as OpenApiObject))
    schemas[name] = withoutId(definition as OpenApiObject)
  if (typeof root['id'] !== 'string') return root
  schemas[root['id']] = withoutId(root)
  return reference('schemas', root['id'])
}

/** Client generators treat a field with a default as required, so the default moves into the description. */
function describeDefault(schema: { default?: unknown; description?: string }): void {
  if (schema.default === undefined) return
  const text = `\`${JSON.stringify(schema.default)}\` if omitted`
  schema.description = schema.description === undefined ? text : `${schema.description}; ${text}`
  delete schema.default
}

/** Client generators for languages with static types understand a choice between types only as anyOf. */
function splitTypes(key: string, value: unknown): unknown {
  const { type, ...rest } = (value ?? {}) as OpenApiObject
  const isChoice = key !== 'properties' && Array.isArray(type) && type.filter((one) => one !== 'null').length > 1
  return isChoice ? { ...rest, anyOf: type.map((one: string) => ({ type: one })) } : value
}

const withoutId = ({ id: _, ...schema }: OpenApiObject): OpenApiObject => schema
const reference = (kind: string, name: string): OpenApiObject => ({ $ref: `#/components/${kind}/${name}` })
const withoutForm = (example: unknown): unknown => JSON.parse(JSON.stringify(example), emptyForms)

/** Linters take the fields of forms for schemas, so examples have none. */
const emptyForms = (_key: string, value: unknown): unknown =>
  Array.isArray(value) && value.some((one) => isObject(one) && 'refers_to' in one) ? [] : value

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(faultStatuses), description: 'Stable; switch on this' },
        message: { type: 'string', description: 'For a person: what is wrong and what to do next' },
        details: {
          type: 'array',
          description: 'The fields that are wrong; only with `invalid_request`, and only if fields are at fault',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: {
              field: { type: 'string', description: 'Its path, such as `config.headers[0].name`' },
              message: { type: 'string' },
              line: { type: 'integer', description: 'Where it is in a document that was sent as YAML' },
              column: { type: 'integer' },
              file: { type: 'string', description: 'The one of `documents` that it is in' },
            },
          },
        },
      },
    },
  },
}

const header = (description: string, type = 'integer'): OpenApiObject => ({ description, schema: { type } })

const rateNames = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]
const meanings: Record<string, string> = {
  Limit: 'Requests allowed in a sliding minute',
  Remaining: 'Requests left in it',
  Reset: 'Seconds until more become available',
}

const headers: OpenApiObject = {
  ...Object.fromEntries(rateNames.map((name) => [name, header(meanings[name.split('-').at(-1)!]!)])),
  'Retry-After': header('Seconds to wait before the next request'),
  'Idempotency-Replay': header('`true` if this is the stored response of an earlier request', 'string'),
  'WWW-Authenticate': header('How to authenticate', 'string'),
}

const rateHeaders = Object.fromEntries(rateNames.map((name) => [name, reference('headers', name)]))

const errorTexts: Record<FaultCode | 'unavailable', [description: string, message: string]> = {
  invalid_request: [
    'The request is invalid; the message names the field and the rule',
    'limit: must be an integer from 1 to 100',
  ],
  unauthorized: [
    'The credential is missing or invalid',
    'Authorization header missing; send Authorization: Bearer <API_KEY>',
  ],
  forbidden: [
    'The credential lacks the scope, or the plan lacks the feature or is at its limit',
    'This needs a key with the write scope; this key has the read scope',
  ],
  not_found: ['The resource does not exist or belongs to another organization', 'Resource not found'],
  method_not_allowed: ['The path does not support the method', 'PUT is not supported here. Supported: GET, HEAD.'],
  conflict: ['The current state does not allow it', 'A request with this Idempotency-Key is still running'],
  payload_too_large: ['The body is too large', 'The body is larger than 256 KiB (262,144 bytes)'],
  rate_limited: ['The rate limit is exceeded', 'More than 60 requests in a minute; try again in 12 s'],
  internal_error: [
    'Internal error; it is safe to retry',
    'The service is temporarily unavailable; it is safe to try again',
  ],
  not_implemented: ['Announced but not yet available', 'This endpoint is announced but not yet available'],
  unavailable: [
    'The database is unreachable. A change may have been made all the same; it is safe to retry',
    'The service is temporarily unavailable; it is safe to try again',
  ],
}

function errorResponses(operations: readonly OperationDescription[]): OpenApiObject {
  const used = new Set<string>(['unavailable', ...operations.flatMap(faultsOf)])
  const entries = Object.entries(errorTexts)
    .filter(([name]) => used.has(name))
    .map(([name, [description, message]]) => {
      const code = name === 'unavailable' ? 'internal_error' : name
      const extra: OpenApiObject = {
        ...(['rate_limited', 'unavailable'].includes(name) && { 'Retry-After': reference('headers', 'Retry-After') }),
        ...(code === 'unauthorized' && { 'WWW-Authenticate': reference('headers', 'WWW-Authenticate') }),
      }
      const content = {
        'application/json': { schema: reference('schemas', 'Error'), example: { error: { code, message } } },
      }
      return [name, { description, headers: { ...rateHeaders, ...extra }, content }]
    })
  return Object.fromEntries(entries)
}
