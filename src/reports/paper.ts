// Draws pages, text, lines and tables in a PDF.
import { createRequire } from 'node:module'

export type Paper = PDFKit.PDFDocument

export const margin = 42
export const rowHeight = 20
export const ink = '#14201b'
export const faint = '#5c6b64'
const line = '#c9d2ce'

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold', wide: 'wide' } as const

const require = createRequire(import.meta.url)
/** A font for characters that the built-in fonts lack. */
const wideFont = (): string => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')

interface Sheets {
  readonly paper: Paper
  done(): Promise<Buffer>
}

export async function newPaper({ title, createdAt }: { title: string; createdAt: Date }): Promise<Sheets> {
  // Large, and most installations never print.
  const { default: PdfDocument } = await import('pdfkit')
  const info = { Title: title, Producer: 'Lapwing', Creator: 'Lapwing', CreationDate: createdAt }
  const paper = new PdfDocument({ size: 'A4', margin, bufferPages: true, info })
  const parts: Buffer[] = []
  paper.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => paper.on('end', resolve).on('error', reject))
  paper.registerFont(fonts.wide, wideFont())
  const done = async (): Promise<Buffer> => {
    paper.end()
    await ended
    return Buffer.concat(parts)
  }
  return { paper, done }
}

export const widthOf = ({ page }: Paper): number => page.width - 2 * margin
export const bottomOf = ({ page }: Paper): number => page.height - margin - 8

// The built-in fonts cover only Western Europe.
const western = /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€]*$/

/**
 * Selects a font that has the characters. Characters without a glyph become spaces, and the typographic minus a hyphen.
 */
export function written(paper: Paper, text: string, weight: 'plain' | 'bold'): string {
  const shown = text.replaceAll('−', '–').replace(/[\p{Cc}\p{Cf}]/gu, ' ')
  paper.font(western.test(shown) ? fonts[weight] : fonts.wide)
  return shown
}

/** Truncates with an ellipsis. */
function printed(paper: Paper, text: string, width: number): string {
  const shown = written(paper, text.slice(0, 300), 'plain')
  if (paper.widthOfString(shown) <= width) return shown
  let [fits, tooLong] = [0, shown.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (paper.widthOfString(`${shown.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${shown.slice(0, fits).trimEnd()}…`
}

interface FittedText {
  readonly shown: string
  readonly textWidth: number
}

/** Fits texts of one size to a width. Measures each text once: the cells of a column are often equal. */
function createFitting(paper: Paper): (text: string, width: number) => FittedText {
  const known = new Map<string, FittedText>()
  return (text, width) => {
    const key = `${width} ${text}`
    const before = known.get(key)
    if (before) {
      written(paper, before.shown, 'plain')
      return before
    }
    const shown = printed(paper, text, width)
    const fitted = { shown, textWidth: paper.widthOfString(shown) }
    known.set(key, fitted)
    return fitted
  }
}

export function rule(paper: Paper, y: number, colour = line): void {
  const x = margin
  paper
    .moveTo(x, y)
    .lineTo(x + widthOf(paper), y)
    .lineWidth(0.6)
    .stroke(colour)
}

interface TableColumn {
  readonly name: string
  /** The share of the page width. */
  readonly width: number
  readonly right?: boolean
}

interface TableRow {
  readonly cells: readonly string[]
  /** Draws into the second column. */
  draw?(x: number, y: number): void
}

interface PaperTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly none: string
}

/** Repeats the header on every page. */
export function table(paper: Paper, { columns, rows, none }: PaperTable): void {
  if (rows.length === 0) {
    paper
      .fontSize(9)
      .fillColor(faint)
      .text(written(paper, none, 'plain'), margin, paper.y)
    return
  }
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => (width / total) * widthOf(paper))
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, margin))
  const fitting = createFitting(paper)
  const put = (cells: readonly string[], y: number, colour: string): void => {
    paper.fontSize(8.5).fillColor(colour)
    cells.forEach((cell, index) => {
      if (cell === '') return
      const { shown, textWidth } = fitting(cell, widths[index]! - 6)
      const indent = columns[index]!.right ? widths[index]! - textWidth : 0
      paper.text(shown, lefts[index]! + indent, y + 6, { lineBreak: false, textWidth } as PDFKit.Mixins.TextOptions)
    })
  }
  const names = columns.map(({ name }) => name)
  const head = (top: number): number => {
    put(names, top, faint)
    rule(paper, top + rowHeight, ink)
    return top + rowHeight
  }
  let y = head(paper.y)
  for (const { cells, draw } of rows) {
    if (y + rowHeight > bottomOf(paper)) {
      paper.addPage()
      y = head(margin)
    }
    put(cells, y, ink)
    draw?.(lefts[1]!, y)
    y += rowHeight
    rule(paper, y)
  }
  paper.x = margin
  paper.y = y
}

export function title(paper: Paper, text: string): void {
  // Room for the header of a table and its first row.
  if (paper.y + 90 > bottomOf(paper)) paper.addPage()
  paper.x = margin
  paper.y += 14
  paper
    .fontSize(12)
    .fillColor(ink)
    .text(written(paper, text, 'bold'))
  paper.moveDown(0.3)
}

export function paragraph(paper: Paper, text: string, colour = ink): void {
  paper
    .fontSize(9)
    .fillColor(colour)
    .text(written(paper, text, 'plain'), margin, paper.y, { width: widthOf(paper) })
}

/** Writes a line and the page number at the bottom of each page. */
export function numberPages(paper: Paper, made: string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(start + page)
    // Text below the margin would start a new page.
    paper.page.margins.bottom = 0
    const [y, width] = [paper.page.height - margin + 4, widthOf(paper)]
    paper.fontSize(8).fillColor(faint)
    paper.text(printed(paper, made, width - 60), margin, y, { lineBreak: false })
    paper.text(written(paper, `${page + 1} / ${count}`, 'plain'), margin, y, {
      width,
      align: 'right',
      lineBreak: false,
    })
  }
}
