// Reads configuration documents for the server, which parses them.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { ApiError } from '../sdk/src/errors.ts'
import { CommandError } from './exit-codes.ts'
import { namedLogos } from './logos.ts'

export interface DocumentText {
  readonly yaml: string
  /** The variables of the environment that the document names as `{env: NAME}`. */
  readonly values: Record<string, string>
  /** The logos that the document names as `{file: PATH}`. */
  readonly files: Record<string, string>
}

export const fileOption = {
  help: 'The document, YAML or JSON; - for standard input',
  value: 'FILE',
  short: 'f',
} as const

export async function readDocument(file: string): Promise<DocumentText> {
  const yaml = file === '-' ? await readAll(process.stdin) : readFile(file)
  return { yaml, values: namedValues(yaml), files: namedLogos(yaml, file === '-' ? '.' : dirname(file)) }
}

/** A mistake in a document, with its place in the file. */
export interface DocumentMistake {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

export const isInvalid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_request'

export function mistakesIn({ fields, message }: ApiError): DocumentMistake[] {
  if (fields.length === 0) return [{ message, line: null, column: null }]
  return fields.map(({ field, message: rule, line = null, column = null }) => ({
    message: field === 'yaml' ? rule : `${field}: ${rule}`,
    line,
    column,
  }))
}

/** A line per mistake, such as `lapwing.yaml:7:5: monitors[shop].interval: Required`, as editors open them. */
export const writeMistakes = (file: string, mistakes: readonly DocumentMistake[]): string =>
  mistakes
    .map(({ message, line, column }) => `${line === null ? file : `${file}:${line}:${column}`}: ${message}`)
    .join('\n')

export function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

const nameOfSecret = /["']?\benv["']?\s*:\s*["']?([A-Za-z_][A-Za-z0-9_]*)/g

function namedValues(document: string): Record<string, string> {
  const names = new Set([...document.matchAll(nameOfSecret)].map(([, name]) => name!))
  const entries = [...names].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
