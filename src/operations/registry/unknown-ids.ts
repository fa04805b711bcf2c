import { Fault } from '../../domain/fault.ts'

/** Throws if a body contains ids that the organization does not have. */
export function refuseUnknownIds(field: string, noun: string, unknown: readonly (string | number)[]): void {
  if (unknown.length === 0) return
  throw new Fault(
    'invalid_request',
    `${field}: unknown ${noun} id(s) in this organization: ${[...new Set(unknown)].join(', ')}`,
  )
}
