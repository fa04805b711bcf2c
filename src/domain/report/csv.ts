// CSV rows (RFC 4180) that spreadsheets show as text. All CSV files that Lapwing writes are built here.
export type CsvValue = string | number | null

export const csvRow = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`

// Spreadsheets evaluate cells that begin with these, some of them also in their full-width forms; `|` starts a DDE
// command.
const startsFormula = /^[=+\-@|\t\r\n＝＋－＠｜]/

/** Numbers, including negative ones, stay numbers. */
function csvCell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
