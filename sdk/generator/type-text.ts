// Writes JSON schemas and operations of the description as TypeScript.
export interface Schema {
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
  readonly description?: string
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly [string]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

export function methodsOf(methods: Readonly<Record<string, Described>>): string {
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

export function typeOf(schema: Schema): string {
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

export const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function keyOf(name: string, required: boolean): string {
  const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
  return required ? key : `${key}?`
}
