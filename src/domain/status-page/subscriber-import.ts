// Extracts email addresses from a table exported by another program.
export interface ListedAddress {
  /** Counted from 1. */
  readonly line: number
  readonly address: string
}

const heading = /^((e-?)?mail|(e-?mail )?address)$/i
const field = /[,;\t](?:"((?:[^"]|"")*)"|([^,;\t]*))/g

/** Uses the column with a matching heading, or the first; skips empty lines. */
export function addressesIn(csv: string): ListedAddress[] {
  const rows = csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ line: index + 1, fields: fieldsOf(text) }))
    .filter(({ fields }) => fields.some((text) => text !== ''))
  const column = rows[0]?.fields.findIndex((text) => heading.test(text)) ?? -1
  const addresses = column === -1 ? rows : rows.slice(1)
  return addresses.map(({ line, fields }) => ({ line, address: fields[Math.max(0, column)] ?? '' }))
}

const fieldsOf = (text: string): string[] =>
  [...`,${text}`.matchAll(field)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
