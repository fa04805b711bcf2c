const last = new WeakMap<object, Promise<unknown>>()

/** Runs work after all earlier work of the same owner. */
export function oneAtATime<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const before = last.get(owner) ?? Promise.resolve()
  const result = before.then(work, work)
  last.set(owner, result)
  return result
}
