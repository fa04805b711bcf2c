// Compares the details of two checks.
import { namesOfPath } from '../../../catalog/evidence-names.ts'

export interface Difference {
  readonly name: string
  readonly before: string | null
  readonly now: string | null
}

export interface Differences {
  readonly changed: readonly Difference[]
  readonly same: readonly Difference[]
}

/** Rows are named by their path. */
export function compare(before: unknown, now: unknown, nameOf: (key: string) => string): Differences {
  const [old, latest] = [flatten(before, nameOf), flatten(now, nameOf)]
  const names = [...new Set([...latest.keys(), ...old.keys()])]
  const rows = names.map((name) => ({ name, before: old.get(name) ?? null, now: latest.get(name) ?? null }))
  return { changed: rows.filter((row) => row.before !== row.now), same: rows.filter((row) => row.before === row.now) }
}

const maxDepth = 3

/** Deeper values become one text. */
function flatten(value: unknown, nameOf: (key: string) => string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (inside: unknown, path: readonly string[]): void => {
    if (inside === null || inside === undefined) return
    const isMap = typeof inside === 'object' && !Array.isArray(inside)
    if (!isMap || path.length >= maxDepth)
      return void found.set(namesOfPath(path, nameOf).join(' › ') || '·', textOf(inside))
    for (const [key, item] of Object.entries(inside)) walk(item, [...path, key])
  }
  walk(value, [])
  return found
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
