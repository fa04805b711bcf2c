/** Returns only the changed fields, so that changes by others are kept. Removed fields are null. */
export function changedFields<Body extends object>(body: Body, before: Body): Partial<Body> {
  const keys = Object.keys({ ...before, ...body }) as (keyof Body)[]
  const changed = keys.filter((key) => !isSame(body[key], before[key]))
  return Object.fromEntries(changed.map((key) => [key, body[key] ?? null])) as Partial<Body>
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
