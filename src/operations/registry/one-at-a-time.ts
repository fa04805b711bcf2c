const last = new WeakMap<object, Promise<unknown>>()

/** Runs after everything that was begun before for the same owner. */
export function oneAtATime<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const before = last.get(owner) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(owner, mine)
  return mine
}
