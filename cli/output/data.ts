// Prints what an operation returned: the fields that were asked for, as a table, as JSON or as tab-separated lines.
import { UsageError } from '../exit-codes.ts'
import { didYouMean } from '../suggest.ts'
import { columnOf, columnsOf, isRow, type Row, textOf, valueAt } from './columns.ts'
import type { Output } from './output.ts'
import { plainText } from './plain-text.ts'
import { styleOf } from './style.ts'

export interface DataOptions {
  /** Of the command line: `fields` and `format`. */
  readonly options: Readonly<Record<string, unknown>>
  /** The command, which may have columns of its own. */
  readonly name: string
  readonly isList: boolean
}

export function printData(output: Output, data: unknown, { options, name, isList }: DataOptions): void {
  const fields = (options['fields'] as string | undefined)?.split(',').map((field) => field.trim())
  const format = options['json']
    ? 'json'
    : ((options['format'] as string | undefined) ?? (output.isForPeople ? 'table' : 'json'))
  const list = Array.isArray(data) ? (data as Row[]) : undefined
  const rows = list ?? (isRow(data) ? [data] : [])
  if (fields) refuseUnknown(fields, rows)
  if (format === 'tsv') return printLines(output, rows, fields)
  if (data === undefined) return output.isForPeople ? output.print('Done.') : undefined
  if (format === 'json') {
    const picked = fields ? rows.map((row) => pick(row, fields)) : rows
    return output.json(list ? picked : fields ? picked[0] : data)
  }
  if (list?.length === 0) return output.print(isList ? 'Nothing matches.' : 'Nothing.')
  if (list) return output.table(fields ? fields.map(columnOf) : columnsOf(name, list), list)
  if (isRow(data)) printFields(output, data, fields ?? Object.keys(data))
}

function refuseUnknown(fields: readonly string[], rows: readonly Row[]): void {
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (known.length === 0) return
  for (const field of fields) {
    const [first = ''] = field.split('.')
    if (!known.includes(first))
      throw new UsageError(`--fields: there is no ${first}.${didYouMean(first, known)} There are: ${known.join(', ')}.`)
  }
}

const pick = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]))

function printLines(output: Output, rows: readonly Row[], fields: readonly string[] | undefined): void {
  const shown = fields ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  for (const row of rows) output.print(shown.map((field) => plainText(textOf(valueAt(row, field)))).join('\t'))
}

function printFields(output: Output, row: Row, fields: readonly string[]): void {
  const shown = fields.filter((field) => field !== 'object')
  const width = Math.max(0, ...shown.map((field) => field.length))
  for (const field of shown) {
    const text = plainText(textOf(valueAt(row, field))) || '–'
    output.print(
      `${output.paint('dim', field.padEnd(width))}  ${field === 'state' || field === 'status' ? output.paint(styleOf(text), text) : text}`,
    )
  }
}
