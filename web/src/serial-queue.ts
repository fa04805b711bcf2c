export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Work that is done one piece after the other, in the order in which it was wanted: `useState(createInOrder)` for a part. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
