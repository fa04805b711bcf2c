// Compares bodies field by field, three ways: the document, what was applied last, and what is stored.
import { isDeepStrictEqual } from 'node:util'
import { isSecretMark } from './kinds/secrets.ts'
import type { ConfigBody } from './document/sections.ts'

/** Why a field differs: the document changed, someone changed it elsewhere, or both. */
export type ChangeCause = 'document' | 'drift' | 'both'

export interface FieldChange {
  /** Such as `alertRules.Slow.value`. */
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly cause: ChangeCause
}

interface ThreeWays {
  readonly live: ConfigBody
  readonly desired: ConfigBody
  /** Null if nothing was applied yet. */
  readonly applied: ConfigBody | null
}

export function fieldChanges({ live, desired, applied }: ThreeWays): FieldChange[] {
  const [from, to, last] = [flattened(live), flattened(desired), applied && flattened(applied)]
  const fields = [...new Set([...to.keys(), ...from.keys()])]
  const same = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>, field: string): boolean =>
    isDeepStrictEqual(one.get(field) ?? null, other.get(field) ?? null)
  return fields
    .filter((field) => !same(from, to, field))
    .map((field) => {
      const isDrift = last !== null && !same(from, last, field)
      const isIntent = last === null || !same(to, last, field)
      const cause = isDrift ? (isIntent ? 'both' : 'drift') : 'document'
      return { field, from: from.get(field) ?? null, to: to.get(field) ?? null, cause }
    })
}

/** The fields of the first level that differ. */
export const changedFields = (changes: readonly FieldChange[]): Set<string> =>
  new Set(changes.map(({ field }) => field.split(/[.[]/, 1)[0]!))

/** Leaves by path. Lists of plain values and secrets are leaves. */
function flattened(body: ConfigBody): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
      return value.forEach((item, index) => walk(item, `${path}[${index}]`))
    if (value === null || typeof value !== 'object' || Array.isArray(value) || isSecretMark(value))
      return void leaves.set(path, value)
    for (const [key, part] of Object.entries(value)) walk(part, path === '' ? key : `${path}.${key}`)
  }
  walk(body, '')
  return leaves
}
