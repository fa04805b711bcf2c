import { isDeepStrictEqual } from 'node:util'

/** The changed fields with both values, for the activity log. */
export function changesBetween(before: object, after: object): Record<string, { from: unknown; to: unknown }> {
  const old = before as Record<string, unknown>
  const changed = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(old[key] ?? null, value ?? null))
  return Object.fromEntries(changed.map(([key, value]) => [key, { from: old[key] ?? null, to: value ?? null }]))
}
