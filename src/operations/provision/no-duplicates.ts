import type { z } from 'zod'

/** Refuses duplicates in a list, ignoring case. */
export function withoutDuplicates<S extends z.ZodType<Record<string, unknown>[]>>(list: S, keys: string[]): S {
  return list.check((context) => {
    for (const key of keys) {
      const seen = new Set<string>()
      context.value.forEach((item, index) => {
        const value = String(item[key]).toLowerCase()
        if (seen.has(value))
          context.issues.push({ code: 'custom', path: [index, key], message: 'is used twice', input: item[key] })
        seen.add(value)
      })
    }
  }) as S
}
