// The fields of a JSON Schema, flattened for a table: `incident.id`, `components[].name`.
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly items?: ApiSchema
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly additionalProperties?: boolean | ApiSchema
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

type ApiSchemas = Readonly<Record<string, ApiSchema>>

export interface SchemaField {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

const maxDepth = 3

interface SchemaFieldOptions {
  /** A list response is described by the fields of one item. */
  readonly isResponse?: boolean
}

export function fieldsOf(schema: ApiSchema, schemas: ApiSchemas, { isResponse = false }: SchemaFieldOptions = {}) {
  const found: SchemaField[] = []
  const visit = (given: ApiSchema, prefix: string, depth: number): void => {
    const { properties = {}, required = [] } = resolved(given, schemas)
    for (const [name, part] of Object.entries(properties)) {
      const field = `${prefix}${name}`
      const description = part.description ?? resolved(part, schemas).description ?? ''
      found.push({
        name: field,
        type: typeOf(part, schemas),
        isRequired: !isResponse && required.includes(name),
        description,
      })
      const inner = objectIn(part, schemas)
      if (inner && depth < maxDepth) visit(inner.schema, `${field}${inner.suffix}`, depth + 1)
    }
  }
  visit(schema, '', 1)
  return found
}

function objectIn(given: ApiSchema, schemas: ApiSchemas): { schema: ApiSchema; suffix: string } | undefined {
  const schema = resolved(given, schemas)
  if (schema.properties) return { schema, suffix: '.' }
  if (schema.items) {
    const item = resolved(schema.items, schemas)
    return item.properties && { schema: item, suffix: '[].' }
  }
  const others = alternatives(schema).filter((one) => resolved(one, schemas).type !== 'null')
  return others.length === 1 ? objectIn(others[0]!, schemas) : undefined
}

const alternatives = ({ anyOf, oneOf }: ApiSchema): readonly ApiSchema[] => anyOf ?? oneOf ?? []

function resolved(schema: ApiSchema, schemas: ApiSchemas): ApiSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas)
}

export function typeOf(given: ApiSchema, schemas: ApiSchemas): string {
  const schema = resolved(given, schemas)
  const { type, enum: values, const: value, items, format } = schema
  if (values) return values.map((one) => `\`${String(one)}\``).join(' or ')
  if (value !== undefined) return `\`${String(value)}\``
  const others = alternatives(schema)
  if (others.length > 0) return [...new Set(others.map((one) => typeOf(one, schemas)))].join(' or ')
  if (type === 'array') return items ? `list of ${typeOf(items, schemas)}` : 'list'
  const names = (typeof type === 'string' ? [type] : (type ?? ['any'])).join(' or ')
  return `${names}${format ? ` (${format})` : ''}${limitsOf(schema)}`
}

function limitsOf({ minimum, maximum, maxLength }: ApiSchema): string {
  const isNarrow = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  if (isNarrow(minimum) && isNarrow(maximum)) return `, ${minimum} to ${maximum}`
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`
}
