/** What of a form is to be sent: only what was changed in it, so that what others change meanwhile is not taken back. What is gone is null. */
export function changedFields<Body extends object>(body: Body, before: Body): Partial<Body> {
  const keys = Object.keys({ ...before, ...body }) as (keyof Body)[]
  const changed = keys.filter((key) => !isSame(body[key], before[key]))
  return Object.fromEntries(changed.map((key) => [key, body[key] ?? null])) as Partial<Body>
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
