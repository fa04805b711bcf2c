// Composes the example of a request or response from its schema: fields say theirs with `.meta({ example })`.
import { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>

const moment = '2026-02-11T08:12:44.120Z'

/**
 * The example of a schema. Properties of objects can be replaced; an undefined one is left out. Optional properties
 * are only in it if they have an example.
 */
export function exampleOf(schema: z.ZodType, replaced: object = {}): any {
  const composed = compose(schema, '')
  return Object.keys(replaced).length === 0
    ? composed
    : Object.fromEntries(Object.entries({ ...composed, ...replaced }).filter(([, value]) => value !== undefined))
}

const ownExample = (schema: z.ZodType): Record<string, unknown> => z.globalRegistry.get(schema) ?? {}

function compose(schema: z.ZodType, path: string): any {
  const own = ownExample(schema)
  if ('example' in own) return own['example']
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodNullable) return isExemplary(schema) ? compose(inner(schema), path) : null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return compose(inner(schema), path)
  if (schema instanceof z.ZodArray) return [compose(schema.element as z.ZodType, `${path}[]`)]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodISODateTime) return moment
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Shape)
        .filter(([, part]) => !isOptional(part) || isExemplary(part))
        .map(([key, part]) => [key, compose(part, `${path}.${key}`)]),
    )
  throw new Error(`${path} has no example: add .meta({ example })`)
}

const inner = (schema: z.ZodOptional | z.ZodDefault | z.ZodNullable): z.ZodType => schema.unwrap() as z.ZodType

const isOptional = (schema: z.ZodType): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodDefault

/** Whether the schema, or the one that it wraps, says its own example. */
function isExemplary(schema: z.ZodType): boolean {
  if ('example' in ownExample(schema)) return true
  return (isOptional(schema) || schema instanceof z.ZodNullable) && isExemplary(inner(schema as z.ZodOptional))
}
