// Contacts as lines: name, e-mail, phone. Commas, semicolons or tabs part them; quotes hold them together.
export interface ParsedContact {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  /** As it was written. */
  readonly line: string
}

export interface ParsedContacts {
  readonly contacts: readonly ParsedContact[]
  /** The numbers of the lines that say too little. */
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
