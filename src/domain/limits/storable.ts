import { isStorable } from '../database/storable.ts'
import { Fault } from '../fault.ts'
import { nameOf } from '../validation.ts'
import { usualLimits } from './json-limits.ts'

const { maxDepth } = usualLimits

/** PostgreSQL cannot store NUL or lone surrogates; the nesting of values is limited. */
export function refuseUnstorable(value: unknown): void {
  refuseUnstorableAt([], value)
}

/** The path is one list that grows and shrinks, because a copy for each value would cost more than the look. */
function refuseUnstorableAt(path: PropertyKey[], value: unknown): void {
  if (typeof value === 'string') return refuseText(value, path)
  if (value === null || typeof value !== 'object') return
  if (path.length >= maxDepth)
    throw new Fault('invalid_request', `${nameOf(path.slice(0, 1))}: nested deeper than ${maxDepth} levels`)
  const isList = Array.isArray(value)
  for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
    if (!isList) refuseText(key as string, path)
    path.push(key)
    refuseUnstorableAt(path, part)
    path.pop()
  }
}

function refuseText(text: string, path: PropertyKey[]): void {
  if (!isStorable(text))
    throw new Fault('invalid_request', `${nameOf(path)}: must be valid Unicode text without NUL characters`)
}
