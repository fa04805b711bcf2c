// Reads JSON line by line, also if its end was cut off, so that values can be picked from a response.
export interface JsonLine {
  readonly path: string
  readonly depth: number
  /** The key or index in front of the value. */
  readonly name: string | null
  /** Undefined for the start of an object or a list. */
  readonly value?: string | number | boolean | null
  readonly text: string
}

const maxLines = 400
const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y

/** The lines up to where the text ends or is no JSON; empty if it does not begin as JSON. */
export function readJsonLines(text: string): JsonLine[] {
  const lines: JsonLine[] = []
  let at = 0
  const next = (): string | null => {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return null
    at = token.lastIndex
    return found[1] ?? found[2] ?? found[3]!
  }
  /** Whether the value was read to its end. */
  const readValue = (path: string, depth: number, name: string | null): boolean => {
    const start = next()
    if (start === null || lines.length >= maxLines) return false
    if (start !== '{' && start !== '[') {
      if (/^[}\],:]$/.test(start)) return false
      lines.push({ path, depth, name, value: JSON.parse(start) as string, text: start })
      return true
    }
    lines.push({ path, depth, name, text: start })
    return readItems(path, depth + 1, start === '[')
  }
  const readItems = (path: string, depth: number, isList: boolean): boolean => {
    for (let index = 0; ; index++) {
      const before = at
      const first = next()
      if (first === '}' || first === ']') return true
      if (first === null) return false
      if (isList) at = before
      else if (!first.startsWith('"') || next() !== ':') return false
      const key = isList ? String(index) : (JSON.parse(first) as string)
      if (!readValue(path + (isList ? `[${index}]` : memberOf(key)), depth, key)) return false
      const after = next()
      if (after === '}' || after === ']') return true
      if (after !== ',') return false
    }
  }
  readValue('$', 0, null)
  return lines.length > 1 ? lines : []
}

const memberOf = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)

/** An item made from a picked value: `{path}`, `{value}` and `{name}` of the template are replaced. */
export function pickedItem(template: Readonly<Record<string, string>>, { path, name, value }: JsonLine) {
  const word = (name ?? 'value').replaceAll(/\W+/g, '_').replace(/^(?=\d)/, '_') || 'value'
  return Object.fromEntries(
    Object.entries(template).map(([key, text]) => [
      key,
      text === '{value}' ? (value ?? 'null') : text.replace('{path}', path).replace('{name}', word),
    ]),
  )
}
