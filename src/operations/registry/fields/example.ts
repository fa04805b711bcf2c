// Composes the example of a response from its schema: fields say theirs with `.meta({ example })`.
import { z } from 'zod'

export const exampleId = '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'
/** Stands for a text without an example, which no public response may have. */
export const missingExample = '…'
const moments = { creation: '2026-02-10T09:00:00.000Z', any: '2026-02-11T08:12:44.120Z' }

/** The example of a schema, with other values for some properties of an object. */
export const exampleOf = (schema: z.ZodType, replaced: object = {}): any =>
  schema instanceof z.ZodObject ? composeObject(schema, '', replaced) : compose(schema, '')

const ownExample = (schema: z.ZodType): Record<string, unknown> => z.globalRegistry.get(schema) ?? {}

/** Null stands for what may be null, unless it has an example of its own. */
function compose(schema: z.ZodType, path: string): any {
  const own = ownExample(schema)
  if ('example' in own) return own['example']
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodNullable) return isExemplary(schema) ? compose(inner(schema), path) : null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return compose(inner(schema), path)
  if (schema instanceof z.ZodUnion) return compose(schema.options[0] as z.ZodType, path)
  if (schema instanceof z.ZodArray) return [compose(schema.element as z.ZodType, `${path}[]`)]
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodUUID) return exampleId
  if (schema instanceof z.ZodISODateTime) return path.endsWith('.created_at') ? moments.creation : moments.any
  if (schema instanceof z.ZodObject) return composeObject(schema, path)
  return missingExample
}

/** Optional properties are only in it if they have an example. */
const composeObject = (schema: z.ZodObject, path: string, replaced: object = {}): object => ({
  ...Object.fromEntries(
    Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)
      .filter(([key, part]) => !(key in replaced) && (!isOptional(part) || isExemplary(part)))
      .map(([key, part]) => [key, compose(part, `${path}.${key}`)]),
  ),
  ...replaced,
})

const inner = (schema: z.ZodOptional | z.ZodDefault | z.ZodNullable): z.ZodType => schema.unwrap() as z.ZodType

const isOptional = (schema: z.ZodType): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodDefault

/** Whether the schema, the one that it wraps, or one of its fields says an example. */
function isExemplary(schema: z.ZodType): boolean {
  if ('example' in ownExample(schema)) return true
  if (schema instanceof z.ZodObject) return Object.values<z.ZodType>(schema.shape).some(isExemplary)
  return (isOptional(schema) || schema instanceof z.ZodNullable) && isExemplary(inner(schema as z.ZodOptional))
}
