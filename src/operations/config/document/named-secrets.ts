// Values that a document names: secrets as `{env: NAME}`, so that it can be public, and files as `{file: PATH}`. The
// lapwing command reads them and sends them along.
import { Fault } from '../../../domain/fault.ts'
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

/** What a document may name in all: a small one can name a large file a thousand times. */
const maxFilled = 8 * 1024 * 1024

/** Copies documents with the values and files that were sent; other names stay. */
export function filler(values: NamedValues['values']): (document: unknown, files: NamedValues['files']) => unknown {
  let filled = 0
  const counted = (text: string): string => {
    filled += text.length
    if (filled <= maxFilled) return text
    throw new Fault('payload_too_large', 'document: the values and files that it names are larger than 8 MiB in total')
  }
  return function fill(value: unknown, files: NamedValues['files']): unknown {
    if (Array.isArray(value)) return value.map((item) => fill(item, files))
    if (!isRecord(value)) return value
    const [variable, file] = [nameIn(value, 'env'), nameIn(value, 'file')]
    if (variable !== undefined && Object.hasOwn(values, variable)) return counted(values[variable]!)
    if (file !== undefined && Object.hasOwn(files, file)) return counted(files[file]!)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, files)]))
  }
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
