// Replaces {{name}} by a value that an earlier step extracted. The value is plain text and is not expanded again.
import { TargetDown } from '../../../domain/outcome.ts'

/** Values by name; null if a step failed to extract it. */
export type Values = ReadonlyMap<string, string | null>

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const maxLength = 262_144

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0

/** The text before the first placeholder. */
export const beforePlaceholder = (text: string): string => text.slice(0, text.search(placeholder))

/** Replaces each placeholder by a digit, which keeps JSON valid. */
export const withoutPlaceholders = (text: string): string => text.replace(placeholder, '0')

/** Unknown names stay as they are. */
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

/** For single-line values: a line break would inject another line. */
export function fillLine(text: string, values: Values, what: string): string {
  const filled = fill(text, values)
  if (!/[\r\n\0]/.test(filled)) return filled
  const names = [...text.matchAll(placeholder)].map(([written]) => written).join(', ')
  throw new TargetDown('content', `${what} cannot contain ${names}: the value has a line break`)
}
