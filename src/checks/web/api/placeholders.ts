// {{name}} in a text is replaced by what an earlier step took out of its answer: plain text, read no second time.
import { TargetDown } from '../../../domain/outcome.ts'

/** By name; null for one that a step was to find and did not. */
export type Values = ReadonlyMap<string, string | null>

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const maxLength = 262_144

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0

/** The text before the first of them. */
export const beforePlaceholder = (text: string): string => text.slice(0, text.search(placeholder))

/** With a digit in place of each, which leaves JSON readable. */
export const withoutPlaceholders = (text: string): string => text.replace(placeholder, '0')

/** Names that no step finds stay as they are. */
export function fill(text: string, values: Values): string {
  if (values.size === 0 || !text.includes('{{')) return text
  let length = text.length
  return text.replace(placeholder, (written, name: string) => {
    const value = values.get(name)
    if (value === undefined) return written
    if (value === null) throw new TargetDown('content', `needs {{${name}}}, which no earlier step extracted`)
    length += value.length
    if (length > maxLength) throw new TargetDown('content', `becomes longer than 256 KiB with {{${name}}}`)
    return value
  })
}

/** For what must stay one line: a value with a line break would end it and begin another. */
export function fillLine(text: string, values: Values, what: string): string {
  const filled = fill(text, values)
  if (!/[\r\n\0]/.test(filled)) return filled
  const names = [...text.matchAll(placeholder)].map(([written]) => written).join(', ')
  throw new TargetDown('content', `${what} cannot contain ${names}: the value has a line break`)
}
