// Bodies without the values that they have by default.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ConfigBody } from './sections.ts'

/** The fields of a body in the order of its schema, without those that have their default value. */
export function brief(schema: z.ZodObject, body: ConfigBody): ConfigBody {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, field]) => {
      const value = body[key]
      if (value === undefined) return []
      const { inner, usual } = unwrapped(field as z.ZodType)
      if (isDeepStrictEqual(value, usual)) return []
      const shorter = briefValue(inner, value)
      return isEmptyList(shorter) && usual === undefined ? [] : [[key, shorter]]
    }),
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function briefValue(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { inner } = unwrapped(schema.element as z.ZodType)
    return value.map((item) => briefValue(inner, item))
  }
  if (schema instanceof z.ZodObject && value !== null && typeof value === 'object')
    return brief(schema, value as ConfigBody)
  return value
}

/** A schema without what makes it optional, and its default value. */
function unwrapped(schema: z.ZodType, usual?: unknown): { inner: z.ZodType; usual: unknown } {
  if (schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType, JSON.parse(JSON.stringify(schema.def.defaultValue)))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType, usual)
  return { inner: schema, usual }
}
