// Where a command prints: tables and colours on a terminal, JSON when piped. Progress and warnings go to stderr.
import { plainJson, plainText } from './plain-text.ts'
import { createPaint, type Paint } from './style.ts'
import { type Column, formatTable } from './table.ts'

export interface Output {
  /** Whether people read it; programs get JSON. */
  readonly isForPeople: boolean
  readonly isTerminal: boolean
  readonly paint: Paint
  /** A line for people. Text that comes from the server must pass `plainText` first. */
  print(line: string): void
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void
  /** Prints the data as JSON, or calls the function that prints it for people. */
  show(data: unknown, print: () => void): void
  json(data: unknown): void
  /** One entry of a stream: a line of JSON, or a line for people. */
  entry(data: unknown, line: string): void
  /**
   * A line on stderr that the next line replaces; an empty text removes it. If stderr is not a terminal, only an
   * `isLine` is printed.
   */
  progress(text: string, how?: { readonly isLine: boolean }): void
  warn(text: string): void
}

export interface OutputStreams {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly environment: Readonly<Record<string, string | undefined>>
}

export function createOutput({ stdout, stderr, environment }: OutputStreams, wantsJson: boolean): Output {
  const isTerminal = stdout.isTTY === true
  const isForPeople = isTerminal && !wantsJson
  const paint = createPaint({ isTerminal, environment })
  let hasProgress = false
  const progress: Output['progress'] = (text, { isLine } = { isLine: false }) => {
    if (stderr.isTTY !== true) return void (isLine && stderr.write(`lapwing: ${plainText(text)}\n`))
    if (hasProgress) stderr.write('\r\x1b[K')
    hasProgress = text !== ''
    if (hasProgress) stderr.write(plainText(text).slice(0, (stderr.columns || 80) - 1))
  }
  const print = (line: string): void => {
    progress('')
    stdout.write(`${line}\n`)
  }
  return {
    isForPeople,
    isTerminal,
    paint,
    print,
    table: (columns, rows) => formatTable(columns, rows, { paint, width: stdout.columns }).forEach(print),
    show: (data, printForPeople) => (isForPeople ? printForPeople() : print(plainJson(data, 2))),
    json: (data) => print(plainJson(data, 2)),
    entry: (data, line) => print(isForPeople ? line : plainJson(data)),
    progress,
    warn: (text) => {
      progress('')
      stderr.write(`lapwing: ${text.split('\n').map(plainText).join('\n')}\n`)
    },
  }
}
