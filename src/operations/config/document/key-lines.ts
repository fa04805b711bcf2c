// Where objects are in the text of a document, for messages that point to a line.
import type * as Yaml from 'yaml'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import type { ConfigSection } from './sections.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

/** The line of each key in a section, counted from 1. The text is valid: it was parsed before. */
export function linesOfKeys(text: string, section: ConfigSection): ReadonlyMap<string, number> {
  const { LineCounter, isMap, isScalar, isSeq, parseDocument } = yaml()
  const lineCounter = new LineCounter()
  const items = parseDocument(text, { lineCounter }).get(section)
  const lines = new Map<string, number>()
  if (!isSeq(items)) return lines
  for (const item of items.items) {
    const key = isMap(item) ? item.get('key', true) : undefined
    if (isScalar(key) && key.range) lines.set(String(key.value), lineCounter.linePos(key.range[0]).line)
  }
  return lines
}
