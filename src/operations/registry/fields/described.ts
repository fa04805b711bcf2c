// What clients set of a resource, each field once: the bodies of requests, the fields of responses and what the
// activity log compares follow from it.
import { z } from 'zod'

interface DescribedField {
  /** Validates requests. */
  readonly schema: z.ZodType
  /** The value of a new resource for which none was sent; without one the field is required. */
  readonly default?: unknown
  /** The only body that has it. */
  readonly only?: 'create' | 'update'
  /** Its name in responses, if it is not the one in requests with underscores. */
  readonly response?: string
  /** Its schema in responses, if that does not follow from `schema`; null if responses do not have it. */
  readonly shown?: z.ZodType | null
  readonly example?: unknown
}

type Described = Readonly<Record<string, DescribedField>>
type In<F extends Described, Body> = {
  [K in keyof F]: F[K] extends { only: infer Only } ? (Only extends Body ? K : never) : K
}[keyof F]
type WithDefault<Field extends DescribedField> = Field extends { default: unknown }
  ? z.ZodDefault<Field['schema']>
  : Field['schema']
type WithUnderscores<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WithUnderscores<Rest>}`
  : ''
type ShownName<K, Field> = Field extends { response: infer Name extends string } ? Name : WithUnderscores<K>
type Row<F extends Described> = {
  readonly [K in keyof F as F[K] extends { shown: null } ? never : K]: unknown
}

interface FieldSchemas<F extends Described> {
  readonly create: { [K in In<F, 'create'>]: WithDefault<F[K]> }
  readonly update: { [K in In<F, 'update'>]: z.ZodOptional<F[K]['schema']> }
  readonly shown: {
    [K in keyof F as F[K] extends { shown: null } ? never : ShownName<K, F[K]>]: F[K] extends {
      shown: infer Shown extends z.ZodType
    }
      ? Shown
      : z.ZodType
  }
  /** What responses and the activity log have of a stored row. */
  show(row: Row<F>): Record<string, unknown>
}

export function describeFields<const F extends Described>(fields: F): FieldSchemas<F> {
  const all = Object.entries<DescribedField>(fields)
  const inBody = (body: 'create' | 'update') => all.filter(([, { only = body }]) => only === body)
  const inResponses = all.flatMap(([name, { shown, schema, response = withUnderscores(name), ...field }]) =>
    shown === null ? [] : [{ name, response, shown: shown ?? stored(schema), field }],
  )
  const withDefault = ({ schema, default: value }: DescribedField) =>
    value === undefined ? schema : schema.default(value)
  return {
    create: Object.fromEntries(inBody('create').map(([name, field]) => [name, withDefault(field)])),
    update: Object.fromEntries(inBody('update').map(([name, { schema }]) => [name, schema.optional()])),
    shown: Object.fromEntries(
      inResponses.map(({ response, shown, field }) => [
        response,
        'example' in field ? shown.meta({ ...shown.meta(), example: field.example }) : shown,
      ]),
    ),
    show: (row) =>
      Object.fromEntries(inResponses.map(({ name, response }) => [response, (row as Record<string, unknown>)[name]])),
  } as FieldSchemas<F>
}

const withUnderscores = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The schema of a stored value, without the rules that a sent one was checked by. */
function stored(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return stored(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodArray) return z.array(stored(schema.element as z.ZodType))
  if (schema instanceof z.ZodEnum) return z.enum(schema.enum)
  if (schema instanceof z.ZodBoolean) return z.boolean()
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? z.int() : z.number()
  if (schema instanceof z.ZodUUID) return z.uuid()
  if (schema instanceof z.ZodString) return z.string()
  throw new Error(`a field with a schema of type ${schema.type} needs \`shown\``)
}
