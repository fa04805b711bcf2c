// Recognizes the tool that a document is from, for the message to people who chose another one.
import { Fault } from '../domain/fault.ts'
import { fieldsIn, isFields } from './drafting.ts'
import { parseJson } from './parsing.ts'
import type { ImportedSetup } from './setup.ts'
import type { DocumentSigns, ImportSource } from './source.ts'

/** Reads a document as that of a tool; refuses one of another tool, and one in which the tool finds nothing. */
export function readAs(source: ImportSource, document: string, sources: readonly ImportSource[]): ImportedSetup {
  const isKnown = refuseOtherTool(source, document, sources)
  const setup = source.read(document)
  const isEmpty = Object.values(setup).every((items: readonly unknown[]) => items.length === 0)
  if (isEmpty && !isKnown) throw new Fault('invalid_request', `document: must be ${source.takes}`)
  return setup
}

/** Returns whether the document has the signs of the tool. */
export function refuseOtherTool(source: ImportSource, document: string, sources: readonly ImportSource[]): boolean {
  const signs = signsOf(document)
  if (signs === null || source.recognizes(signs)) return signs !== null
  const other = sources.find((one) => one.recognizes(signs))
  if (!other) return false
  throw new Fault(
    'invalid_request',
    `document: looks like it is from ${other.title}; choose ${other.title} to import it`,
  )
}

/** Null if the document is no JSON although it begins like it; the reader says what is wrong. */
function signsOf(document: string): DocumentSigns | null {
  if (!/^\s*[[{]/.test(document)) return { names: namesInText(document) }
  try {
    const parsed = parseJson(document, 'JSON')
    const names = new Set(isFields(parsed) ? Object.keys(parsed) : [])
    for (const [key, value] of Array.isArray(parsed) ? [['', parsed] as const] : Object.entries(fieldsIn(parsed)))
      for (const name of Object.keys(fieldsIn(Array.isArray(value) ? value[0] : null))) names.add(`${key}.${name}`)
    return { names }
  } catch {
    return null
  }
}

/** The keys at the left margin of YAML, and the columns of CSV. */
function namesInText(document: string): Set<string> {
  const keys = [...document.slice(0, 1_048_576).matchAll(/^["']?([\w-]{1,60})["']?[ \t]*:/gm)].map(([, key]) => key!)
  const [head = ''] = document
    .replace(/^\ufeff/, '')
    .slice(0, 4000)
    .split(/\r?\n/, 1)
  const columns = head.split(',').map((name) => name.trim().replace(/^"|"$/g, '').toLowerCase())
  return new Set([...keys, ...columns])
}
