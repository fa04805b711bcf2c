// The report of an incident as a PDF (A4, black on white).
import { type Paper, bottomOf, faint, ink, margin, newPaper, numberPages, title, widthOf, written } from '../paper.ts'
import type { ReportDocument, ReportSection } from './document.ts'

export async function incidentPdfOf(document: ReportDocument, createdAt: Date): Promise<Buffer> {
  const { paper, done } = await newPaper({ title: document.title, createdAt })
  paper.fontSize(18).fillColor(ink)
  paper.text(written(paper, document.title, 'bold'), { width: widthOf(paper) })
  paper.fontSize(10).fillColor(faint).moveDown(0.3)
  paper.text(written(paper, document.subtitle, 'plain'))
  for (const section of document.sections) writeSection(paper, section)
  numberPages(paper, document.footer)
  return done()
}

function writeSection(
  paper: Paper,
  { title: heading, facts = [], entries = [], text = '', none }: ReportSection,
): void {
  title(paper, heading)
  for (const row of facts) twoColumns(paper, row)
  for (const row of entries) twoColumns(paper, row)
  const lines = text.trim() ? text.trim().split(/\r\n|[\r\n]/) : []
  for (const line of lines) put(paper, line || ' ', ink)
  if (facts.length + entries.length + lines.length === 0) put(paper, none, faint)
}

const put = (paper: Paper, text: string, colour: string): void => {
  paper.fontSize(9.5).fillColor(colour)
  paper.text(written(paper, text, 'plain'), margin, paper.y, { width: widthOf(paper), lineGap: 1.5 })
}

const labelWidth = 132
const gap = 10
const rowGap = 3.5

/** A label or time, and a text beside it that may need several lines. */
function twoColumns(paper: Paper, [label, text]: readonly [string, string]): void {
  const textWidth = widthOf(paper) - labelWidth - gap
  paper.fontSize(9.5)
  const heightOf = (part: string, width: number): number =>
    paper.heightOfString(written(paper, part, 'plain'), { width, lineGap: 1.5 })
  const height = Math.max(heightOf(label, labelWidth), heightOf(text, textWidth))
  // A text that is longer than a page starts where it is and goes on by itself.
  if (paper.y + height > bottomOf(paper) && height < bottomOf(paper) - margin) paper.addPage()
  const top = paper.y
  const page = paper.page
  paper.fillColor(faint)
  paper.text(written(paper, label, 'plain'), margin, top, { width: labelWidth, lineGap: 1.5 })
  const afterLabel = paper.y
  paper.fillColor(ink)
  paper.text(written(paper, text, 'plain'), margin + labelWidth + gap, top, { width: textWidth, lineGap: 1.5 })
  paper.x = margin
  paper.y = (paper.page === page ? Math.max(paper.y, afterLabel) : paper.y) + rowGap
}
