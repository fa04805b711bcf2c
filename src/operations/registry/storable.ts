import { Fault } from '../../domain/fault.ts'
import { isStorable } from '../../domain/database/storable.ts'
import { type FieldPath, nameOf } from '../../domain/validation.ts'

const deepest = 32

/** PostgreSQL cannot store NUL or lone surrogates; the nesting of values is limited. */
export function refuseUnstorable(value: unknown, path: FieldPath = []): void {
  if (typeof value === 'string') return refuseText(value, path)
  if (value === null || typeof value !== 'object') return
  if (path.length >= deepest)
    throw new Fault('invalid_request', `${nameOf(path.slice(0, 1))}: nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) return value.forEach((part, index) => refuseUnstorable(part, [...path, index]))
  for (const [key, part] of Object.entries(value)) {
    refuseText(key, path)
    refuseUnstorable(part, [...path, key])
  }
}

function refuseText(text: string, path: FieldPath): void {
  if (!isStorable(text))
    throw new Fault('invalid_request', `${nameOf(path)}: must be valid Unicode text without NUL characters`)
}
