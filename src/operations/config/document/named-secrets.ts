// Values that a document names: secrets as `{env: NAME}`, so that it can be public, and files as `{file: PATH}`. The
// lapwing command reads them and sends them along.
import type { ConfigBody } from './sections.ts'

export interface NamedValues {
  readonly values: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

export const isRecord = (value: unknown): value is ConfigBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name in `{env: NAME}` and the like. */
export const nameIn = (value: ConfigBody, kind: 'env' | 'file' | 'variable'): string | undefined => {
  const name = value[kind]
  return Object.keys(value).length === 1 && typeof name === 'string' ? name : undefined
}

/** A copy of a document with the values that were sent; other names stay. */
export function fillIn(value: unknown, named: NamedValues): unknown {
  if (Array.isArray(value)) return value.map((item) => fillIn(item, named))
  if (!isRecord(value)) return value
  const [variable, file] = [nameIn(value, 'env'), nameIn(value, 'file')]
  if (variable !== undefined && Object.hasOwn(named.values, variable)) return named.values[variable]
  if (file !== undefined && Object.hasOwn(named.files, file)) return named.files[file]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, named)]))
}

/** The first name without a value, with its path. */
export function unfilled(value: unknown, path: string): { path: string; name: string } | undefined {
  if (Array.isArray(value)) return value.map((item, index) => unfilled(item, `${path}[${index}]`)).find(Boolean)
  if (!isRecord(value)) return undefined
  const name = nameIn(value, 'env')
  if (name !== undefined) return { path, name }
  return Object.entries(value)
    .map(([key, part]) => unfilled(part, `${path}.${key}`))
    .find(Boolean)
}
