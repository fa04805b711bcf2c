// Parses contacts as CSV: name, email, phone. Separators are commas, semicolons or tabs.
export interface ParsedContact {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  /** As the user wrote it. */
  readonly line: string
}

export interface ParsedContacts {
  readonly contacts: readonly ParsedContact[]
  /** Numbers of the incomplete lines. */
  readonly incomplete: readonly number[]
}

export function parseContacts(text: string): ParsedContacts {
  const contacts: ParsedContact[] = []
  const incomplete: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [name = '', email = '', phone = ''] = cellsOf(line)
    if (index === 0 && /mail$/i.test(email)) continue
    if (name === '' || !email.includes('@')) incomplete.push(index + 1)
    else contacts.push({ name, email, phone: phone || null, line })
  }
  return { contacts, incomplete }
}

function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((one) => line.includes(one)) ?? ','
  const cells: string[] = ['']
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!
    if (letter === '"' && quoted && line[at + 1] === '"') cells[cells.length - 1] += line[++at]!
    else if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells.map((cell) => cell.trim())
}
