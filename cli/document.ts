// Reads configuration documents for the server, which parses them.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { ApiError } from '../sdk/src/errors.ts'
import type { ArgumentSpec, CommandContext, OptionSpec } from './command.ts'
import { CommandError } from './exit-codes.ts'
import { namedLogos } from './logos.ts'

interface DocumentText {
  readonly file: string
  readonly yaml: string
  /** The logos that the document names as `{file: PATH}`. */
  readonly files: Record<string, string>
}

export interface SentDocuments {
  readonly documents: DocumentText[]
  /** The variables of the environment that the documents name as `{env: NAME}`. */
  readonly values: Record<string, string>
}

export const documentArguments: readonly ArgumentSpec[] = [
  { name: 'file', help: 'More documents', isOptional: true, isRest: true },
]

export const fileOption: OptionSpec = {
  help: 'A document, YAML or JSON, or a folder of them; - for standard input. May be repeated',
  value: 'FILE',
  short: 'f',
  isRepeatable: true,
}

/** The documents that a command line names, in its order and each once. */
export async function readDocuments({
  args,
  options,
}: Pick<CommandContext, 'args' | 'options'>): Promise<SentDocuments> {
  const named = [...((options['file'] ?? []) as readonly string[]), ...args]
  if (named.length === 0) throw new CommandError('Name the document with -f.')
  const files = new Map(named.flatMap(filesOf).map((file) => [file === '-' ? file : resolve(file), file]))
  const documents: DocumentText[] = []
  for (const file of files.values()) {
    const yaml = file === '-' ? await readAll(process.stdin) : readFile(file)
    documents.push({ file, yaml, files: namedLogos(yaml, file === '-' ? '.' : dirname(file)) })
  }
  return { documents, values: namedValues(documents.map(({ yaml }) => yaml).join('\n')) }
}

const extensions = ['.yaml', '.yml', '.json']

/** The documents of a folder, without those of its folders. */
function filesOf(path: string): string[] {
  if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !name.startsWith('.') && extensions.includes(extname(name)))
  if (names.length === 0) throw new CommandError(`${path}: has no file that ends in ${extensions.join(', ')}.`)
  return names.toSorted().map((name) => join(path, name))
}

/** A mistake in a document, with its place in the file. */
export interface DocumentMistake {
  readonly message: string
  /** Null if it is not of a document. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
}

export const isInvalid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_request'

export function mistakesIn({ fields, message }: ApiError): DocumentMistake[] {
  if (fields.length === 0) return [{ message, file: null, line: null, column: null }]
  return fields.map(({ field, message: rule, file = null, line = null, column = null }) => ({
    message: field === 'yaml' ? rule : `${field}: ${rule}`,
    file,
    line,
    column,
  }))
}

export const notValid = ({ documents }: Pick<SentDocuments, 'documents'>): string =>
  documents.length === 1 ? 'The document is not valid.' : 'The documents are not valid.'

/** A line per mistake, such as `lapwing.yaml:7:5: monitors[shop].interval: Required`, as editors open them. */
export const writeMistakes = (mistakes: readonly DocumentMistake[]): string =>
  mistakes
    .map(({ message, file, line, column }) =>
      [file, line, column, ` ${message}`]
        .filter((part) => part !== null)
        .join(':')
        .trimStart(),
    )
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
