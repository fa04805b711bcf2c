// Writes the description of the operations as TypeScript: a type per schema, and input and output per path and method.
import { describe } from '../../src/api/openapi.ts'
import { liveEventNames } from '../../src/live/event-names.ts'
import { eventStream } from '../../src/operations/overview/event-stream.ts'
import type { Operation } from '../../src/operations/registry/define.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

type PathDescriptions = Readonly<Record<string, Readonly<Record<string, Described>>>>

interface Description {
  readonly paths: PathDescriptions
  readonly schemas: Readonly<Record<string, Schema>>
}

const notice = '// Written by `npm run sdk` from the operations. A change belongs there.\n'

/** The types of the package: what every client can use. */
export function writePublicTypes(operations: readonly Operation[]): string {
  const { paths, schemas } = describeOperations(operations)
  // Its codes are all that the client shows of it, and the name Error is taken everywhere.
  const { Error: error, ...named } = schemas
  const codes = `export type ErrorCode = ${typeOf(error!.properties!['error']!.properties!['code']!)}`
  return [notice, ...writeSchemas(named), codes, `export interface Paths {\n${writePaths(paths)}\n}\n`].join('\n')
}

/** The types that only the dashboard uses, and the public ones with them. */
export function writeDashboardTypes(operations: readonly Operation[]): string {
  const shared = describeOperations(operations)
  const all = describeOperations(operations.map((operation) => ({ ...operation, audience: 'public' as const })))
  const own = Object.fromEntries(Object.entries(all.schemas).filter(([name]) => !(name in shared.schemas)))
  const paths = Object.entries(all.paths).flatMap(([path, methods]) => {
    const publicMethods = shared.paths[path] ?? {}
    const ownMethods = Object.entries(methods).filter(([method]) => !(method in publicMethods))
    if (ownMethods.length === 0) return []
    const inherited = path in shared.paths ? `PublicPaths['${path}'] & ` : ''
    return [`  '${path}': ${inherited}{ ${methodsOf(Object.fromEntries(ownMethods))} }`]
  })
  const written = [
    ...writeSchemas(own),
    `export type LiveEventName = ${union(liveEventNames.map((name) => `'${name}'`))}`,
    `export interface Paths extends PublicPaths {\n${paths.join('\n')}\n}\n`,
  ].join('\n')
  const used = Object.keys(shared.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(written))
  return [
    notice,
    `import type { ${[...used, 'Paths as PublicPaths'].join(', ')} } from '../../sdk/src/api.ts'`,
    `export type * from '../../sdk/src/api.ts'`,
    written,
  ].join('\n')
}

/** The paths to which a POST with an Idempotency-Key can be repeated. */
export function writeCreatingPaths(operations: readonly Operation[]): string {
  const creating = operations.filter(({ audience, creating }) => audience === 'public' && creating)
  const paths = creating.map(({ path }) => `  '${path}',`)
  return `${notice}\nexport const creatingPaths: readonly string[] = [\n${paths.join('\n')}\n]\n`
}

function describeOperations(operations: readonly Operation[]): Description {
  const { paths, components } = JSON.parse(
    JSON.stringify(describe([...operations, eventStream], { version: '', origin: '' })),
  ) as {
    paths: PathDescriptions
    components: { schemas: Record<string, Schema> }
  }
  return { paths, schemas: components.schemas }
}

const writeSchemas = (schemas: Description['schemas']): string[] =>
  Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)

const writePaths = (paths: PathDescriptions): string =>
  Object.entries(paths)
    .map(([path, methods]) => `  '${path}': { ${methodsOf(methods)} }`)
    .join('\n')

function methodsOf(methods: Record<string, Described>): string {
  return Object.entries(methods)
    .map(([method, operation]) => `${method}: ${operationOf(operation)}`)
    .join('; ')
}

function operationOf({ parameters, requestBody, responses }: Described): string {
  const fields = [
    ...placed('params', parameters, 'path'),
    ...placed('query', parameters, 'query'),
    ...bodyOf(requestBody),
    `answer: ${answerOf(responses)}`,
  ]
  return `{ ${fields.join('; ')} }`
}

function placed(key: string, parameters: readonly Parameter[], place: string): string[] {
  const here = parameters.filter((parameter) => parameter.in === place)
  if (here.length === 0) return []
  const optional = here.every(({ required }) => !required)
  const fields = here.map(({ name, required, schema }) => `${keyOf(name, required)}: ${typeOf(schema)}`)
  return [`${keyOf(key, !optional)}: { ${fields.join('; ')} }`]
}

function bodyOf(body: Described['requestBody']): string[] {
  const schema = body?.content?.['application/json'].schema
  return schema ? [`${keyOf('body', body!.required)}: ${typeOf(schema)}`] : []
}

function answerOf(responses: Described['responses']): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = good.map(([, { content }]) => {
    if (!content) return 'undefined'
    // This client skips operations without JSON.
    const json = content['application/json']
    return json ? typeOf(json.schema) : 'never'
  })
  return [...new Set(types)].join(' | ')
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => typeOf({ ...schema, type })))
  return plainTypeOf(schema)
}

function plainTypeOf(schema: Schema): string {
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name, required.includes(name))}: ${typeOf(schema)}`,
  )
  const known = fields.length > 0 ? `{ ${fields.join('; ')} }` : undefined
  const others =
    typeof additionalProperties === 'object' ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>` : undefined
  return known ?? others ?? 'Readonly<Record<string, unknown>>'
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function keyOf(name: string, required: boolean): string {
  const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
  return required ? key : `${key}?`
}
