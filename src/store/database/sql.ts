// SQL templates: values become parameters, statements nest, and equal texts are prepared once per connection.
import { storableJson, storableText } from '../../domain/database/storable.ts'

export class Statement {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  readonly prepared: boolean

  constructor(strings: readonly string[], parts: readonly unknown[], prepared = true) {
    this.strings = strings
    this.parts = parts
    this.prepared = prepared
  }
}

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Statement {
  return new Statement(strings, parts)
}

/** For a statement whose best plan depends on its values: it is planned each time. */
export function unprepared({ strings, parts }: Statement): Statement {
  return new Statement(strings, parts, false)
}

export const nothing = new Statement([''], [])

/** Joins conditions with `and`; without conditions, the result is true. */
export function every(conditions: (Statement | undefined | false)[]): Statement {
  const kept = conditions.filter((condition) => condition instanceof Statement)
  if (kept.length === 0) return sql`true`
  return new Statement(['', ...kept.slice(1).map(() => '\n  and '), ''], kept)
}

/** Whether a lower-case expression contains a text, ignoring case. */
export const contains = (what: Statement, text: string): Statement =>
  sql`${what} like '%' || lower(${literally(text)}) || '%'`

export const beginsWith = (what: Statement, text: string): Statement =>
  sql`${what} like lower(${literally(text)}) || '%'`

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

type Columns = Readonly<Record<string, unknown>>

const joined = (parts: readonly Statement[]): Statement =>
  new Statement(['', ...parts.slice(1).map(() => ', '), ''], parts)

/** Names of columns, which are part of the code and never come from a request. */
export const columnList = (columns: readonly string[]): Statement => new Statement([columns.join(', ')], [])

/** `name = $1, tags = $2`. */
export const assignments = (columns: Columns): Statement =>
  joined(Object.entries(columns).map(([name, value]) => sql`${columnList([name])} = ${value}`))

/** A timestamp in the JSON format of the API. */
export const iso = (moment: Statement): Statement => sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A parameter for `json` and `jsonb`. */
export const json = (value: unknown): string => storableJson(value)

export interface SqlQuery {
  name?: string
  text: string
  values: unknown[]
}

export function render(statement: Statement): SqlQuery {
  const values: unknown[] = []
  const text = write(statement, values)
  return { name: statement.prepared ? nameOf(text) : undefined, text, values }
}

function write(statement: Statement, values: unknown[]): string {
  let text = statement.strings[0] ?? ''
  statement.parts.forEach((part, index) => {
    if (part instanceof Statement) text += write(part, values)
    else text += `$${values.push(storablePart(part))}`
    text += statement.strings[index + 1]
  })
  return text
}

function storablePart(part: unknown): unknown {
  if (typeof part === 'string') return storableText(part)
  return Array.isArray(part) ? part.map(storablePart) : part
}

// Each name is a prepared statement in every pooled connection, so texts beyond this number stay unnamed.
const maxNames = 1000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
