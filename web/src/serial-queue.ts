export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs tasks one after the other: `useState(createSerialQueue)` in a component. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
