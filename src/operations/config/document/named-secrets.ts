// Secrets that a document names as `{env: NAME}`, so that it can be public. The lapwing command sends their values.
import type { ConfigBody } from './sections.ts'

const isRecord = (value: unknown): value is ConfigBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameIn = (value: ConfigBody): string | undefined =>
  Object.keys(value).length === 1 && typeof value.env === 'string' ? value.env : undefined

/** A copy of a document with the values that were sent; other names stay. */
export function fillIn(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => fillIn(item, values))
  if (!isRecord(value)) return value
  const name = nameIn(value)
  if (name !== undefined && Object.hasOwn(values, name)) return values[name]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, values)]))
}

/** The first name without a value, with its path. */
export function unfilled(value: unknown, path: string): { path: string; name: string } | undefined {
  if (Array.isArray(value)) return value.map((item, index) => unfilled(item, `${path}[${index}]`)).find(Boolean)
  if (!isRecord(value)) return undefined
  const name = nameIn(value)
  if (name !== undefined) return { path, name }
  return Object.entries(value)
    .map(([key, part]) => unfilled(part, `${path}.${key}`))
    .find(Boolean)
}
