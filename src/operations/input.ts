import { Fault } from '../domain/fault.ts'

const deepest = 32

/** PostgreSQL keeps neither NUL nor half a surrogate pair, and nothing here is meant to nest without end. */
export function refuseUnstorable(value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === 'string') return refuseText(value, path)
  if (value === null || typeof value !== 'object') return
  if (path.length >= deepest) throw new Fault('invalid_request', `${path[0]}: nested deeper than ${deepest} levels`)
  for (const [key, part] of Object.entries(value)) {
    refuseText(key, path)
    refuseUnstorable(part, [...path, key])
  }
}

function refuseText(text: string, path: readonly (string | number)[]): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Fault('invalid_request', `${path.join('.') || 'body'}: must be valid Unicode text without NUL characters`)
}
