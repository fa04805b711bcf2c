// Aligned columns. The widest column gives way if the terminal is too narrow.
import { fit, plainText, widthOf } from './plain-text.ts'
import type { Paint, Style } from './style.ts'

export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string | number | null | undefined
  readonly style?: (row: Row) => Style | undefined
  readonly isNumber?: boolean
  /** Never cut. */
  readonly isWhole?: boolean
}

interface TableOptions {
  readonly paint: Paint
  /** Of the terminal; lines are not cut if it is unknown. */
  readonly width: number | undefined
}

const gap = '  '
const minWidth = 8

export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, width }: TableOptions,
): string[] {
  const cells = rows.map((row) => columns.map(({ value }) => plainText(String(value(row) ?? '–'))))
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index]!))),
  )
  if (width !== undefined) shrink(columns, widths, width - gap.length * (columns.length - 1))
  const line = (texts: readonly string[], paintCell: (text: string, index: number) => string): string =>
    texts
      .map((text, index) => paintCell(pad(text, widths[index]!, columns[index]!.isNumber), index))
      .join(gap)
      .trimEnd()
  return [
    line(
      columns.map(({ title }) => title),
      (text) => paint('dim', text),
    ),
    ...cells.map((texts, row) =>
      line(texts, (text, index) => {
        const style = columns[index]!.style?.(rows[row]!)
        return style ? paint(style, text) : text
      }),
    ),
  ]
}

function shrink<Row>(columns: readonly Column<Row>[], widths: number[], available: number): void {
  let excess = widths.reduce((sum, one) => sum + one, 0) - available
  while (excess > 0) {
    const most = Math.max(...widths.filter((_, index) => !columns[index]!.isWhole))
    if (most <= minWidth) return
    widths[widths.findIndex((one, index) => one === most && !columns[index]!.isWhole)]!--
    excess--
  }
}

function pad(text: string, width: number, isNumber = false): string {
  const shown = fit(text, width)
  const space = ' '.repeat(Math.max(0, width - widthOf(shown)))
  return isNumber ? space + shown : shown + space
}
